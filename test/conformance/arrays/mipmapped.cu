// SPDX-License-Identifier: Apache-2.0
// Mipmapped arrays: how many levels, how large they are; what only planar, sparse and deferred arrays have.
#include "array_helpers.h"

static void make(const char *what, cudaExtent e, unsigned levels, unsigned flags = 0) {
  auto desc = cudaCreateChannelDesc<float>();
  cudaMipmappedArray_t mipmap = nullptr;
  cudaError_t error = cudaMallocMipmappedArray(&mipmap, &desc, e, levels, flags);
  std::printf("%s: %s\n", what, name_of(error));
  cudaGetLastError();
  if (error != cudaSuccess) return;
  for (unsigned level = 0;; ++level) {
    cudaArray_t array = nullptr;
    error = cudaGetMipmappedArrayLevel(&array, mipmap, level);
    if (error != cudaSuccess) {
      std::printf("  level %u: %s\n", level, name_of(error));
      cudaGetLastError();
      break;
    }
    char name[32];
    std::snprintf(name, sizeof name, "  level %u", level);
    show_array(name, array);
  }
  MUST(cudaFreeMipmappedArray(mipmap));
}

int main() {
  MUST(cudaFree(nullptr));
  make("8 x 4, 4 levels", make_cudaExtent(8, 4, 0), 4);
  make("8 x 4, 3 levels", make_cudaExtent(8, 4, 0), 3);
  make("8 x 4, 5 levels", make_cudaExtent(8, 4, 0), 5);
  make("8 x 4, 0 levels", make_cudaExtent(8, 4, 0), 0);
  make("7 x 5 x 3, 3 levels", make_cudaExtent(7, 5, 3), 3);
  make("7 x 5 x 3, 4 levels", make_cudaExtent(7, 5, 3), 4);
  make("9, 4 levels", make_cudaExtent(9, 0, 0), 4);
  make("8 x 4 layered", make_cudaExtent(8, 4, 3), 4, cudaArrayLayered);
  make("8 layered", make_cudaExtent(8, 0, 3), 2, cudaArrayLayered);
  make("cubemap", make_cudaExtent(8, 8, 6), 4, cudaArrayCubemap);
  make("layered cubemap", make_cudaExtent(8, 8, 12), 2, cudaArrayCubemap | cudaArrayLayered);
  make("surface", make_cudaExtent(8, 8, 0), 2, cudaArraySurfaceLoadStore);
  make("1D layered too many levels", make_cudaExtent(8, 0, 3), 9, cudaArrayLayered);
  make("too wide", make_cudaExtent(32769, 1, 0), 1);
  make("1D too wide", make_cudaExtent(32769, 0, 0), 1);
  make("gather", make_cudaExtent(8, 8, 0), 2, cudaArrayTextureGather);
  make("color", make_cudaExtent(8, 8, 0), 2, cudaArrayColorAttachment);
  make("flag 100", make_cudaExtent(8, 8, 0), 2, 0x100);
  make("nothing", make_cudaExtent(0, 0, 0), 1);
  make("cubemap 8 x 4", make_cudaExtent(8, 4, 6), 1, cudaArrayCubemap);

  auto desc = cudaCreateChannelDesc<float>();
  cudaMipmappedArray_t mipmap = nullptr;
  SHOW(cudaMallocMipmappedArray(nullptr, &desc, make_cudaExtent(8, 4, 0), 1));
  SHOW(cudaMallocMipmappedArray(&mipmap, nullptr, make_cudaExtent(8, 4, 0), 1));
  SHOW(cudaFreeMipmappedArray(nullptr));
  SHOW(cudaMallocMipmappedArray(&mipmap, &desc, make_cudaExtent(8, 4, 0), 2));
  cudaArray_t level = nullptr, again = nullptr;
  SHOW(cudaGetMipmappedArrayLevel(nullptr, mipmap, 0));
  SHOW(cudaGetMipmappedArrayLevel(&level, nullptr, 0));
  SHOW(cudaGetMipmappedArrayLevel(&level, mipmap, 1));
  SHOW(cudaGetMipmappedArrayLevel(&again, mipmap, 1));
  show_truth("the same array", level == again);
  std::vector<float> values = {1, 2, 3, 4, 5, 6, 7, 8}, back(8);
  SHOW(cudaMemcpy2DToArray(level, 0, 0, values.data(), 16, 16, 2, cudaMemcpyHostToDevice));
  SHOW(cudaMemcpy2DFromArray(back.data(), 16, again, 0, 0, 16, 2, cudaMemcpyDeviceToHost));
  show_truth("values", values == back);
  SHOW(cudaMemcpy2DToArray(level, 0, 0, values.data(), 16, 16, 3, cudaMemcpyHostToDevice));
  cudaGetLastError();

  cudaArray_t array = nullptr, plane = nullptr;
  MUST(cudaMallocArray(&array, &desc, 16, 16));
  cudaArrayMemoryRequirements needs = {};
  SHOW(cudaArrayGetMemoryRequirements(&needs, array, 0));
  SHOW(cudaArrayGetMemoryRequirements(nullptr, array, 0));
  SHOW(cudaArrayGetMemoryRequirements(&needs, nullptr, 0));
  SHOW(cudaArrayGetMemoryRequirements(&needs, array, 99));
  SHOW(cudaMipmappedArrayGetMemoryRequirements(&needs, mipmap, 0));
  SHOW(cudaMipmappedArrayGetMemoryRequirements(nullptr, mipmap, 0));
  SHOW(cudaMipmappedArrayGetMemoryRequirements(&needs, nullptr, 0));
  SHOW(cudaMipmappedArrayGetMemoryRequirements(&needs, mipmap, 99));
  cudaArraySparseProperties sparse = {};
  SHOW(cudaArrayGetSparseProperties(&sparse, array));
  SHOW(cudaArrayGetSparseProperties(nullptr, array));
  SHOW(cudaArrayGetSparseProperties(&sparse, nullptr));
  SHOW(cudaMipmappedArrayGetSparseProperties(&sparse, mipmap));
  SHOW(cudaMipmappedArrayGetSparseProperties(nullptr, mipmap));
  SHOW(cudaMipmappedArrayGetSparseProperties(&sparse, nullptr));
  SHOW(cudaArrayGetPlane(&plane, array, 0));
  SHOW(cudaArrayGetPlane(nullptr, array, 0));
  SHOW(cudaArrayGetPlane(&plane, nullptr, 0));
  SHOW(cudaArrayGetPlane(&plane, array, 1));
  SHOW(cudaFreeMipmappedArray(mipmap));
  SHOW(cudaFreeArray(array));
}
