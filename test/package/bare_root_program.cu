// SPDX-License-Identifier: Apache-2.0
#include <cstdio>
#include <vector>

__global__ void add(int* sum, const int* values) { atomicAdd(sum, values[threadIdx.x]); }

int main() {
  std::vector<int> values(64, 3);
  int* device = nullptr;
  int* sum = nullptr;
  cudaMalloc(&device, 64 * sizeof(int));
  cudaMallocManaged(&sum, sizeof(int));
  cudaMemcpy(device, values.data(), 64 * sizeof(int), cudaMemcpyHostToDevice);
  add<<<1, 64>>>(sum, device);
  if (cudaDeviceSynchronize() != cudaSuccess || *sum != 192) return 1;
  std::printf("sum %d\n", *sum);
}
