// SPDX-License-Identifier: Apache-2.0
// Notifications about budgets, which are never exceeded here.
#include "../../cases.h"
#include "../../capturing.h"

namespace device_register_async_notification_ {
static int told = 0;
static void notified(cudaAsyncNotificationInfo_t *, void *, cudaAsyncCallbackHandle_t) { ++told; }

// cudaDeviceRegisterAsyncNotification: devices, a null function, several at once, each with a handle of its own.
CASE(device_register_async_notification) {
  int count = 0;
  MUST(cudaGetDeviceCount(&count));
  cudaAsyncCallbackHandle_t handles[4] = {};
  SHOW(cudaDeviceRegisterAsyncNotification(count, notified, nullptr, &handles[0]));
  SHOW(cudaDeviceRegisterAsyncNotification(-1, notified, nullptr, &handles[0]));
  SHOW(cudaDeviceRegisterAsyncNotification(0, nullptr, &told, &handles[0]));
  SHOW(cudaDeviceRegisterAsyncNotification(count, nullptr, &told, &handles[0]));
  show_truth("untouched", handles[0] == nullptr);
  show_last_error("after refused calls");
  for (auto &handle : handles) SHOW(cudaDeviceRegisterAsyncNotification(0, notified, &told, &handle));
  bool differ = true;
  for (int i = 0; i < 4; ++i)
    for (int j = 0; j < i; ++j) differ = differ && handles[i] != handles[j] && handles[i] != nullptr;
  show_truth("handles of their own", differ);
  void *memory;
  MUST(cudaMalloc(&memory, 1 << 20));
  MUST(cudaFree(memory));
  MUST(cudaDeviceSynchronize());
  show_value("told without a budget", told);
  for (auto handle : handles) MUST(cudaDeviceUnregisterAsyncNotification(0, handle));
  show_while_capturing("registered", [&] {
    const cudaError_t error = cudaDeviceRegisterAsyncNotification(0, notified, nullptr, &handles[0]);
    if (error == cudaSuccess) MUST(cudaDeviceUnregisterAsyncNotification(0, handles[0]));
    return error;
  });
}
}  // namespace device_register_async_notification_

namespace device_unregister_async_notification_ {
static void notified(cudaAsyncNotificationInfo_t *, void *, cudaAsyncCallbackHandle_t) {}

// cudaDeviceUnregisterAsyncNotification: devices, no handle, and that others stay registered.
CASE(device_unregister_async_notification) {
  int count = 0;
  MUST(cudaGetDeviceCount(&count));
  SHOW(cudaDeviceUnregisterAsyncNotification(0, nullptr));
  SHOW(cudaDeviceUnregisterAsyncNotification(count, nullptr));
  SHOW(cudaDeviceUnregisterAsyncNotification(-1, nullptr));
  cudaAsyncCallbackHandle_t first, second, third;
  MUST(cudaDeviceRegisterAsyncNotification(0, notified, nullptr, &first));
  MUST(cudaDeviceRegisterAsyncNotification(0, notified, nullptr, &second));
  MUST(cudaDeviceRegisterAsyncNotification(0, notified, nullptr, &third));
  SHOW(cudaDeviceUnregisterAsyncNotification(count, second));
  SHOW(cudaDeviceUnregisterAsyncNotification(-1, second));
  show_last_error("after refused calls");
  SHOW(cudaDeviceUnregisterAsyncNotification(0, second));
  SHOW(cudaDeviceUnregisterAsyncNotification(0, first));
  std::thread([&] { SHOW(cudaDeviceUnregisterAsyncNotification(0, third)); }).join();
  SHOW(cudaDeviceUnregisterAsyncNotification(0, nullptr));
}
}  // namespace device_unregister_async_notification_
