// SPDX-License-Identifier: Apache-2.0
// Devices: the calls that choose, configure, wait for and reset them.
#include "api/cudart/device.h"

#include "api/cuda/module.h"
#include "api/cudart/array.h"
#include "api/cudart/entry.h"
#include "api/cudart/graph.h"
#include "api/cudart/image_object.h"
#include "cudart_bodies.h"
#include "device/cpu/printf.h"
#include "runtime/memory/pools.h"

namespace riffle::api::cudart {
namespace {

// Handles of the default streams are the same everywhere: what stands behind them hangs at the context.
void context_starting(Context& context, engine::ContextStreams& engine) {
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
  forget_graph_execs_of(*context.engine());
  cuda::forget_modules_of(context);
  if (!context.is_primary()) return;
  forget_images_of(context.device());
  forget_arrays_of(context.device());
}

[[gnu::constructor]] void observe_contexts() {
  context::set_hooks({.starting = context_starting, .ending = context_ending});
}

bool are_device_flags(unsigned flags) {
  const unsigned schedule = flags & cudaDeviceScheduleMask;
  return (flags & ~static_cast<unsigned>(cudaDeviceMask)) == 0 && (schedule & (schedule - 1)) == 0;
}

// Two bits of the mask have no name: hardware takes and forgets them. Mapping is always on.
unsigned kept_flags(unsigned flags) {
  constexpr unsigned kNamed =
      cudaDeviceScheduleMask | cudaDeviceMapHost | cudaDeviceLmemResizeToMax | cudaDeviceSyncMemops;
  return (flags & kNamed) | cudaDeviceMapHost;
}

}  // namespace

Context* chosen_context() {
  return context::current != nullptr ? context::current
                                     : primary_context(thread_state.first_device);
}

Context* start_current(cudaError_t& why) {
  if (context::current == nullptr) {
    context::current = primary_context(thread_state.first_device);
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
  (void)context::primary_context(0);  // initialises the driver API too
  return *count > 0 ? cudaSuccess : cudaErrorNoDevice;
}

cudaError_t set_device(int device) {
  Context* const chosen = primary_context(device);
  if (chosen == nullptr) return device_count() > 0 ? cudaErrorInvalidDevice : cudaErrorNoDevice;
  if (engine::in_host_function()) return cudaErrorNotPermitted;
  context::current = chosen;
  return to_cuda(chosen->start());
}

cudaError_t get_device(int* device) {
  if (device == nullptr) return cudaErrorInvalidValue;
  if (device_count() == 0) return cudaErrorNoDevice;
  *device = context::current != nullptr ? context::current->device() : thread_state.first_device;
  return cudaSuccess;
}

cudaError_t init_device(int device, unsigned int deviceFlags, unsigned int flags) {
  Context* const chosen = primary_context(device);
  if (chosen == nullptr) return cudaErrorInvalidDevice;
  if ((flags & cudaInitDeviceFlagsAreValid) != 0) {  // other bits are ignored, as on hardware
    if (!are_device_flags(deviceFlags)) return cudaErrorInvalidValue;
    chosen->settings.flags = kept_flags(deviceFlags);
  }
  return to_cuda(chosen->start());
}

cudaError_t set_valid_devices(int* device_arr, int len) {
  if (len < 0 || len > device_count()) return cudaErrorInvalidValue;
  if (device_arr == nullptr) return len == 0 ? cudaSuccess : cudaErrorInvalidValue;
  for (int i = 0; i < len; ++i) {
    if (!is_device(device_arr[i])) return cudaErrorInvalidDevice;
  }
  // For this thread, as on hardware, and until it chooses for itself.
  thread_state.first_device = len > 0 ? device_arr[0] : 0;
  return cudaSuccess;
}

cudaError_t choose_device(int* device, const cudaDeviceProp* prop) {
  if (device == nullptr || prop == nullptr) return cudaErrorInvalidValue;
  if (device_count() == 0) return cudaErrorNoDevice;
  *device = 0;  // all devices are alike
  return cudaSuccess;
}

cudaError_t device_reset() {
  if (context::current == nullptr) return cudaSuccess;
  // Hardware waits for the work of the other devices too.
  for (const Context* const context : context::all_contexts()) {
    if (engine::ContextStreams* const running = context->engine()) running->synchronize();
  }
  primary_context(context::current->device())->end();
  return cudaSuccess;
}

cudaError_t device_synchronize() {
  engine::ContextStreams& context = *current_context().engine();
  context.synchronize();
  for (const Context* const green : context::green_contexts_of(current_context()))
    green->engine()->synchronize();
  device::flush_printf();
  memory::pools_synchronised();
  return to_cuda(context.take_report());
}

cudaError_t set_device_flags(unsigned int flags) {
  if (!are_device_flags(flags)) return cudaErrorInvalidValue;
  Context* const context = chosen_context();
  if (context == nullptr) return cudaErrorNoDevice;
  context->settings.flags = kept_flags(flags);
  return cudaSuccess;
}

cudaError_t get_device_flags(unsigned int* flags) {
  if (flags == nullptr) return cudaErrorInvalidValue;
  const Context* const context = chosen_context();
  if (context == nullptr) return cudaErrorNoDevice;
  *flags = context->settings.flags;
  return cudaSuccess;
}

}  // namespace riffle::api::cudart
