// SPDX-License-Identifier: Apache-2.0
// What a program may set on its device: limits, and preferences that change nothing here.
#include <algorithm>

#include "api/cudart/entry.h"
#include "cudart_bodies.h"
#include "device/cpu/heap.h"
#include "device/cpu/launch.h"
#include "device/cpu/printf.h"

namespace riffle::api::cudart {
namespace {

constexpr std::size_t kStackAlignment = 16;
constexpr std::size_t kStackBytesMost = std::size_t{512} << 10;  // local memory of a thread
constexpr std::size_t kFetchGranularityMost = 128;
// Has no name in the runtime API, but hardware answers it.
constexpr int kLimitSharedMemory = 7;

bool is_limit(cudaLimit limit) {
  return limit >= cudaLimitStackSize && limit <= cudaLimitPersistingL2CacheSize;
}

std::size_t default_limit(cudaLimit limit) {
  switch (limit) {
    case cudaLimitStackSize:
      return 1024;
    case cudaLimitPrintfFifoSize:
      return device::kPrintfFifoBytesDefault;
    case cudaLimitDevRuntimePendingLaunchCount:
      return 2048;
    case cudaLimitMaxL2FetchGranularity:
      return 64;
    default:
      return 0;
  }
}

// Stacks belong to workers, which serve all devices: they fit the largest limit of any.
void fit_stacks() {
  std::size_t most = 0;
  for (int index = 0; index < device_count(); ++index) {
    const std::size_t set = primary_context(index)->settings.limits[cudaLimitStackSize];
    most = std::max(most, set != 0 ? set : default_limit(cudaLimitStackSize));
  }
  device::set_stack_limit_bytes(most);
}

cudaError_t set_stack(std::atomic<std::size_t>& kept, std::size_t value) {
  if (value > kStackBytesMost) return cudaErrorInvalidValue;
  value = std::max(value, kStackAlignment);
  kept = (value + kStackAlignment - 1) / kStackAlignment * kStackAlignment;
  fit_stacks();
  return cudaSuccess;
}

}  // namespace

cudaError_t device_set_limit(cudaLimit limit, std::size_t value) {
  if (static_cast<int>(limit) == kLimitSharedMemory) return cudaErrorNotPermitted;
  if (!is_limit(limit)) return cudaErrorInvalidValue;
  Context& context = current_context();
  std::atomic<std::size_t>& kept = context.settings.limits[static_cast<std::size_t>(limit)];
  switch (limit) {
    case cudaLimitStackSize:
      return set_stack(kept, value);
    case cudaLimitPrintfFifoSize:
      if (device::is_printf_settled(context.device())) return cudaErrorInvalidValue;
      device::set_printf_fifo_bytes(value);
      kept = device::printf_fifo_bytes();  // at least a minimum
      return cudaSuccess;
    case cudaLimitMallocHeapSize:
      return device::set_heap_bytes(context.device(), value) ? cudaSuccess : cudaErrorInvalidValue;
    case cudaLimitDevRuntimeSyncDepth:
      return cudaErrorUnsupportedLimit;
    case cudaLimitMaxL2FetchGranularity:
      if (value > kFetchGranularityMost) return cudaErrorInvalidValue;
      break;
    case cudaLimitPersistingL2CacheSize:
      if (value > persisting_cache_bytes_most()) return cudaErrorInvalidValue;
      // The cache is divided into shares; hardware sets whole ones aside.
      value = (value + cache_share_bytes() - 1) / cache_share_bytes() * cache_share_bytes();
      break;
    default:
      break;
  }
  kept = value;
  return cudaSuccess;
}

cudaError_t get_limit(const Context& context, cudaLimit limit, std::size_t& value) {
  if (static_cast<int>(limit) == kLimitSharedMemory) {
    value = 0;
    return cudaSuccess;
  }
  if (!is_limit(limit)) return cudaErrorInvalidValue;
  if (limit == cudaLimitDevRuntimeSyncDepth) return cudaErrorUnsupportedLimit;
  if (limit == cudaLimitMallocHeapSize) {
    value = device::heap_bytes(context.device());
    return cudaSuccess;
  }
  const std::size_t set = context.settings.limits[static_cast<std::size_t>(limit)];
  value = set != 0 ? set : default_limit(limit);
  return cudaSuccess;
}

cudaError_t device_get_limit(std::size_t* pValue, cudaLimit limit) {
  if (pValue == nullptr) return cudaErrorInvalidValue;
  return get_limit(current_context(), limit, *pValue);
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

// The processor's caches keep what they will: no line is ever persisting.
cudaError_t ctx_reset_persisting_l2_cache() { return cudaSuccess; }

}  // namespace riffle::api::cudart
