// SPDX-License-Identifier: Apache-2.0
// A launch fails, and its error is kept to be looked at, without optimisation.
// flags: -O0
// tools: api
#include "case.h"

__global__ void use(int*) {}

int main() {
  int* memory;
  cudaMalloc(&memory, 1024);
  use<<<1, 2000>>>(memory);
  cudaError_t error = cudaGetLastError();
  std::printf("%s\n", cudaGetErrorName(error));
  void* arguments[] = {&memory};
  error = cudaLaunchKernel(reinterpret_cast<const void*>(&use), 1, 2000, arguments, 0, nullptr);
  std::printf("%s\n", cudaGetErrorName(error));
  cudaFree(memory);
  return 0;
}
