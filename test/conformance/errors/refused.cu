// SPDX-License-Identifier: Apache-2.0
// Pointers, functions and launches that are refused.
#include "../cases.h"

// Freeing and registering pointers that are not what they should be.
CASE(bad_pointers) {
  char *device, *device2, *pinned, *managed, *other_pinned;
  MUST(cudaMalloc(&device, 4096));
  MUST(cudaMalloc(&device2, 4096));
  MUST(cudaMallocHost(&pinned, 4096));
  MUST(cudaHostAlloc(&other_pinned, 4096, cudaHostAllocWriteCombined | cudaHostAllocPortable));
  MUST(cudaMallocManaged(&managed, 4096));
  std::vector<char> pageable(16384);
  SHOW(cudaFree(pageable.data()));
  SHOW(cudaFreeHost(pageable.data()));
  SHOW(cudaFree(device + 16));
  SHOW(cudaFreeHost(device));
  SHOW(cudaFreeHost(pinned + 16));
  SHOW(cudaFree(pinned));
  SHOW(cudaFree(device2));
  SHOW(cudaFree(device2));
  SHOW(cudaFreeHost(managed));
  SHOW(cudaFree(managed));
  SHOW(cudaFree(managed));
  SHOW(cudaFree((void *)16));
  unsigned flags = 0;
  SHOW(cudaHostGetFlags(&flags, other_pinned));
  show_value("flags", flags);
  SHOW(cudaHostGetFlags(&flags, pageable.data()));
  SHOW(cudaHostGetFlags(&flags, device));
  void *mapped;
  SHOW(cudaHostGetDevicePointer(&mapped, pageable.data(), 0));
  SHOW(cudaHostGetDevicePointer(&mapped, other_pinned, 1));
  SHOW(cudaHostGetDevicePointer(&mapped, other_pinned + 64, 0));
  show_truth("interior offset kept", mapped == other_pinned + 64);
  SHOW(cudaFreeHost(other_pinned));
  SHOW(cudaFreeHost(other_pinned));
}

__global__ void add_one(int *p) { p[threadIdx.x] += 1; }

// Registering the program's own memory.
CASE(host_register) {
  char *page = static_cast<char *>(std::aligned_alloc(4096, 65536));
  std::memset(page, 0, 65536);
  unsigned flags = 77;
  SHOW(cudaHostRegister(page, 8192, cudaHostRegisterDefault));
  SHOW(cudaHostGetFlags(&flags, page));
  show_value("flags", flags);
  SHOW(cudaHostRegister(page, 8192, cudaHostRegisterDefault));
  SHOW(cudaHostRegister(page + 4096, 8192, cudaHostRegisterDefault));
  SHOW(cudaHostUnregister(page + 4096));
  SHOW(cudaHostUnregister(page + 32768));
  int *mapped;
  SHOW(cudaHostGetDevicePointer(&mapped, page, 0));
  add_one<<<1, 32>>>(mapped);
  SHOW(cudaDeviceSynchronize());
  show_row("first and last", {((int *)page)[0], ((int *)page)[31], ((int *)page)[32]});
  SHOW(cudaHostUnregister(page));
  SHOW(cudaHostUnregister(page));
  SHOW(cudaHostRegister(page + 100, 1000, cudaHostRegisterMapped | cudaHostRegisterPortable));
  SHOW(cudaHostGetFlags(&flags, page + 100));
  show_value("flags", flags);
  SHOW(cudaHostUnregister(page + 100));
  SHOW(cudaHostRegister(nullptr, 4096, 0));
  SHOW(cudaHostRegister(page, 0, 0));
  SHOW(cudaHostRegister(page, 4096, 0x100));
  void *pinned, *device;
  MUST(cudaMallocHost(&pinned, 4096));
  MUST(cudaMalloc(&device, 4096));
  SHOW(cudaHostRegister(pinned, 4096, 0));
  SHOW(cudaHostUnregister(pinned));
  SHOW(cudaHostUnregister(nullptr));
}

__global__ void kernel() {}
void host_function() {}
int host_variable;
__device__ int device_variable;

// Things that are not kernels, passed as kernels.
CASE(functions) {
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

// Launch configurations that no device accepts, through each way of launching.
CASE(launch_configuration) {
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
