// SPDX-License-Identifier: Apache-2.0
// cudaEventCreateWithFlags: three flags, what goes with what, every other bit refused.
#include "../../capturing.h"

CASES() {
  SHOW(cudaEventCreateWithFlags(nullptr, cudaEventDefault));
  SHOW(cudaEventCreateWithFlags(nullptr, 0xff));
  for (unsigned flags = 0; flags < 9; ++flags) {
    cudaEvent_t event = nullptr;
    const cudaError_t error = cudaEventCreateWithFlags(&event, flags);
    std::printf("flags %u: %s%s\n", flags, name_of(error), error != cudaSuccess && event == nullptr ? ", untouched" : "");
    if (error != cudaSuccess) continue;
    float ms = -1;
    MUST(cudaEventRecord(event, nullptr));
    MUST(cudaEventSynchronize(event));
    SHOW(cudaEventElapsedTime(&ms, event, event));
    cudaIpcEventHandle_t handle;
    SHOW(cudaIpcGetEventHandle(&handle, event));
    SHOW(cudaEventDestroy(event));
  }
  for (unsigned flags : {0x10u, 0x100u, 0x80000000u, 0xffffffffu}) {
    cudaEvent_t event = nullptr;
    std::printf("flags %x: %s\n", flags, name_of(cudaEventCreateWithFlags(&event, flags)));
  }
  show_truth("a last error", cudaGetLastError() != cudaSuccess);
  show_while_capturing("created", [] {
    cudaEvent_t event;
    return cudaEventCreateWithFlags(&event, cudaEventDisableTiming);
  });
}
