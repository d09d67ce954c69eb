// SPDX-License-Identifier: Apache-2.0
// Things that are not kernels, passed as kernels.
#include "../transcript.h"

__global__ void kernel() {}
void host_function() {}
int host_variable;
__device__ int device_variable;

int main() {
  cudaFuncAttributes attributes;
  void *args[] = {nullptr};
  const void *null = nullptr;
  SHOW(cudaLaunchKernel((const void *)host_function, 1, 1, args, 0, 0));
  SHOW(cudaLaunchKernel((const void *)&host_variable, 1, 1, args, 0, 0));
  SHOW(cudaLaunchKernel((const void *)&device_variable, 1, 1, args, 0, 0));
  SHOW(cudaLaunchKernel(null, 1, 1, args, 0, 0));
  SHOW(cudaFuncGetAttributes(&attributes, (const void *)host_function));
  SHOW(cudaFuncGetAttributes(&attributes, null));
  SHOW(cudaFuncGetAttributes(nullptr, (const void *)kernel));
  SHOW(cudaFuncSetAttribute((const void *)host_function, cudaFuncAttributeMaxDynamicSharedMemorySize, 1024));
  SHOW(cudaFuncSetAttribute(null, cudaFuncAttributeMaxDynamicSharedMemorySize, 1024));
  SHOW(cudaFuncSetAttribute(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, 1024));
  SHOW(cudaFuncSetAttribute(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, -1));
  SHOW(cudaFuncSetAttribute(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, 1 << 30));
  SHOW(cudaFuncSetAttribute(kernel, cudaFuncAttributePreferredSharedMemoryCarveout, 50));
  SHOW(cudaFuncSetAttribute(kernel, cudaFuncAttributePreferredSharedMemoryCarveout, 101));
  SHOW(cudaFuncSetAttribute(kernel, static_cast<cudaFuncAttribute>(100), 1));
  SHOW(cudaFuncSetCacheConfig(kernel, cudaFuncCachePreferL1));
  SHOW(cudaFuncSetCacheConfig((const void *)host_function, cudaFuncCachePreferL1));
  SHOW(cudaLaunchHostFunc(nullptr, nullptr, nullptr));
  SHOW(cudaDeviceSynchronize());
}
