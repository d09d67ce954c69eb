// SPDX-License-Identifier: Apache-2.0
// Settings of a device, before, during and after its context.
#include "../cases.h"

// Preferences about caches and banks: what is taken, refused, and read back.
CASE(configurations) {
  for (int value = -1; value <= 4; ++value) {
    cudaError_t set = cudaDeviceSetCacheConfig(static_cast<cudaFuncCache>(value));
    cudaFuncCache now = static_cast<cudaFuncCache>(77);
    cudaError_t got = cudaDeviceGetCacheConfig(&now);
    std::printf("cache %d: %s, %s %d\n", value, name_of(set), name_of(got), static_cast<int>(now));
  }
  SHOW(cudaDeviceGetCacheConfig(nullptr));
  for (int value = -1; value <= 3; ++value) {
    cudaError_t set = cudaDeviceSetSharedMemConfig(static_cast<cudaSharedMemConfig>(value));
    cudaSharedMemConfig now = static_cast<cudaSharedMemConfig>(77);
    cudaError_t got = cudaDeviceGetSharedMemConfig(&now);
    std::printf("banks %d: %s, %s %d\n", value, name_of(set), name_of(got), static_cast<int>(now));
  }
  SHOW(cudaDeviceGetSharedMemConfig(nullptr));
  int least = 77, greatest = 77;
  SHOW(cudaDeviceGetStreamPriorityRange(&least, nullptr));
  SHOW(cudaDeviceGetStreamPriorityRange(nullptr, &greatest));
  show_value("least", least);
  show_value("greatest", greatest);
}

static void show_flags(const char *when) {
  unsigned flags = 77;
  cudaError_t error = cudaGetDeviceFlags(&flags);
  std::printf("flags %s: %s, %u\n", when, name_of(error), flags);
}

// cudaSetDeviceFlags and cudaGetDeviceFlags: before a context exists, while it exists, after a reset.
CASE(flags) {
  show_flags("at first");
  SHOW(cudaSetDeviceFlags(cudaDeviceScheduleSpin));
  show_flags("spin");
  SHOW(cudaSetDeviceFlags(cudaDeviceScheduleBlockingSync));
  show_flags("blocking");
  SHOW(cudaSetDeviceFlags(cudaDeviceScheduleAuto));
  show_flags("auto");
  MUST(cudaFree(nullptr));
  show_flags("with a context");
  SHOW(cudaSetDeviceFlags(cudaDeviceScheduleYield | cudaDeviceMapHost));
  show_flags("yield and map");
  SHOW(cudaSetDeviceFlags(cudaDeviceLmemResizeToMax));
  show_flags("local memory resize");
  SHOW(cudaSetDeviceFlags(cudaDeviceSyncMemops));
  show_flags("synchronous memory operations");
  SHOW(cudaSetDeviceFlags(cudaDeviceScheduleSpin | cudaDeviceScheduleBlockingSync));
  SHOW(cudaSetDeviceFlags(cudaDeviceMask));
  SHOW(cudaSetDeviceFlags(cudaDeviceMask + 1));
  SHOW(cudaSetDeviceFlags(0x40));
  SHOW(cudaSetDeviceFlags(0x20));
  SHOW(cudaSetDeviceFlags(3));
  show_flags("after refusals");
  SHOW(cudaGetDeviceFlags(nullptr));
  SHOW(cudaDeviceReset());
  show_flags("after a reset");
}

__device__ void *kept;
__global__ void use_heap() { kept = malloc(64); }

static void set(const char *what, cudaLimit limit, std::size_t value) {
  std::printf("%s to %zu: %s\n", what, value, name_of(cudaDeviceSetLimit(limit, value)));
  std::fflush(stdout);
}

static std::size_t get(cudaLimit limit) {
  std::size_t value = 0;
  MUST(cudaDeviceGetLimit(&value, limit));
  return value;
}

// cudaDeviceSetLimit at its edges: zero, odd, huge, and a heap that a kernel already uses.
CASE(limits) {
  set("stack", cudaLimitStackSize, 0);
  set("stack", cudaLimitStackSize, 1);
  show_value("stack", static_cast<long long>(get(cudaLimitStackSize)));
  set("stack", cudaLimitStackSize, 1000);
  show_value("stack", static_cast<long long>(get(cudaLimitStackSize)));
  set("stack", cudaLimitStackSize, 1 << 16);
  show_value("stack", static_cast<long long>(get(cudaLimitStackSize)));
  set("stack", cudaLimitStackSize, std::size_t{1} << 40);
  show_value("stack", static_cast<long long>(get(cudaLimitStackSize)));
  set("printf", cudaLimitPrintfFifoSize, 0);
  show_truth("printf at least 1000", get(cudaLimitPrintfFifoSize) >= 1000);
  set("heap", cudaLimitMallocHeapSize, 0);
  set("heap", cudaLimitMallocHeapSize, 5 << 20);
  show_truth("heap at least 5 MiB", get(cudaLimitMallocHeapSize) >= (5 << 20));
  set("synchronisation depth", cudaLimitDevRuntimeSyncDepth, 2);
  set("pending launches", cudaLimitDevRuntimePendingLaunchCount, 100);
  show_truth("pending launches at least 100", get(cudaLimitDevRuntimePendingLaunchCount) >= 100);
  set("L2 granularity", cudaLimitMaxL2FetchGranularity, 32);
  show_value("granularity", static_cast<long long>(get(cudaLimitMaxL2FetchGranularity)));
  set("L2 granularity", cudaLimitMaxL2FetchGranularity, 33);
  show_value("granularity", static_cast<long long>(get(cudaLimitMaxL2FetchGranularity)));
  set("L2 granularity", cudaLimitMaxL2FetchGranularity, 1000);
  set("L2 granularity", cudaLimitMaxL2FetchGranularity, 0);
  set("persisting L2", cudaLimitPersistingL2CacheSize, 0);
  use_heap<<<1, 1>>>();
  MUST(cudaDeviceSynchronize());
  set("heap in use", cudaLimitMallocHeapSize, 6 << 20);
  set("heap in use, same", cudaLimitMallocHeapSize, get(cudaLimitMallocHeapSize));
  set("printf", cudaLimitPrintfFifoSize, 3 << 20);
  show_truth("printf at least 3 MiB", get(cudaLimitPrintfFifoSize) >= (3 << 20));
  set("limit -1", static_cast<cudaLimit>(-1), 1);
  set("limit 7", static_cast<cudaLimit>(7), 1);
  SHOW(cudaDeviceReset());
  show_value("stack after a reset", static_cast<long long>(get(cudaLimitStackSize)));
}

// cudaInitDevice: flags and devices that it takes and refuses; the current device stays.
CASE(init_device) {
  int count = 0, device = 77;
  MUST(cudaGetDeviceCount(&count));
  unsigned flags = 77;
  SHOW(cudaInitDevice(count, 0, 0));
  SHOW(cudaInitDevice(-1, 0, 0));
  SHOW(cudaInitDevice(0, 0, 2));
  SHOW(cudaInitDevice(0, 0x1000, 0));
  SHOW(cudaInitDevice(0, 0x1000, cudaInitDeviceFlagsAreValid));
  SHOW(cudaInitDevice(0, cudaDeviceScheduleSpin | cudaDeviceScheduleYield, cudaInitDeviceFlagsAreValid));
  SHOW(cudaGetDeviceFlags(&flags));
  show_value("flags", flags);
  SHOW(cudaInitDevice(0, cudaDeviceScheduleYield, 0));
  SHOW(cudaGetDeviceFlags(&flags));
  show_value("flags, not valid", flags);
  SHOW(cudaInitDevice(0, cudaDeviceScheduleYield, cudaInitDeviceFlagsAreValid));
  SHOW(cudaGetDeviceFlags(&flags));
  show_value("flags, valid", flags);
  SHOW(cudaInitDevice(0, cudaDeviceScheduleSpin, cudaInitDeviceFlagsAreValid));
  SHOW(cudaGetDeviceFlags(&flags));
  show_value("flags, once more", flags);
  SHOW(cudaGetDevice(&device));
  show_value("device", device);
}

// What a reset puts back: settings, limits, memory. And that it may come first.
CASE(reset_settings) {
  SHOW(cudaDeviceReset());
  std::size_t before = 0, value = 0;
  MUST(cudaDeviceGetLimit(&before, cudaLimitPrintfFifoSize));
  MUST(cudaDeviceSetLimit(cudaLimitPrintfFifoSize, before * 4));
  MUST(cudaDeviceSetLimit(cudaLimitStackSize, 4096));
  MUST(cudaDeviceSetCacheConfig(cudaFuncCachePreferL1));
  void *memory = nullptr;
  MUST(cudaMalloc(&memory, 1 << 20));
  SHOW(cudaDeviceReset());
  cudaPointerAttributes attributes = {};
  SHOW(cudaPointerGetAttributes(&attributes, memory));
  show_value("type", attributes.type);
  cudaFuncCache cache = cudaFuncCachePreferEqual;
  SHOW(cudaDeviceGetCacheConfig(&cache));
  show_value("cache", cache);
  MUST(cudaDeviceGetLimit(&value, cudaLimitPrintfFifoSize));
  show_truth("printf buffer as at first", value == before);
  MUST(cudaDeviceGetLimit(&value, cudaLimitStackSize));
  show_value("stack", static_cast<long long>(value));
  int device = 77;
  SHOW(cudaGetDevice(&device));
  show_value("device", device);
}

// The part of the L2 cache that is set aside, and windows of accesses that persist there.
CASE(persisting_l2) {
  int most_persisting = 0, most_window = 0, l2 = 0;
  MUST(cudaDeviceGetAttribute(&most_persisting, cudaDevAttrMaxPersistingL2CacheSize, 0));
  MUST(cudaDeviceGetAttribute(&most_window, cudaDevAttrMaxAccessPolicyWindowSize, 0));
  MUST(cudaDeviceGetAttribute(&l2, cudaDevAttrL2CacheSize, 0));
  show_truth("some may persist", most_persisting > 0);
  show_truth("not all may", most_persisting < l2);
  show_truth("windows", most_window > 0);
  cudaDeviceProp prop;
  MUST(cudaGetDeviceProperties(&prop, 0));
  show_truth("properties agree", prop.persistingL2CacheMaxSize == most_persisting && prop.accessPolicyMaxWindowSize == most_window);
  size_t limit = 1;
  SHOW(cudaDeviceGetLimit(&limit, cudaLimitPersistingL2CacheSize));
  SHOW(cudaDeviceSetLimit(cudaLimitPersistingL2CacheSize, most_persisting));
  MUST(cudaDeviceGetLimit(&limit, cudaLimitPersistingL2CacheSize));
  show_truth("all", limit == size_t(most_persisting));
  SHOW(cudaDeviceSetLimit(cudaLimitPersistingL2CacheSize, size_t(most_persisting) + 1));
  MUST(cudaDeviceGetLimit(&limit, cudaLimitPersistingL2CacheSize));
  show_truth("more than all: still all", limit == size_t(most_persisting));
  SHOW(cudaDeviceSetLimit(cudaLimitPersistingL2CacheSize, 1));
  MUST(cudaDeviceGetLimit(&limit, cudaLimitPersistingL2CacheSize));
  show_truth("one byte: as it is", limit == 1);
  show_truth("one byte: rounded up", limit > 1);
  SHOW(cudaDeviceSetLimit(cudaLimitPersistingL2CacheSize, 1 << 20));
  MUST(cudaDeviceGetLimit(&limit, cudaLimitPersistingL2CacheSize));
  show_truth("a MiB: at least", limit >= 1 << 20);
  SHOW(cudaDeviceSetLimit(cudaLimitPersistingL2CacheSize, 0));
  MUST(cudaDeviceGetLimit(&limit, cudaLimitPersistingL2CacheSize));
  show_value("none", limit);

  cudaStream_t stream;
  MUST(cudaStreamCreate(&stream));
  DeviceArray<char> memory(1 << 20);
  auto try_window = [&](const char *what, void *base, size_t bytes, float ratio, cudaAccessProperty hit, cudaAccessProperty miss) {
    cudaStreamAttrValue value = {}, back = {};
    value.accessPolicyWindow.base_ptr = base;
    value.accessPolicyWindow.num_bytes = bytes;
    value.accessPolicyWindow.hitRatio = ratio;
    value.accessPolicyWindow.hitProp = hit;
    value.accessPolicyWindow.missProp = miss;
    cudaError_t set = cudaStreamSetAttribute(stream, cudaStreamAttributeAccessPolicyWindow, &value);
    cudaError_t get = cudaStreamGetAttribute(stream, cudaStreamAttributeAccessPolicyWindow, &back);
    std::printf("%s: %s, %s, kept %d %d %g %d %d\n", what, name_of(set), name_of(get), back.accessPolicyWindow.base_ptr == base,
                back.accessPolicyWindow.num_bytes == bytes, back.accessPolicyWindow.hitRatio, int(back.accessPolicyWindow.hitProp),
                int(back.accessPolicyWindow.missProp));
    cudaGetLastError();
  };
  const auto keep = cudaAccessPropertyPersisting, stream_it = cudaAccessPropertyStreaming, normal = cudaAccessPropertyNormal;
  char *p = memory;
  try_window("a window", p, 1 << 20, 0.5f, keep, stream_it);
  try_window("all", p, 1 << 20, 1.f, keep, normal);
  try_window("nothing", p, 0, 1.f, keep, normal);
  try_window("longest", p, most_window, 1.f, keep, normal);
  try_window("too long", p, size_t(most_window) + 1, 1.f, keep, normal);
  try_window("negative ratio", p, 100, -1.f, keep, normal);
  try_window("host memory", &p, 8, 1.f, keep, normal);
  try_window("streaming", p, 100, 0.25f, stream_it, stream_it);
  SHOW(cudaCtxResetPersistingL2Cache());
  show_last_error("at the end");
}
