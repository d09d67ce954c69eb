// SPDX-License-Identifier: Apache-2.0
// Launch configurations that no device accepts, through each way of launching.
#include "../transcript.h"

__global__ void count(int *n) { atomicAdd(n, 1); }
__global__ void __launch_bounds__(64) bounded(int *n) { atomicAdd(n, 1); }

template <class Kernel>
void try_all(const char *what, Kernel kernel, int *n, dim3 grid, dim3 block, std::size_t smem) {
  std::printf("%s\n", what);
  kernel<<<grid, block, smem>>>(n);
  show_last_error("of <<<>>>");
  void *args[] = {&n};
  SHOW(cudaLaunchKernel((const void *)kernel, grid, block, args, smem, 0));
  cudaLaunchConfig_t config = {};
  config.gridDim = grid;
  config.blockDim = block;
  config.dynamicSmemBytes = smem;
  SHOW(cudaLaunchKernelEx(&config, kernel, n));
  SHOW(cudaDeviceSynchronize());
  cudaGetLastError();
}

int main() {
  DeviceArray<int> n(1);
  try_all("good", count, n, 2, 32, 0);
  try_all("block of 1025", count, n, 1, 1025, 0);
  try_all("block of 32 x 33", count, n, 1, dim3(32, 33), 0);
  try_all("block of 0", count, n, 1, 0, 0);
  try_all("block of 1 x 0", count, n, 1, dim3(1, 0), 0);
  try_all("block depth of 65", count, n, 1, dim3(1, 1, 65), 0);
  try_all("block depth of 64", count, n, 1, dim3(1, 1, 64), 0);
  try_all("block height of 1024", count, n, 1, dim3(1, 1024), 0);
  try_all("grid of 0", count, n, 0, 1, 0);
  try_all("grid height of 0", count, n, dim3(1, 0), 1, 0);
  try_all("grid height of 65536", count, n, dim3(1, 65536), 1, 0);
  try_all("grid depth of 65536", count, n, dim3(1, 1, 65536), 1, 0);
  try_all("grid width of 2^31", count, n, 2147483648u, 1, 0);
  try_all("1 GiB of shared memory", count, n, 1, 1, 1u << 30);
  try_all("launch bounds kept", bounded, n, 1, 64, 0);
  try_all("launch bounds exceeded", bounded, n, 1, 65, 0);
  show_value("threads that ran", n.read()[0]);
}
