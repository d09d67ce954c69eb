// SPDX-License-Identifier: Apache-2.0
// cudaIpcOpenEventHandle: handles of nothing and of this process; an opened event does all but tell a time.
#include "../../two_processes.h"

static void owner(Channel &channel) {
  cudaEvent_t event, opened = nullptr;
  MUST(cudaEventCreateWithFlags(&event, cudaEventInterprocess | cudaEventDisableTiming));
  cudaIpcEventHandle_t handle;
  std::memset(&handle, 0, sizeof handle);
  SHOW(cudaIpcOpenEventHandle(&opened, handle));
  std::memset(&handle, 0x5a, sizeof handle);
  SHOW(cudaIpcOpenEventHandle(&opened, handle));
  MUST(cudaIpcGetEventHandle(&handle, event));
  SHOW(cudaIpcOpenEventHandle(&opened, handle));
  show_truth("untouched", opened == nullptr);
  show_last_error("after refused calls");
  channel.send(handle);
  channel.receive<int>();
  SHOW(cudaEventRecord(event, nullptr));
  SHOW(cudaEventSynchronize(event));
  channel.send(1);
  channel.receive<int>();
  SHOW(cudaEventQuery(event));
  SHOW(cudaEventDestroy(event));
}

static void opener(Channel &channel) {
  const auto handle = channel.receive<cudaIpcEventHandle_t>();
  cudaEvent_t event = nullptr, plain;
  MUST(cudaEventCreate(&plain));
  SHOW(cudaIpcOpenEventHandle(&event, handle));
  SHOW(cudaEventQuery(event));
  SHOW(cudaEventSynchronize(event));
  channel.send(1);
  channel.receive<int>();
  SHOW(cudaEventQuery(event));
  SHOW(cudaStreamWaitEvent(cudaStreamPerThread, event, 0));
  SHOW(cudaEventRecord(event, cudaStreamPerThread));
  SHOW(cudaEventRecord(plain, cudaStreamPerThread));
  SHOW(cudaEventSynchronize(event));
  float ms = 0;
  SHOW(cudaEventElapsedTime(&ms, event, plain));
  cudaIpcEventHandle_t again;
  SHOW(cudaIpcGetEventHandle(&again, plain));
  SHOW(cudaEventDestroy(event));
  channel.send(1);
}

CASES() { run_two_processes(owner, opener); }
