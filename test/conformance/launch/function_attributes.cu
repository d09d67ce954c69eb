// SPDX-License-Identifier: Apache-2.0
// alone: its transcript has names of kernels
// What is known about kernels.
#include "../transcript.h"

__constant__ int constants[16];
__global__ void plain(int *p) { *p = constants[threadIdx.x]; }
__global__ void __launch_bounds__(128) bounded(int *p) { *p = 1; }
__global__ void __launch_bounds__(256, 2) bounded_twice(int *p) { *p = 1; }
__global__ void shared(int *p) {
  __shared__ int words[100];
  words[threadIdx.x] = 1;
  __syncthreads();
  *p = words[threadIdx.x ^ 1];
}
template <int N>
__global__ void templated(int *p) {
  *p = N;
}

template <class Kernel>
void describe(const char *name, Kernel kernel) {
  cudaFuncAttributes a = {};
  cudaError_t e = cudaFuncGetAttributes(&a, kernel);
  std::printf("%s: %s, shared %d, most threads %d\n", name, name_of(e), int(a.sharedSizeBytes),
              a.maxThreadsPerBlock);
}

int main() {
  describe("plain", plain);
  describe("bounded", bounded);
  describe("bounded twice", bounded_twice);
  describe("shared", shared);
  describe("templated", templated<3>);
  const char *name = nullptr;
  SHOW(cudaFuncGetName(&name, plain));
  std::printf("name %s\n", name ? name : "none");
  SHOW(cudaFuncGetName(&name, templated<3>));
  std::printf("name %s\n", name ? name : "none");
  std::size_t offset = 77, size = 77;
  SHOW(cudaFuncGetParamInfo((const void *)plain, 0, &offset, &size));
  show_row("offset, size", {int(offset), int(size)});
  SHOW(cudaFuncGetParamInfo((const void *)plain, 1, &offset, &size));
  cudaFunction_t function;
  SHOW(cudaGetFuncBySymbol(&function, (const void *)plain));
  cudaKernel_t kernel;
  SHOW(cudaGetKernel(&kernel, plain));
}
