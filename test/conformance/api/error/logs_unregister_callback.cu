// SPDX-License-Identifier: Apache-2.0
// cudaLogsUnregisterCallback: no handle; what is unregistered is told nothing more, in whatever order.
#include "../../transcript.h"

static void note(void *data, cudaLogLevel, char *, std::size_t) { ++*static_cast<int *>(data); }
static void fail() {
  void *memory = nullptr;
  cudaMalloc(&memory, std::size_t{1} << 60);
}

CASES() {
  SHOW(cudaLogsUnregisterCallback(nullptr));
  show_last_error("after a null handle");
  MUST(cudaFree(nullptr));
  int told[3] = {};
  cudaLogsCallbackHandle handles[3];
  for (int i = 0; i < 3; ++i) MUST(cudaLogsRegisterCallback(note, &told[i], &handles[i]));
  for (int i : {1, 0, 2}) {
    SHOW(cudaLogsUnregisterCallback(handles[i]));
    for (int &times : told) times = 0;
    fail();
    show_row("told", {told[0] > 0, told[1] > 0, told[2] > 0});
  }
  cudaLogsCallbackHandle again;
  SHOW(cudaLogsRegisterCallback(note, &told[0], &again));
  std::thread([&] { SHOW(cudaLogsUnregisterCallback(again)); }).join();
  told[0] = 0;
  fail();
  show_value("told", told[0]);
}
