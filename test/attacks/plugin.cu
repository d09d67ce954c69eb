// SPDX-License-Identifier: Apache-2.0
// A library with a kernel and a variable of its own, which a program opens and closes.
#include <cuda_runtime.h>

static __device__ int offset = 40;
static __global__ void add_offset(int* values) {
  for (int i = 0; i < 1000; ++i) __threadfence();
  values[threadIdx.x] += 1 + offset;
}

extern "C" int enqueue(int* values, cudaStream_t stream) {
  add_offset<<<1, 64, 0, stream>>>(values);
  return cudaGetLastError();
}
extern "C" int start(int* values, int rounds) {
  for (int i = 0; i < rounds; ++i) {
    if (const int failed = enqueue(values, nullptr)) return failed;
  }
  return 0;
}

// Its own static objects use it, too.
static struct Used {
  int* values = nullptr;
  Used() {
    if (cudaMallocManaged(&values, 256) == cudaSuccess) enqueue(values, nullptr);
  }
  ~Used() {
    enqueue(values, nullptr);
    cudaFree(values);
  }
} used;
