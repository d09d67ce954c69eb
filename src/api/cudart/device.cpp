// SPDX-License-Identifier: Apache-2.0
// Devices: their contexts, and the calls that choose, configure, wait for and reset them.
#include "api/cudart/device.h"

#include <algorithm>

#include "api/cudart/entry.h"
#include "base/options.h"
#include "cudart_bodies.h"
#include "device/cpu/heap.h"
#include "device/cpu/printf.h"
#include "runtime/memory/registry.h"
#include "runtime/module/module.h"

namespace riffle::api::cudart {
namespace {

constexpr int kMaxDevices = 64;
static_assert(kMaxDevices <= module::kMaxDevices && kMaxDevices <= memory::Registry::kMaxDevices);

std::atomic<int> default_device{0};  // cudaSetValidDevices

void variables_loaded(int device, std::span<const abi::Variable> variables) {
  for (const abi::Variable& variable : variables) {
    memory::registry().add_variable(variable.address, variable.size, device);
  }
}

void variables_unloading(int, std::span<const abi::Variable> variables) {
  for (const abi::Variable& variable : variables)
    memory::registry().remove_variable(variable.address);
}

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

}  // namespace

int device_count() {
  return static_cast<int>(std::min<std::uint32_t>(options().devices, kMaxDevices));
}

Device* device_at(int index) {
  static std::array<Device*, kMaxDevices>* const devices = [] {
    auto* const made = new std::array<Device*, kMaxDevices>{};  // as long as the process
    for (int i = 0; i < device_count(); ++i) (*made)[static_cast<std::size_t>(i)] = new Device(i);
    module::set_load_observer({.loaded = variables_loaded, .unloading = variables_unloading});
    return made;
  }();
  return index >= 0 && index < device_count() ? (*devices)[static_cast<std::size_t>(index)]
                                              : nullptr;
}

Device* initialise_current(cudaError_t& why) {
  if (thread_state.device == nullptr) {
    thread_state.device = device_at(default_device.load(std::memory_order_relaxed));
    if (thread_state.device == nullptr) {
      why = cudaErrorNoDevice;
      return nullptr;
    }
  }
  if (const Status status = thread_state.device->initialise(); !status) {
    why = to_cuda(status);
    return nullptr;
  }
  return thread_state.device;
}

Status Device::initialise() {
  const MutexLock lock(mutex_);
  if (owned_ != nullptr) return {};
  owned_ = engine::Context::create();
  if (owned_ == nullptr) return error(Code::kNotInitialized, "no worker thread can be started");
  legacy_.stream = &owned_->legacy();
  legacy_.device = this;
  legacy_.generation = generation();
  context_.store(owned_.get(), std::memory_order_release);
  return {};
}

void Device::reset() {
  // Before the lock: what is still to run may be host functions of the program.
  if (engine::Context* const running = context()) running->synchronize();
  device::flush_printf();
  const MutexLock lock(mutex_);
  if (owned_ == nullptr) return;
  forget_streams_of(*this);
  forget_events_of(*this);
  module::unload_device(index_);
  context_.store(nullptr, std::memory_order_release);
  generation_.fetch_add(1, std::memory_order_release);
  owned_.reset();
  memory::registry().free_all(index_);
  device::reset_heap();
  flags = cudaDeviceMapHost;
  cache_config = cudaFuncCachePreferNone;
  peers = 0;
  for (auto& limit : limits) limit = 0;
}

void Device::destroy_stream(engine::Stream* stream, std::uint64_t generation) {
  const MutexLock lock(mutex_);
  if (owned_ != nullptr && generation == this->generation()) owned_->destroy_stream(stream);
}

cudaError_t get_device_count(int* count) {
  if (count == nullptr) return cudaErrorInvalidValue;
  *count = device_count();
  return *count > 0 ? cudaSuccess : cudaErrorNoDevice;
}

cudaError_t set_device(int device) {
  Device* const chosen = device_at(device);
  if (chosen == nullptr) return device_count() > 0 ? cudaErrorInvalidDevice : cudaErrorNoDevice;
  thread_state.device = chosen;
  return to_cuda(chosen->initialise());
}

cudaError_t get_device(int* device) {
  if (device == nullptr) return cudaErrorInvalidValue;
  if (device_count() == 0) return cudaErrorNoDevice;
  *device = thread_state.device != nullptr ? thread_state.device->index()
                                           : default_device.load(std::memory_order_relaxed);
  return cudaSuccess;
}

cudaError_t init_device(int device, unsigned int deviceFlags, unsigned int flags) {
  Device* const chosen = device_at(device);
  if (chosen == nullptr) return cudaErrorInvalidDevice;
  if ((flags & ~static_cast<unsigned>(cudaInitDeviceFlagsAreValid)) != 0)
    return cudaErrorInvalidValue;
  if ((flags & cudaInitDeviceFlagsAreValid) != 0) {
    if ((deviceFlags & ~static_cast<unsigned>(cudaDeviceMask)) != 0) return cudaErrorInvalidValue;
    chosen->flags = deviceFlags | cudaDeviceMapHost;
  }
  return to_cuda(chosen->initialise());
}

cudaError_t set_valid_devices(int* device_arr, int len) {
  if (len < 0 || len > device_count()) return cudaErrorInvalidValue;
  if (device_arr == nullptr) return len == 0 ? cudaSuccess : cudaErrorInvalidValue;
  for (int i = 0; i < len; ++i) {
    if (device_at(device_arr[i]) == nullptr) return cudaErrorInvalidDevice;
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
  Device* const device = thread_state.device;
  if (device != nullptr) device->reset();
  return cudaSuccess;
}

cudaError_t device_synchronize() {
  engine::Context& context = *current_device().context();
  context.synchronize();
  device::flush_printf();
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
  current_device().limits[static_cast<std::size_t>(limit)] = value;
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
      is_live ? 0 : current_device().limits[static_cast<std::size_t>(limit)].load();
  *pValue = set != 0 ? set : default_limit(limit);
  return cudaSuccess;
}

cudaError_t device_get_cache_config(cudaFuncCache* pCacheConfig) {
  if (pCacheConfig == nullptr) return cudaErrorInvalidValue;
  *pCacheConfig = current_device().cache_config;
  return cudaSuccess;
}

cudaError_t device_set_cache_config(cudaFuncCache cacheConfig) {
  if (cacheConfig < cudaFuncCachePreferNone || cacheConfig > cudaFuncCachePreferEqual)
    return cudaErrorInvalidValue;
  current_device().cache_config = cacheConfig;
  return cudaSuccess;
}

cudaError_t device_get_shared_mem_config(cudaSharedMemConfig* pConfig) {
  if (pConfig == nullptr) return cudaErrorInvalidValue;
  *pConfig = current_device().shared_config;
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
  Device* const device =
      thread_state.device != nullptr ? thread_state.device : device_at(default_device);
  if (device == nullptr) return cudaErrorNoDevice;
  device->flags = flags | cudaDeviceMapHost;
  return cudaSuccess;
}

cudaError_t get_device_flags(unsigned int* flags) {
  if (flags == nullptr) return cudaErrorInvalidValue;
  const Device* const device =
      thread_state.device != nullptr ? thread_state.device : device_at(default_device);
  if (device == nullptr) return cudaErrorNoDevice;
  *flags = device->flags;
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
