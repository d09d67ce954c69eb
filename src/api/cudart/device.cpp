// SPDX-License-Identifier: Apache-2.0
// Devices: the calls that choose, configure, wait for and reset them.
#include "api/cudart/device.h"

#include "api/cudart/entry.h"
#include "cudart_bodies.h"
#include "device/cpu/heap.h"
#include "device/cpu/launch.h"
#include "device/cpu/printf.h"
#include "runtime/memory/pools.h"

namespace riffle::api::cudart {
namespace {

std::atomic<int> default_device{0};  // cudaSetValidDevices

std::size_t default_limit(cudaLimit limit) {
  switch (limit) {
    case cudaLimitStackSize:
      return 1024;
    case cudaLimitPrintfFifoSize:
      return device::printf_fifo_bytes();
    case cudaLimitMallocHeapSize:
      return device::heap_bytes();
    case cudaLimitDevRuntimeSyncDepth:
      return 2;
    case cudaLimitDevRuntimePendingLaunchCount:
      return 2048;
    case cudaLimitMaxL2FetchGranularity:
      return 64;
    case cudaLimitPersistingL2CacheSize:
      return 0;
  }
  return 0;
}

// Has no name in the runtime API, but hardware answers it.
constexpr int kLimitSharedMemory = 7;

bool is_limit(cudaLimit limit) {
  return limit >= cudaLimitStackSize && limit <= cudaLimitPersistingL2CacheSize;
}

// Handles of the default streams are the same everywhere: what stands behind them hangs at the context.
void context_starting(Context& context, engine::Context& engine) {
  if (context.attachment == nullptr)
    context.attachment = new StreamObject;  // as long as the context
  StreamObject& legacy = legacy_of(context);
  legacy.stream = &engine.legacy();
  legacy.context = &context;
  legacy.generation = context.generation();
}

void context_ending(Context& context) {
  forget_streams_of(context);
  forget_events_of(context);
}

[[gnu::constructor]] void observe_contexts() {
  context::set_observer({.starting = context_starting, .ending = context_ending});
}

/// The device whose settings a call means that needs no context.
Context* chosen_context() {
  return context::current != nullptr ? context::current : primary_context(default_device);
}

}  // namespace

Context* start_current(cudaError_t& why) {
  if (context::current == nullptr) {
    context::current = primary_context(default_device.load(std::memory_order_relaxed));
    if (context::current == nullptr) {
      why = cudaErrorNoDevice;
      return nullptr;
    }
  }
  if (const Status status = context::current->start(); !status) {
    why = to_cuda(status);
    return nullptr;
  }
  return context::current;
}

cudaError_t get_device_count(int* count) {
  if (count == nullptr) return cudaErrorInvalidValue;
  *count = device_count();
  return *count > 0 ? cudaSuccess : cudaErrorNoDevice;
}

cudaError_t set_device(int device) {
  Context* const chosen = primary_context(device);
  if (chosen == nullptr) return device_count() > 0 ? cudaErrorInvalidDevice : cudaErrorNoDevice;
  context::current = chosen;
  return to_cuda(chosen->start());
}

cudaError_t get_device(int* device) {
  if (device == nullptr) return cudaErrorInvalidValue;
  if (device_count() == 0) return cudaErrorNoDevice;
  *device = context::current != nullptr ? context::current->device()
                                        : default_device.load(std::memory_order_relaxed);
  return cudaSuccess;
}

cudaError_t init_device(int device, unsigned int deviceFlags, unsigned int flags) {
  Context* const chosen = primary_context(device);
  if (chosen == nullptr) return cudaErrorInvalidDevice;
  if ((flags & ~static_cast<unsigned>(cudaInitDeviceFlagsAreValid)) != 0)
    return cudaErrorInvalidValue;
  if ((flags & cudaInitDeviceFlagsAreValid) != 0) {
    if ((deviceFlags & ~static_cast<unsigned>(cudaDeviceMask)) != 0) return cudaErrorInvalidValue;
    chosen->settings.flags = deviceFlags | cudaDeviceMapHost;
  }
  return to_cuda(chosen->start());
}

cudaError_t set_valid_devices(int* device_arr, int len) {
  if (len < 0 || len > device_count()) return cudaErrorInvalidValue;
  if (device_arr == nullptr) return len == 0 ? cudaSuccess : cudaErrorInvalidValue;
  for (int i = 0; i < len; ++i) {
    if (!is_device(device_arr[i])) return cudaErrorInvalidDevice;
  }
  default_device.store(len > 0 ? device_arr[0] : 0, std::memory_order_relaxed);
  return cudaSuccess;
}

cudaError_t choose_device(int* device, const cudaDeviceProp* prop) {
  if (device == nullptr || prop == nullptr) return cudaErrorInvalidValue;
  if (device_count() == 0) return cudaErrorNoDevice;
  *device = 0;  // all devices are alike
  return cudaSuccess;
}

cudaError_t device_reset() {
  if (context::current != nullptr) context::current->end();
  return cudaSuccess;
}

cudaError_t device_synchronize() {
  engine::Context& context = *current_context().engine();
  context.synchronize();
  device::flush_printf();
  memory::pools_synchronised();
  return to_cuda(context.fault());
}

cudaError_t device_set_limit(cudaLimit limit, std::size_t value) {
  if (!is_limit(limit)) return cudaErrorInvalidValue;
  if (limit == cudaLimitDevRuntimeSyncDepth) return cudaErrorUnsupportedLimit;
  if (limit == cudaLimitPersistingL2CacheSize && value > 0) return cudaErrorInvalidValue;
  if (limit == cudaLimitMallocHeapSize && !device::set_heap_bytes(value))
    return cudaErrorInvalidValue;
  if (limit == cudaLimitPrintfFifoSize) device::set_printf_fifo_bytes(value);
  if (limit == cudaLimitStackSize) device::set_stack_limit_bytes(value);
  current_context().settings.limits[static_cast<std::size_t>(limit)] = value;
  return cudaSuccess;
}

cudaError_t device_get_limit(std::size_t* pValue, cudaLimit limit) {
  if (pValue != nullptr && static_cast<int>(limit) == kLimitSharedMemory) {
    *pValue = 0;
    return cudaSuccess;
  }
  if (pValue == nullptr || !is_limit(limit)) return cudaErrorInvalidValue;
  if (limit == cudaLimitDevRuntimeSyncDepth) return cudaErrorUnsupportedLimit;
  const bool is_live = limit == cudaLimitPrintfFifoSize || limit == cudaLimitMallocHeapSize;
  const std::size_t set =
      is_live ? 0 : current_context().settings.limits[static_cast<std::size_t>(limit)].load();
  *pValue = set != 0 ? set : default_limit(limit);
  return cudaSuccess;
}

cudaError_t device_get_cache_config(cudaFuncCache* pCacheConfig) {
  if (pCacheConfig == nullptr) return cudaErrorInvalidValue;
  *pCacheConfig = static_cast<cudaFuncCache>(current_context().settings.cache_config.load());
  return cudaSuccess;
}

cudaError_t device_set_cache_config(cudaFuncCache cacheConfig) {
  if (cacheConfig < cudaFuncCachePreferNone || cacheConfig > cudaFuncCachePreferEqual)
    return cudaErrorInvalidValue;
  current_context().settings.cache_config = cacheConfig;
  return cudaSuccess;
}

cudaError_t device_get_shared_mem_config(cudaSharedMemConfig* pConfig) {
  if (pConfig == nullptr) return cudaErrorInvalidValue;
  *pConfig = cudaSharedMemBankSizeFourByte;
  return cudaSuccess;
}

cudaError_t device_set_shared_mem_config(cudaSharedMemConfig config) {
  // Compute capability 8.0 has banks of four bytes only: the call is accepted and changes nothing.
  const bool is_known =
      config >= cudaSharedMemBankSizeDefault && config <= cudaSharedMemBankSizeEightByte;
  return is_known ? cudaSuccess : cudaErrorInvalidValue;
}

cudaError_t device_get_stream_priority_range(int* leastPriority, int* greatestPriority) {
  if (leastPriority != nullptr) *leastPriority = 0;
  if (greatestPriority != nullptr) *greatestPriority = -5;
  return cudaSuccess;
}

cudaError_t set_device_flags(unsigned int flags) {
  if ((flags & ~static_cast<unsigned>(cudaDeviceMask)) != 0) return cudaErrorInvalidValue;
  const unsigned schedule = flags & cudaDeviceScheduleMask;
  if ((schedule & (schedule - 1)) != 0) return cudaErrorInvalidValue;
  Context* const context = chosen_context();
  if (context == nullptr) return cudaErrorNoDevice;
  context->settings.flags = flags | cudaDeviceMapHost;
  return cudaSuccess;
}

cudaError_t get_device_flags(unsigned int* flags) {
  if (flags == nullptr) return cudaErrorInvalidValue;
  const Context* const context = chosen_context();
  if (context == nullptr) return cudaErrorNoDevice;
  *flags = context->settings.flags;
  return cudaSuccess;
}

cudaError_t ctx_reset_persisting_l2_cache() { return cudaSuccess; }  // no line is ever persisting

cudaError_t driver_get_version(int* driverVersion) {
  if (driverVersion == nullptr) return cudaErrorInvalidValue;
  *driverVersion = CUDART_VERSION;
  return cudaSuccess;
}

cudaError_t runtime_get_version(int* runtimeVersion) {
  if (runtimeVersion == nullptr) return cudaErrorInvalidValue;
  *runtimeVersion = CUDART_VERSION;
  return cudaSuccess;
}

cudaError_t profiler_start() { return cudaSuccess; }  // there is no profiler to tell
cudaError_t profiler_stop() { return cudaSuccess; }

}  // namespace riffle::api::cudart
