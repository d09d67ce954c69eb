// SPDX-License-Identifier: Apache-2.0
// The same table as every_call for arrays, textures and surfaces.
#include "table.h"

static struct {
  cudaStream_t s;
  cudaArray_t array;
  std::vector<cudaArray_t> arrays;
} g;
static char pageable[1024];

static cudaArray_t take_array() {
  cudaArray_t last = g.arrays.back();
  g.arrays.pop_back();
  return last;
}

static const Call calls[] = {
    CALL("cudaMallocArray",
         cudaArray_t a; auto d = cudaCreateChannelDesc<float>(); return cudaMallocArray(&a, &d, 16, 16)),
    CALL("cudaFreeArray", return cudaFreeArray(take_array())),
    CALL("cudaFreeArray, NULL", return cudaFreeArray(nullptr)),
    CALL("cudaArrayGetInfo",
         cudaChannelFormatDesc d; cudaExtent e; unsigned f; return cudaArrayGetInfo(&d, &e, &f, g.array)),
    CALL("cudaCreateTextureObject", cudaTextureObject_t t; cudaResourceDesc r = {}; cudaTextureDesc d = {};
         r.resType = cudaResourceTypeArray; r.res.array.array = g.array;
         return cudaCreateTextureObject(&t, &r, &d, nullptr)),
    CALL("cudaCreateSurfaceObject", cudaSurfaceObject_t t; cudaResourceDesc r = {};
         r.resType = cudaResourceTypeArray; r.res.array.array = g.array; return cudaCreateSurfaceObject(&t, &r)),
    CALL("cudaMemcpy2DToArray",
         return cudaMemcpy2DToArray(g.array, 0, 0, pageable, 64, 64, 4, cudaMemcpyHostToDevice)),
    CALL("cudaMemcpy2DToArrayAsync",
         return cudaMemcpy2DToArrayAsync(g.array, 0, 0, pageable, 64, 64, 4, cudaMemcpyHostToDevice, g.s)),
};

int main() {
  auto desc = cudaCreateChannelDesc<float>();
  MUST(cudaMallocArray(&g.array, &desc, 16, 16, cudaArraySurfaceLoadStore));
  for (int i = 0; i < 8; ++i) {
    cudaArray_t array;
    MUST(cudaMallocArray(&array, &desc, 16, 16));
    g.arrays.push_back(array);
  }
  run_table(calls, g.s);
}
