// SPDX-License-Identifier: Apache-2.0
// cudaIpcGetEventHandle: only of events made for it, also while they are pending and while a stream captures.
#include "../../capturing.h"
#include "../../gate.h"

CASES() {
  prepare_gates();
  cudaIpcEventHandle_t handle = {};
  cudaEvent_t plain, blocking, shared, another;
  MUST(cudaEventCreate(&plain));
  MUST(cudaEventCreateWithFlags(&blocking, cudaEventBlockingSync | cudaEventDisableTiming));
  MUST(cudaEventCreateWithFlags(&shared, cudaEventInterprocess | cudaEventDisableTiming));
  MUST(cudaEventCreateWithFlags(&another, cudaEventInterprocess | cudaEventDisableTiming | cudaEventBlockingSync));
  SHOW(cudaIpcGetEventHandle(&handle, nullptr));
  SHOW(cudaIpcGetEventHandle(&handle, plain));
  SHOW(cudaIpcGetEventHandle(&handle, blocking));
  const cudaIpcEventHandle_t empty = {};
  show_truth("untouched", std::memcmp(&handle, &empty, sizeof handle) == 0);
  show_last_error("after refused calls");
  cudaIpcEventHandle_t first, again, other;
  SHOW(cudaIpcGetEventHandle(&first, shared));
  SHOW(cudaIpcGetEventHandle(&again, shared));
  SHOW(cudaIpcGetEventHandle(&other, another));
  show_truth("of two events two handles", std::memcmp(&first, &other, sizeof first) != 0);
  {
    Gate gate(nullptr);
    MUST(cudaEventRecord(shared, nullptr));
    SHOW(cudaIpcGetEventHandle(&again, shared));
    SHOW(cudaEventQuery(shared));
  }
  SHOW(cudaEventSynchronize(shared));
  show_while_capturing("handle", [&] { return cudaIpcGetEventHandle(&again, shared); });
  SHOW(cudaEventDestroy(shared));
  SHOW(cudaEventDestroy(another));
}
