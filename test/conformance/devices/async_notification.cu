// SPDX-License-Identifier: Apache-2.0
// Asynchronous notifications: registering and unregistering. No budget is ever exceeded here.
#include "../transcript.h"

static void notified(cudaAsyncNotificationInfo_t *, void *, cudaAsyncCallbackHandle_t) { std::puts("notified"); }

int main() {
  int count = 0;
  MUST(cudaGetDeviceCount(&count));
  cudaAsyncCallbackHandle_t first = nullptr, second = nullptr;
  SHOW(cudaDeviceRegisterAsyncNotification(count, notified, nullptr, &first));
  SHOW(cudaDeviceRegisterAsyncNotification(-1, notified, nullptr, &first));
  SHOW(cudaDeviceRegisterAsyncNotification(0, nullptr, nullptr, &first));
  SHOW(cudaDeviceRegisterAsyncNotification(0, notified, nullptr, &first));
  show_truth("a handle", first != nullptr);
  SHOW(cudaDeviceRegisterAsyncNotification(0, notified, nullptr, &second));
  show_truth("another handle", second != nullptr && second != first);
  SHOW(cudaDeviceUnregisterAsyncNotification(0, nullptr));
  SHOW(cudaDeviceUnregisterAsyncNotification(count, first));
  SHOW(cudaDeviceUnregisterAsyncNotification(0, first));
  SHOW(cudaDeviceUnregisterAsyncNotification(0, second));
}
