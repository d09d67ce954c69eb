// SPDX-License-Identifier: Apache-2.0
// cudaDeviceRegisterAsyncNotification: devices, a null function, several at once, each with a handle of its own.
#include "../../capturing.h"

static int told = 0;
static void notified(cudaAsyncNotificationInfo_t *, void *, cudaAsyncCallbackHandle_t) { ++told; }

CASES() {
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
