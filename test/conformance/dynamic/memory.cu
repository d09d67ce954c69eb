// SPDX-License-Identifier: Apache-2.0
// flags: -rdc=true
// What device code may do and ask besides launches.
#include "../cases.h"

__device__ void tell(const char *what, cudaError_t error) {
  printf("%s: %s\n", what, cudaGetErrorName(error));
}
#define TELL(...) tell(#__VA_ARGS__, (__VA_ARGS__))

__global__ void show_it(const int *p, int n) {
  for (int i = 0; i < n; ++i) printf(" %d", p[i]);
  printf("\n");
}

__device__ cudaPitchedPtr pitched(void *p, size_t pitch, size_t x, size_t y) {
  cudaPitchedPtr result;
  result.ptr = p;
  result.pitch = pitch;
  result.xsize = x;
  result.ysize = y;
  return result;
}

__device__ cudaExtent extent(size_t w, size_t h, size_t d) {
  cudaExtent result;
  result.width = w;
  result.height = h;
  result.depth = d;
  return result;
}

__global__ void copies(int *p, int *managed, int *pinned) {
  TELL(cudaMemcpyAsync(p + 8, p, 32, cudaMemcpyDeviceToDevice, 0));
  TELL(cudaMemcpyAsync(p + 16, p, 32, cudaMemcpyDefault, 0));
  TELL(cudaMemsetAsync(p + 20, 1, 8, 0));
  TELL(cudaMemcpy2DAsync(p + 24, 16, p, 8, 8, 2, cudaMemcpyDeviceToDevice, 0));
  TELL(cudaMemset2DAsync(p + 32, 16, 2, 4, 2, 0));
  cudaMemcpy3DParms parms = {};
  parms.srcPtr = pitched(p, 8, 8, 2);
  parms.dstPtr = pitched(p + 40, 16, 8, 2);
  parms.extent = extent(8, 2, 2);
  parms.kind = cudaMemcpyDeviceToDevice;
  TELL(cudaMemcpy3DAsync(&parms, 0));
  TELL(cudaMemset3DAsync(pitched(p + 56, 8, 8, 1), 3, extent(4, 1, 2), 0));
  TELL(cudaMemcpyAsync(managed, p, 16, cudaMemcpyDefault, 0));
  TELL(cudaMemcpyAsync(pinned, p, 16, cudaMemcpyDefault, 0));
  TELL(cudaMemcpyAsync(p, p, 0, cudaMemcpyDefault, 0));
  show_it<<<1, 1>>>(p, 64);
  show_it<<<1, 1>>>(managed, 4);
  show_it<<<1, 1>>>(pinned, 4);
}

__global__ void in_streams(int *p) {
  cudaStream_t s;
  cudaStreamCreateWithFlags(&s, cudaStreamNonBlocking);
  TELL(cudaMemsetAsync(p, 0, 16, s));
  TELL(cudaMemcpyAsync(p + 4, p, 16, cudaMemcpyDeviceToDevice, s));
  TELL(cudaMemsetAsync(p + 8, 0, 4, cudaStreamFireAndForget));
  TELL(cudaMemsetAsync(p + 9, 0, 4, cudaStreamTailLaunch));
  TELL(cudaStreamDestroy(s));
}

__global__ void wrong(int *p) {
  TELL(cudaMemcpyAsync(p, p + 8, 32, cudaMemcpyHostToDevice, 0));
  TELL(cudaMemcpyAsync(p, p + 8, 32, cudaMemcpyDeviceToHost, 0));
  TELL(cudaMemcpyAsync(p, p + 8, 32, (cudaMemcpyKind)9, 0));
  TELL(cudaMemcpy2DAsync(p, 4, p + 8, 8, 8, 2, cudaMemcpyDeviceToDevice, 0));
  TELL(cudaMemset2DAsync(p, 4, 0, 8, 2, 0));
  printf("last %s\n", cudaGetErrorName(cudaGetLastError()));
}

__device__ int *kept;

__global__ void allocate() {
  int *a = nullptr, *b = (int *)1;
  TELL(cudaMalloc(&a, 1024));
  a[255] = 42;
  printf("%d\n", a[255]);
  TELL(cudaFree(a));
  TELL(cudaMalloc(&b, 0));
  printf("null %d\n", b == nullptr);
  TELL(cudaFree(nullptr));
  TELL(cudaMalloc(&b, size_t(1) << 50));
  printf("null %d\n", b == nullptr);
  printf("last %s\n", cudaGetErrorName(cudaGetLastError()));
  cudaMalloc(&kept, 64);
  kept[3] = 7;
}

__global__ void release() {
  printf("%d\n", kept[3]);
  TELL(cudaFree(kept));
  int *p = (int *)malloc(16);
  TELL(cudaFree(p));
}

// Copies, fills and allocations made by device code.
CASE(memory) {
  std::vector<int> start(64, -1);
  for (int i = 0; i < 8; ++i) start[i] = i;
  DeviceArray<int> p(start);
  int *managed, *pinned;
  MUST(cudaMallocManaged(&managed, 64));
  MUST(cudaMallocHost(&pinned, 64));
  copies<<<1, 1>>>(p.get(), managed, pinned);
  SHOW(cudaDeviceSynchronize());
  in_streams<<<1, 1>>>(p.get());
  SHOW(cudaDeviceSynchronize());
  show_row("after", p.read());
  wrong<<<1, 1>>>(p.get());
  SHOW(cudaDeviceSynchronize());
  allocate<<<1, 1>>>();
  SHOW(cudaDeviceSynchronize());
  release<<<1, 1>>>();
  SHOW(cudaDeviceSynchronize());
}

__global__ void child(int *) {}

__global__ void __launch_bounds__(128) bounded(int *out) {
  __shared__ int room[100];
  room[threadIdx.x % 100] = *out;
  __syncthreads();
  *out = room[(threadIdx.x + 1) % 100];
}

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

// What device code may ask about devices, limits and functions.
CASE(queries) {
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
