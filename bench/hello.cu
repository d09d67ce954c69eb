// SPDX-License-Identifier: Apache-2.0
// The small program whose start is measured.
#include <cuda_runtime.h>

#include <cstdio>

__global__ void hello(int* out) { *out = 42; }

int main() {
  int* device;
  int host = 0;
  if (cudaMalloc(&device, sizeof *device) != cudaSuccess) return 1;
  hello<<<1, 1>>>(device);
  if (cudaMemcpy(&host, device, sizeof host, cudaMemcpyDeviceToHost) != cudaSuccess) return 1;
  cudaFree(device);
  std::printf("hello %d\n", host);
  return host == 42 ? 0 : 1;
}
