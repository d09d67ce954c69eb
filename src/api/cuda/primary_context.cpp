// SPDX-License-Identifier: Apache-2.0
// Primary contexts: those that the runtime API uses. The driver counts who retains them; what the runtime has started
// ends by a reset only.
#include <array>

#include "api/cuda/context.h"
#include "api/cuda/entry.h"
#include "base/mutex.h"
#include "cuda_bodies.h"

namespace riffle::api::cuda {
namespace {

struct Retained {
  Mutex mutex;
  struct Device {
    int count = 0;
    bool was_running = false;  ///< before the driver retained it
  };
  std::array<Device, context::kMaxDevices> devices RIFFLE_GUARDED_BY(mutex);
};

Retained& retained() {
  static Retained* const all = new Retained;  // as long as the process
  return *all;
}

}  // namespace

CUresult device_primary_ctx_retain(CUcontext* handle, CUdevice device) {
  if (handle == nullptr) return CUDA_ERROR_INVALID_VALUE;
  if (!is_device(device)) return CUDA_ERROR_INVALID_DEVICE;
  Context& context = *context::primary_context(device);
  Retained& all = retained();
  const MutexLock lock(all.mutex);
  auto& entry = all.devices[static_cast<std::size_t>(device)];
  if (entry.count == 0) entry.was_running = context.engine() != nullptr;
  if (const Status started = context.start(); !started) return to_result(started);
  ++entry.count;
  *handle = handle_of(context);
  return CUDA_SUCCESS;
}

CUresult device_primary_ctx_release_v2(CUdevice device) {
  if (!is_device(device)) return CUDA_ERROR_INVALID_DEVICE;
  Retained& all = retained();
  {
    const MutexLock lock(all.mutex);
    auto& entry = all.devices[static_cast<std::size_t>(device)];
    if (entry.count == 0) return CUDA_ERROR_INVALID_CONTEXT;
    if (entry.count > 1 || entry.was_running) {
      --entry.count;
      return CUDA_SUCCESS;
    }
  }
  // Likely the last: the context ends while nobody else can retain it, and nobody waits for the lock inside of a call.
  Context& context = *context::primary_context(device);
  context.drain();
  const engine::Alone alone;
  const MutexLock lock(all.mutex);
  auto& entry = all.devices[static_cast<std::size_t>(device)];
  if (entry.count == 0) return CUDA_ERROR_INVALID_CONTEXT;
  if (--entry.count == 0 && !entry.was_running) context.end();
  return CUDA_SUCCESS;
}

CUresult device_primary_ctx_reset_v2(CUdevice device) {
  if (!is_device(device)) return CUDA_ERROR_INVALID_DEVICE;
  context::primary_context(device)->end();
  return CUDA_SUCCESS;
}

CUresult device_primary_ctx_set_flags_v2(CUdevice device, unsigned int flags) {
  if (!is_device(device)) return CUDA_ERROR_INVALID_DEVICE;
  if (!are_context_flags(flags)) return CUDA_ERROR_INVALID_VALUE;
  context::primary_context(device)->settings.flags =
      flags | CU_CTX_MAP_HOST;  // as it always is there
  return CUDA_SUCCESS;
}

// Flags could be changed before the context was active, and not later.
CUresult device_primary_ctx_set_flags(CUdevice device, unsigned int flags) {
  if (!is_device(device)) return CUDA_ERROR_INVALID_DEVICE;
  if (context::primary_context(device)->engine() != nullptr)
    return CUDA_ERROR_PRIMARY_CONTEXT_ACTIVE;
  return device_primary_ctx_set_flags_v2(device, flags);
}

CUresult device_primary_ctx_get_state(CUdevice device, unsigned int* flags, int* active) {
  if (!is_device(device)) return CUDA_ERROR_INVALID_DEVICE;
  if (flags == nullptr || active == nullptr) return CUDA_ERROR_INVALID_VALUE;
  const Context& context = *context::primary_context(device);
  *active = context.engine() != nullptr ? 1 : 0;
  *flags = context.settings.flags & ~static_cast<unsigned>(CU_CTX_MAP_HOST);
  return CUDA_SUCCESS;
}

}  // namespace riffle::api::cuda
