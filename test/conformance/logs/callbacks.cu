// SPDX-License-Identifier: Apache-2.0
// cudaLogsRegisterCallback and Unregister: arguments, and that a refused call is told. The texts are not compared.
#include "../transcript.h"

static int told = 0;
static bool good_length = true;
static bool good_user = true;

static void on_message(void *user, cudaLogLevel level, char *message, std::size_t length) {
  ++told;
  good_length = good_length && message != nullptr && length > 0 && std::strlen(message) <= length;
  good_user = good_user && user == &told && level == cudaLogLevelError;
}

int main() {
  MUST(cudaFree(nullptr));
  cudaLogsCallbackHandle handle = nullptr, second = nullptr;
  SHOW(cudaLogsRegisterCallback(nullptr, nullptr, &handle));
  SHOW(cudaLogsRegisterCallback(on_message, &told, &handle));
  show_truth("a handle", handle != nullptr);
  SHOW(cudaLogsRegisterCallback(on_message, &told, nullptr));
  SHOW(cudaLogsRegisterCallback(on_message, &told, &second));
  show_truth("another handle", second != handle);
  SHOW(cudaLogsUnregisterCallback(second));
  told = 0;
  void *memory = nullptr;
  SHOW(cudaMalloc(&memory, std::size_t{1} << 60));
  show_truth("something was told of an allocation that failed", told > 0);
  told = 0;
  SHOW(cudaStreamSynchronize(cudaStreamLegacy));
  show_value("told of a call that succeeded", told);
  show_truth("lengths", good_length);
  show_truth("user pointer and level", good_user);
  SHOW(cudaLogsUnregisterCallback(handle));
  SHOW(cudaLogsUnregisterCallback(nullptr));
}
