// SPDX-License-Identifier: Apache-2.0
// Asynchronous notifications tell a program that its device memory is over a budget. Virtual devices
// have none: what is registered here is never called.
#include <memory>

#include "api/cudart/entry.h"
#include "base/handle_table.h"
#include "cudart_bodies.h"

namespace riffle::api::cudart {
namespace {

constexpr std::uint8_t kNotificationHandleKind = 0x22;

struct Notification {
  int device;
};

HandleTable<Notification>& notifications() {
  static constinit HandleTable<Notification> table(kNotificationHandleKind);
  return table;
}

}  // namespace

cudaError_t device_register_async_notification(int device, cudaAsyncCallback callbackFunc, void*,
                                               cudaAsyncCallbackHandle_t* callback) {
  if (callbackFunc == nullptr || callback == nullptr) return cudaErrorInvalidValue;
  if (!is_device(device)) return cudaErrorInvalidDevice;
  auto made = std::make_unique<Notification>(device);
  const std::uintptr_t handle = notifications().insert(made.get());
  if (handle == 0) return cudaErrorMemoryAllocation;
  made.release();  // NOLINT(bugprone-unused-return-value): the handle table has it
  *callback = reinterpret_cast<cudaAsyncCallbackHandle_t>(handle);
  return cudaSuccess;
}

cudaError_t device_unregister_async_notification(int device, cudaAsyncCallbackHandle_t callback) {
  if (callback == nullptr) return cudaErrorInvalidValue;
  if (!is_device(device)) return cudaErrorInvalidDevice;
  const Notification* const found = notifications().find(callback);
  if (found == nullptr || found->device != device) return cudaErrorInvalidValue;
  delete notifications().remove(reinterpret_cast<std::uintptr_t>(callback));
  return cudaSuccess;
}

}  // namespace riffle::api::cudart
