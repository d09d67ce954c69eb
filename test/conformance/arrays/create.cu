// SPDX-License-Identifier: Apache-2.0
// Arrays and mipmapped arrays: which can be made, and what they say about themselves.
#include "../cases.h"
#include "array_helpers.h"

namespace create_ {
static cudaExtent extent(std::size_t w, std::size_t h, std::size_t d) { return make_cudaExtent(w, h, d); }

static void make(const char *what, cudaChannelFormatDesc desc, std::size_t w, std::size_t h, unsigned flags = 0) {
  cudaArray_t array = nullptr;
  cudaError_t error = cudaMallocArray(&array, &desc, w, h, flags);
  if (error != cudaSuccess) {
    std::printf("%s: %s\n", what, name_of(error));
    cudaGetLastError();
    return;
  }
  show_array(what, array);
  MUST(cudaFreeArray(array));
}

static void make_3d(const char *what, cudaExtent e, unsigned flags = 0, cudaChannelFormatDesc desc = cudaCreateChannelDesc<unsigned char>()) {
  cudaArray_t array = nullptr;
  cudaError_t error = cudaMalloc3DArray(&array, &desc, e, flags);
  if (error != cudaSuccess) {
    std::printf("%s: %s\n", what, name_of(error));
    cudaGetLastError();
    return;
  }
  show_array(what, array);
  MUST(cudaFreeArray(array));
}

static cudaChannelFormatDesc format(int x, int y, int z, int w, cudaChannelFormatKind kind) {
  return cudaCreateChannelDesc(x, y, z, w, kind);
}

// Which arrays can be made: formats, extents, flags; and what the array says about itself.
CASE(create) {
  MUST(cudaFree(nullptr));
  auto f = cudaCreateChannelDesc<float>();
  cudaArray_t array = nullptr;
  SHOW(cudaMallocArray(nullptr, &f, 4, 4));
  SHOW(cudaMallocArray(&array, nullptr, 4, 4));
  SHOW(cudaMalloc3DArray(nullptr, &f, extent(4, 4, 4)));
  SHOW(cudaMalloc3DArray(&array, nullptr, extent(4, 4, 4)));
  cudaGetLastError();

  make("float", f, 4, 4);
  make("float2", cudaCreateChannelDesc<float2>(), 4, 4);
  make("float4", cudaCreateChannelDesc<float4>(), 4, 4);
  make("uchar", cudaCreateChannelDesc<unsigned char>(), 4, 4);
  make("char4", cudaCreateChannelDesc<char4>(), 4, 4);
  make("ushort2", cudaCreateChannelDesc<ushort2>(), 4, 4);
  make("int4", cudaCreateChannelDesc<int4>(), 4, 4);
  make("half", cudaCreateChannelDescHalf(), 4, 4);
  make("half4", cudaCreateChannelDescHalf4(), 4, 4);
  make("float3", format(32, 32, 32, 0, cudaChannelFormatKindFloat), 4, 4);
  make("uchar3", format(8, 8, 8, 0, cudaChannelFormatKindUnsigned), 4, 4);
  make("mixed", format(8, 16, 0, 0, cudaChannelFormatKindUnsigned), 4, 4);
  make("gap", format(8, 0, 8, 0, cudaChannelFormatKindUnsigned), 4, 4);
  make("second only", format(0, 8, 0, 0, cudaChannelFormatKindUnsigned), 4, 4);
  make("no bits", format(0, 0, 0, 0, cudaChannelFormatKindUnsigned), 4, 4);
  make("no kind", format(32, 0, 0, 0, cudaChannelFormatKindNone), 4, 4);
  make("kind 99", format(32, 0, 0, 0, cudaChannelFormatKind(99)), 4, 4);
  make("8 bit float", format(8, 0, 0, 0, cudaChannelFormatKindFloat), 4, 4);
  make("64 bit", format(64, 0, 0, 0, cudaChannelFormatKindSigned), 4, 4);
  make("12 bit", format(12, 0, 0, 0, cudaChannelFormatKindSigned), 4, 4);
  make("negative", format(-8, 0, 0, 0, cudaChannelFormatKindSigned), 4, 4);
  make("unorm8x1", cudaCreateChannelDesc<cudaChannelFormatKindUnsignedNormalized8X1>(), 4, 4);
  make("unorm8x4", cudaCreateChannelDesc<cudaChannelFormatKindUnsignedNormalized8X4>(), 4, 4);
  make("snorm16x2", cudaCreateChannelDesc<cudaChannelFormatKindSignedNormalized16X2>(), 4, 4);
  make("unorm8x4 with other bits", format(16, 16, 16, 16, cudaChannelFormatKindUnsignedNormalized8X4), 4, 4);
  make("1010102", cudaCreateChannelDesc<cudaChannelFormatKindUnsignedNormalized1010102>(), 4, 4);
  make("block compressed 1", cudaCreateChannelDesc<cudaChannelFormatKindUnsignedBlockCompressed1>(), 8, 8);
  make("block compressed 7", cudaCreateChannelDesc<cudaChannelFormatKindUnsignedBlockCompressed7>(), 8, 8);
  make("NV12", cudaCreateChannelDesc<cudaChannelFormatKindNV12>(), 8, 8);
  make("NV12 odd", cudaCreateChannelDesc<cudaChannelFormatKindNV12>(), 7, 7);

  make("width 0", f, 0, 4);
  make("height 0", f, 4, 0);
  make("nothing", f, 0, 0);
  for (unsigned bit = 1; bit <= 0x20; bit *= 2) {
    char what[32];
    std::snprintf(what, sizeof what, "flag %x", bit);
    make(what, f, 8, 8, bit);
  }
  make("1D surface", f, 8, 0, cudaArraySurfaceLoadStore);
  make("1D gather", f, 8, 0, cudaArrayTextureGather);
  make("gather and surface", f, 8, 8, cudaArrayTextureGather | cudaArraySurfaceLoadStore);

  make_3d("3D 0 0 0", extent(0, 0, 0));
  make_3d("3D 8 0 0", extent(8, 0, 0));
  make_3d("3D 8 4 0", extent(8, 4, 0));
  make_3d("3D 8 4 2", extent(8, 4, 2));
  make_3d("3D 8 0 2", extent(8, 0, 2));
  make_3d("3D 0 4 2", extent(0, 4, 2));
  make_3d("layered 8 0 0", extent(8, 0, 0), cudaArrayLayered);
  make_3d("layered 8 4 0", extent(8, 4, 0), cudaArrayLayered);
  make_3d("layered 8 0 3", extent(8, 0, 3), cudaArrayLayered);
  make_3d("layered 8 4 3", extent(8, 4, 3), cudaArrayLayered);
  make_3d("layered surface", extent(8, 4, 3), cudaArrayLayered | cudaArraySurfaceLoadStore);
  make_3d("cubemap 8 8 6", extent(8, 8, 6), cudaArrayCubemap);
  make_3d("cubemap 8 8 0", extent(8, 8, 0), cudaArrayCubemap);
  make_3d("cubemap 8 8 1", extent(8, 8, 1), cudaArrayCubemap);
  make_3d("cubemap 8 4 6", extent(8, 4, 6), cudaArrayCubemap);
  make_3d("cubemap 8 8 12", extent(8, 8, 12), cudaArrayCubemap);
  make_3d("layered cubemap 8 8 6", extent(8, 8, 6), cudaArrayCubemap | cudaArrayLayered);
  make_3d("layered cubemap 8 8 12", extent(8, 8, 12), cudaArrayCubemap | cudaArrayLayered);
  make_3d("layered cubemap 8 8 13", extent(8, 8, 13), cudaArrayCubemap | cudaArrayLayered);
  make_3d("cubemap surface", extent(8, 8, 6), cudaArrayCubemap | cudaArraySurfaceLoadStore);
  make_3d("3D gather", extent(8, 8, 8), cudaArrayTextureGather);
  make_3d("layered gather", extent(8, 8, 8), cudaArrayTextureGather | cudaArrayLayered);
  make_3d("cubemap gather", extent(8, 8, 6), cudaArrayTextureGather | cudaArrayCubemap);
  make_3d("color attachment", extent(8, 8, 0), cudaArrayColorAttachment);
  make_3d("compressed 3D", extent(8, 8, 4), 0, cudaCreateChannelDesc<cudaChannelFormatKindUnsignedBlockCompressed1>());

  make_3d("1D widest", extent(131072, 0, 0));
  make_3d("1D too wide", extent(131073, 0, 0));
  make_3d("2D widest", extent(131072, 1, 0));
  make_3d("2D too wide", extent(131073, 1, 0));
  make_3d("2D highest", extent(1, 65536, 0));
  make_3d("2D too high", extent(1, 65537, 0));
  make_3d("2D gather widest", extent(32768, 1, 0), cudaArrayTextureGather);
  make_3d("2D gather too wide", extent(32769, 1, 0), cudaArrayTextureGather);
  make_3d("2D surface too wide", extent(131073, 1, 0), cudaArraySurfaceLoadStore);
  make_3d("1D surface widest", extent(32768, 0, 0), cudaArraySurfaceLoadStore);
  make_3d("1D surface wider", extent(32769, 0, 0), cudaArraySurfaceLoadStore);
  make_3d("3D widest", extent(16384, 1, 1));
  make_3d("3D too wide", extent(16385, 1, 1));
  make_3d("3D too high", extent(1, 16385, 1));
  make_3d("3D deep", extent(1, 1, 16384));
  make_3d("3D deeper", extent(1, 1, 32768));
  make_3d("3D too deep", extent(1, 1, 32769));
  make_3d("3D wide and deep", extent(8193, 1, 16385));
  make_3d("layered widest", extent(32768, 1, 1), cudaArrayLayered);
  make_3d("layered too wide", extent(32769, 1, 1), cudaArrayLayered);
  make_3d("layered most", extent(1, 1, 2048), cudaArrayLayered);
  make_3d("layered too many", extent(1, 1, 2049), cudaArrayLayered);
  make_3d("1D layered too many", extent(1, 0, 2049), cudaArrayLayered);
  make_3d("cubemap too wide", extent(32769, 32769, 6), cudaArrayCubemap);
  make_3d("layered cubemaps too many", extent(1, 1, 2046 + 6), cudaArrayCubemap | cudaArrayLayered);
  cudaGetLastError();

  SHOW(cudaFreeArray(nullptr));
  SHOW(cudaArrayGetInfo(nullptr, nullptr, nullptr, nullptr));
  MUST(cudaMallocArray(&array, &f, 4, 4));
  SHOW(cudaArrayGetInfo(nullptr, nullptr, nullptr, array));
  cudaChannelFormatDesc desc;
  SHOW(cudaGetChannelDesc(&desc, array));
  show_row("channels", {desc.x, desc.y, desc.z, desc.w, int(desc.f)});
  SHOW(cudaGetChannelDesc(nullptr, array));
  SHOW(cudaGetChannelDesc(&desc, nullptr));
  SHOW(cudaFreeArray(array));
  show_last_error("at the end");
}
}  // namespace create_

namespace mipmapped_ {
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

// Mipmapped arrays: how many levels, how large they are; what only planar, sparse and deferred arrays have.
CASE(mipmapped) {
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
}  // namespace mipmapped_
