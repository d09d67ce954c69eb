// SPDX-License-Identifier: Apache-2.0
// cudaDeviceUnregisterAsyncNotification: devices, no handle, and that others stay registered.
#include "../../transcript.h"

static void notified(cudaAsyncNotificationInfo_t *, void *, cudaAsyncCallbackHandle_t) {}

CASES() {
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
