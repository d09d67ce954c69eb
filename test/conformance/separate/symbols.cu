// SPDX-License-Identifier: Apache-2.0
// flags: -rdc=true
// Relocatable device code in one object: symbols of every space, statics, functions by address.
#include "../transcript.h"

extern __device__ int later;
extern __constant__ int table[4];
extern __managed__ int shared_value;
static __device__ int own = 3;
namespace {
__device__ int hidden = 4;
__global__ void hidden_kernel(int *out) { *out = hidden + own; }
}  // namespace
static __global__ void static_kernel(int *out) { *out = later + table[2] + shared_value; }
template <int N>
__global__ void template_kernel(int *out) { *out = N * table[3]; }
typedef int (*Function)(int);
__device__ int twice(int x) { return 2 * x; }
__device__ Function pointer = twice;
__global__ void calls(int *out, Function f) { *out = f(21) + pointer(1); }
__global__ void fetch(Function *f) { *f = twice; }

static void show(const char *what, int *out) {
  SHOW(cudaDeviceSynchronize());
  std::printf("%s %d\n", what, *out);
  *out = -1;
}

int main() {
  int *out = nullptr;
  Function *f = nullptr;
  MUST(cudaMallocManaged(&out, sizeof *out));
  MUST(cudaMallocManaged(&f, sizeof *f));
  static_kernel<<<1, 1>>>(out);
  show("static", out);
  hidden_kernel<<<1, 1>>>(out);
  show("unnamed namespace", out);
  template_kernel<5><<<1, 1>>>(out);
  show("template", out);
  fetch<<<1, 1>>>(f);
  MUST(cudaDeviceSynchronize());
  calls<<<1, 1>>>(out, *f);
  show("pointers", out);
  int value = 100;
  SHOW(cudaMemcpyToSymbol(later, &value, sizeof value));
  SHOW(cudaMemcpyToSymbol(own, &value, sizeof value));
  SHOW(cudaMemcpyToSymbol(hidden, &value, sizeof value));
  shared_value = 1000;
  static_kernel<<<1, 1>>>(out);
  show("static", out);
  hidden_kernel<<<1, 1>>>(out);
  show("unnamed namespace", out);
  size_t bytes = 0;
  SHOW(cudaGetSymbolSize(&bytes, table));
  std::printf("bytes %zu\n", bytes);
  cudaFuncAttributes attributes{};
  SHOW(cudaFuncGetAttributes(&attributes, static_kernel));
  std::printf("threads %d static shared %zu\n", attributes.maxThreadsPerBlock, attributes.sharedSizeBytes);
}

__device__ int later = 10;
__constant__ int table[4] = {1, 2, 3, 4};
__managed__ int shared_value = 7;
