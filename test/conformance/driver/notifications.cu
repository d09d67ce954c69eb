// SPDX-License-Identifier: Apache-2.0
// flags: -lcuda
// cuDeviceRegisterAsyncNotification, cuDeviceUnregisterAsyncNotification: no budget is ever exceeded here.
#include "driver.h"

static void notified(CUasyncNotificationInfo *, void *, CUasyncCallbackHandle) { std::puts("notified"); }

int main() {
  use_primary();
  CUasyncCallbackHandle first = nullptr, second = nullptr;
  SHOW(cuDeviceRegisterAsyncNotification(-1, notified, nullptr, &first));
  SHOW(cuDeviceRegisterAsyncNotification(0, nullptr, nullptr, &first));
  SHOW(cuDeviceRegisterAsyncNotification(0, notified, nullptr, &first));
  SHOW(cuDeviceRegisterAsyncNotification(0, notified, nullptr, &second));
  show_truth("two handles", first != nullptr && second != nullptr && second != first);
  SHOW(cuDeviceUnregisterAsyncNotification(0, nullptr));
  SHOW(cuDeviceUnregisterAsyncNotification(-1, first));
  SHOW(cuDeviceUnregisterAsyncNotification(0, first));
  SHOW(cuDeviceUnregisterAsyncNotification(0, second));
}
