// SPDX-License-Identifier: Apache-2.0
// Limits, preferences about caches and banks, priorities of streams.
#include "../../cases.h"
#include "../../capturing.h"

static void inside(void *) {
  std::size_t value = 77;
  SHOW(cudaDeviceGetLimit(&value, cudaLimitStackSize));
  show_value("untouched", static_cast<long long>(value));
}

// cudaDeviceGetLimit: defaults that are documented, what is refused, and where it may be asked.
CASE(device_get_limit) {
  std::size_t value = 77;
  SHOW(cudaDeviceGetLimit(&value, static_cast<cudaLimit>(-1)));
  SHOW(cudaDeviceGetLimit(&value, static_cast<cudaLimit>(1000)));
  SHOW(cudaDeviceGetLimit(&value, cudaLimitDevRuntimeSyncDepth));
  show_value("untouched", static_cast<long long>(value));
  for (cudaLimit limit : {cudaLimitStackSize, cudaLimitPrintfFifoSize, cudaLimitMallocHeapSize,
                          cudaLimitDevRuntimeSyncDepth, cudaLimitMaxL2FetchGranularity})
    SHOW(cudaDeviceGetLimit(nullptr, limit));
  show_last_error("after refused calls");
  SHOW(cudaDeviceGetLimit(&value, cudaLimitStackSize));
  show_value("stack", static_cast<long long>(value));
  SHOW(cudaDeviceGetLimit(&value, cudaLimitMallocHeapSize));
  show_value("heap", static_cast<long long>(value));
  SHOW(cudaDeviceGetLimit(&value, cudaLimitPrintfFifoSize));
  show_truth("some for printf", value > 0);
  SHOW(cudaDeviceGetLimit(&value, cudaLimitDevRuntimePendingLaunchCount));
  show_value("pending launches", static_cast<long long>(value));
  SHOW(cudaDeviceGetLimit(&value, cudaLimitMaxL2FetchGranularity));
  show_truth("granularity within 0 and 128", value <= 128);
  SHOW(cudaDeviceGetLimit(&value, cudaLimitPersistingL2CacheSize));
  show_while_capturing("stack", [&] { return cudaDeviceGetLimit(&value, cudaLimitStackSize); });
  value = 77;
  MUST(cudaLaunchHostFunc(nullptr, inside, nullptr));
  SHOW(cudaDeviceSynchronize());
}

static __device__ __noinline__ int deep(int n) {
  volatile int words[64];
  for (int i = 0; i < 64; ++i) words[i] = n + i;
  return n == 0 ? words[1] : deep(n - 1) + words[n % 64] - words[(n + 1) % 64];
}

__global__ void descend(int *result, int depth) { *result = deep(depth); }
__device__ void *volatile taken;

__global__ void take(int *result, std::size_t bytes) {
  void *memory = malloc(bytes);
  taken = memory;
  *result = memory != nullptr;
  free(memory);
}

__global__ void print() { printf("printed by a kernel\n"); }

// cudaDeviceSetLimit: each limit, what is refused, and what a larger stack and heap are good for.
CASE(device_set_limit) {
  std::size_t value = 0;
  SHOW(cudaDeviceSetLimit(static_cast<cudaLimit>(-1), 1));
  SHOW(cudaDeviceSetLimit(static_cast<cudaLimit>(1000), 1));
  SHOW(cudaDeviceSetLimit(cudaLimitDevRuntimeSyncDepth, 1));
  SHOW(cudaDeviceSetLimit(cudaLimitStackSize, ~std::size_t{0}));
  SHOW(cudaDeviceSetLimit(cudaLimitMaxL2FetchGranularity, 128));
  SHOW(cudaDeviceSetLimit(cudaLimitMaxL2FetchGranularity, 129));
  SHOW(cudaDeviceSetLimit(cudaLimitPersistingL2CacheSize, 0));
  SHOW(cudaDeviceSetLimit(cudaLimitDevRuntimePendingLaunchCount, 4096));
  SHOW(cudaDeviceSetLimit(cudaLimitMallocHeapSize, 64 << 20));
  SHOW(cudaDeviceSetLimit(cudaLimitStackSize, 64 << 10));
  std::thread([&] { MUST(cudaDeviceGetLimit(&value, cudaLimitStackSize)); }).join();
  show_value("stack that another thread sees", static_cast<long long>(value));
  std::thread([] { SHOW(cudaDeviceSetLimit(cudaLimitStackSize, 48 << 10)); }).join();
  MUST(cudaDeviceGetLimit(&value, cudaLimitStackSize));
  show_value("stack that another thread set", static_cast<long long>(value));

  DeviceArray<int> word(1);
  descend<<<1, 1>>>(word, 80);
  SHOW(cudaDeviceSynchronize());
  show_value("a deep recursion", word.read()[0]);
  cudaFuncAttributes attributes;
  MUST(cudaFuncGetAttributes(&attributes, take));
  SHOW(cudaDeviceSetLimit(cudaLimitMallocHeapSize, 64 << 20));
  take<<<1, 1>>>(word, 24 << 20);
  SHOW(cudaDeviceSynchronize());
  show_value("24 MiB of the heap", word.read()[0]);
  SHOW(cudaDeviceSetLimit(cudaLimitMallocHeapSize, 128 << 20));
  SHOW(cudaDeviceSetLimit(cudaLimitMallocHeapSize, 64 << 20));
  SHOW(cudaDeviceSetLimit(cudaLimitPrintfFifoSize, 2 << 20));
  MUST(cudaFuncGetAttributes(&attributes, print));
  SHOW(cudaDeviceSetLimit(cudaLimitPrintfFifoSize, 2 << 20));
  print<<<1, 1>>>();
  SHOW(cudaDeviceSynchronize());
  SHOW(cudaDeviceSetLimit(cudaLimitPrintfFifoSize, 4 << 20));
  SHOW(cudaDeviceSetLimit(cudaLimitStackSize, 32 << 10));
  show_while_capturing("stack", [] { return cudaDeviceSetLimit(cudaLimitStackSize, 16 << 10); });
  MUST(cudaDeviceGetLimit(&value, cudaLimitStackSize));
  show_value("stack at the end", static_cast<long long>(value));
  MUST(cudaDeviceReset());
  SHOW(cudaDeviceSetLimit(cudaLimitMallocHeapSize, 128 << 20));
  SHOW(cudaDeviceSetLimit(cudaLimitPrintfFifoSize, 4 << 20));
}

// cudaDeviceGetCacheConfig: the default, a null pointer, after a change by another thread and after a reset.
CASE(device_get_cache_config) {
  cudaFuncCache config = static_cast<cudaFuncCache>(77);
  SHOW(cudaDeviceGetCacheConfig(nullptr));
  show_last_error("after a null pointer");
  SHOW(cudaDeviceGetCacheConfig(&config));
  show_value("at first", config);
  std::thread([] { MUST(cudaDeviceSetCacheConfig(cudaFuncCachePreferL1)); }).join();
  SHOW(cudaDeviceGetCacheConfig(&config));
  show_value("changed in another thread", config);
  show_while_capturing("asked", [&] { return cudaDeviceGetCacheConfig(&config); });
  MUST(cudaDeviceReset());
  SHOW(cudaDeviceGetCacheConfig(&config));
  show_value("after a reset", config);
}

__global__ void sum(int *out) {
  __shared__ int words[256];
  words[threadIdx.x] = threadIdx.x;
  __syncthreads();
  if (threadIdx.x == 0) {
    int total = 0;
    for (int word : words) total += word;
    *out = total;
  }
}

// cudaDeviceSetCacheConfig: four preferences, every other value refused; kernels run with each.
CASE(device_set_cache_config) {
  DeviceArray<int> out(1);
  for (int value : {cudaFuncCachePreferNone, cudaFuncCachePreferShared, cudaFuncCachePreferL1,
                    cudaFuncCachePreferEqual}) {
    std::printf("preference %d\n", value);
    SHOW(cudaDeviceSetCacheConfig(static_cast<cudaFuncCache>(value)));
    MUST(cudaMemset(out, 0, sizeof(int)));
    sum<<<1, 256>>>(out);
    show_value("sum", out.read()[0]);
  }
  SHOW(cudaFuncSetCacheConfig(sum, cudaFuncCachePreferL1));
  sum<<<1, 256>>>(out);
  show_value("sum, with the kernel's own preference", out.read()[0]);
  for (int value : {-1, 4, 1000}) {
    std::printf("preference %d\n", value);
    SHOW(cudaDeviceSetCacheConfig(static_cast<cudaFuncCache>(value)));
  }
  show_last_error("after refused calls");
  show_while_capturing("set", [] { return cudaDeviceSetCacheConfig(cudaFuncCachePreferShared); });
  cudaFuncCache config;
  MUST(cudaDeviceGetCacheConfig(&config));
  show_value("at the end", config);
}

// cudaDeviceGetSharedMemConfig: a null pointer, the width of banks on today's devices, after a reset.
CASE(device_get_shared_mem_config) {
  cudaSharedMemConfig config = static_cast<cudaSharedMemConfig>(77);
  SHOW(cudaDeviceGetSharedMemConfig(nullptr));
  show_last_error("after a null pointer");
  SHOW(cudaDeviceGetSharedMemConfig(&config));
  show_value("at first", config);
  MUST(cudaDeviceSetSharedMemConfig(cudaSharedMemBankSizeEightByte));
  SHOW(cudaDeviceGetSharedMemConfig(&config));
  show_value("after eight bytes were asked for", config);
  show_while_capturing("asked", [&] { return cudaDeviceGetSharedMemConfig(&config); });
  MUST(cudaDeviceReset());
  SHOW(cudaDeviceGetSharedMemConfig(&config));
  show_value("after a reset", config);
}

// cudaDeviceSetSharedMemConfig: three values, every other refused; without effect on today's devices.
CASE(device_set_shared_mem_config) {
  for (int value : {0, 1, 2, -1, 3,
                    1000}) {
    std::printf("value %d\n", value);
    SHOW(cudaDeviceSetSharedMemConfig(static_cast<cudaSharedMemConfig>(value)));
    cudaSharedMemConfig config = static_cast<cudaSharedMemConfig>(77);
    MUST(cudaDeviceGetSharedMemConfig(&config));
    show_value("read back", config);
  }
  show_last_error("after refused calls");
  show_while_capturing("set", [] { return cudaDeviceSetSharedMemConfig(cudaSharedMemBankSizeFourByte); });
}

// cudaDeviceGetStreamPriorityRange: null pointers, and that streams get what the range promises.
CASE(device_get_stream_priority_range) {
  int least = 77, greatest = 77, priority = 77;
  SHOW(cudaDeviceGetStreamPriorityRange(nullptr, nullptr));
  SHOW(cudaDeviceGetStreamPriorityRange(&least, nullptr));
  SHOW(cudaDeviceGetStreamPriorityRange(nullptr, &greatest));
  show_value("least", least);
  show_truth("greater priorities are lower numbers", greatest <= least);
  int supported = 77;
  MUST(cudaDeviceGetAttribute(&supported, cudaDevAttrStreamPrioritiesSupported, 0));
  show_truth("a range where the attribute says so", (greatest < least) == (supported != 0));
  for (int asked = least + 1; asked >= greatest - 1; --asked) {
    cudaStream_t stream;
    MUST(cudaStreamCreateWithPriority(&stream, cudaStreamDefault, asked));
    MUST(cudaStreamGetPriority(stream, &priority));
    const int kept = asked > least ? least : asked < greatest ? greatest : asked;
    if (priority != kept) std::printf("asked %d, got %d\n", asked, priority);
    MUST(cudaStreamDestroy(stream));
  }
  show_while_capturing("range", [&] { return cudaDeviceGetStreamPriorityRange(&least, &greatest); });
  show_last_error("at the end");
}
