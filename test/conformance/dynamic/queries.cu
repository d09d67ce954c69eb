// SPDX-License-Identifier: Apache-2.0
// flags: -rdc=true
// What device code may ask about devices, limits and functions.
#include "../transcript.h"

__global__ void child(int *) {}
__global__ void __launch_bounds__(128) bounded(int *out) {
  __shared__ int room[100];
  room[threadIdx.x % 100] = *out;
  __syncthreads();
  *out = room[(threadIdx.x + 1) % 100];
}
__device__ void tell(const char *what, cudaError_t error) {
  printf("%s: %s\n", what, cudaGetErrorName(error));
}
#define TELL(...) tell(#__VA_ARGS__, (__VA_ARGS__))

__global__ void ask() {
  int value = -1;
  TELL(cudaGetDevice(&value));
  printf("device %d\n", value);
  TELL(cudaGetDeviceCount(&value));
  printf("any device %d\n", value >= 1);
  TELL(cudaRuntimeGetVersion(&value));
  printf("version %d\n", value);
  TELL(cudaDeviceGetAttribute(&value, cudaDevAttrWarpSize, 0));
  printf("warp %d\n", value);
  TELL(cudaDeviceGetAttribute(&value, cudaDevAttrMaxThreadsPerBlock, 0));
  printf("threads %d\n", value);
  TELL(cudaDeviceGetAttribute(&value, cudaDevAttrMaxGridDimY, 0));
  printf("grid y %d\n", value);
  TELL(cudaDeviceGetAttribute(&value, cudaDevAttrMaxSharedMemoryPerBlock, 0));
  printf("shared %d\n", value);
  TELL(cudaDeviceGetAttribute(&value, (cudaDeviceAttr)9999, 0));
  TELL(cudaDeviceGetAttribute(&value, cudaDevAttrWarpSize, 99));
  size_t size = 77;
  TELL(cudaDeviceGetLimit(&size, cudaLimitMallocHeapSize));
  printf("heap %llu\n", (unsigned long long)size);
  TELL(cudaDeviceGetLimit(&size, cudaLimitDevRuntimePendingLaunchCount));
  printf("pending %llu\n", (unsigned long long)size);
  TELL(cudaDeviceGetLimit(&size, cudaLimitDevRuntimeSyncDepth));
  printf("depth %llu\n", (unsigned long long)size);
  TELL(cudaDeviceGetLimit(&size, cudaLimitStackSize));
  TELL(cudaDeviceGetLimit(&size, (cudaLimit)99));
  cudaFuncCache cache = cudaFuncCachePreferL1;
  TELL(cudaDeviceGetCacheConfig(&cache));
  printf("cache %d\n", int(cache));
  cudaFuncAttributes attributes;
  TELL(cudaFuncGetAttributes(&attributes, bounded));
  printf("shared %d max %d local %d\n", int(attributes.sharedSizeBytes), attributes.maxThreadsPerBlock,
         int(attributes.localSizeBytes));
  TELL(cudaFuncGetAttributes(&attributes, child));
  printf("shared %d max %d\n", int(attributes.sharedSizeBytes), attributes.maxThreadsPerBlock);
  int blocks = -1;
  TELL(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, child, 256, 0));
  printf("blocks %d\n", blocks);
  TELL(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, child, 1024, 0));
  printf("blocks %d\n", blocks);
  TELL(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, child, 0, 0));
  TELL(cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(&blocks, child, 512, 0, 0));
  printf("blocks %d\n", blocks);
  printf("last %s\n", cudaGetErrorName(cudaGetLastError()));
}

int main() {
  ask<<<1, 1>>>();
  SHOW(cudaDeviceSynchronize());
  size_t value = 0;
  SHOW(cudaDeviceGetLimit(&value, cudaLimitDevRuntimePendingLaunchCount));
  show_value("pending", value);
  SHOW(cudaDeviceGetLimit(&value, cudaLimitDevRuntimeSyncDepth));
  show_value("depth", value);
  SHOW(cudaDeviceSetLimit(cudaLimitDevRuntimePendingLaunchCount, 100));
  SHOW(cudaDeviceGetLimit(&value, cudaLimitDevRuntimePendingLaunchCount));
  show_value("pending", value);
}
