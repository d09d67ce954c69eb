// SPDX-License-Identifier: Apache-2.0
// An event of one process, waited for and recorded in another.
#include "../gate.h"
#include "../two_processes.h"

namespace {

void owner(Channel &channel) {
  prepare_gates();
  cudaEvent_t event;
  MUST(cudaEventCreateWithFlags(&event, cudaEventDisableTiming | cudaEventInterprocess));
  cudaStream_t s;
  MUST(cudaStreamCreateWithFlags(&s, cudaStreamNonBlocking));
  cudaIpcEventHandle_t handle;
  SHOW(cudaIpcGetEventHandle(&handle, event));
  SHOW(cudaEventQuery(event));
  {
    Gate gate(s);
    SHOW(cudaEventRecord(event, s));
    channel.send(handle);
    channel.receive<int>();
    SHOW(cudaEventQuery(event));
  }
  SHOW(cudaEventSynchronize(event));
  SHOW(cudaStreamSynchronize(s));
  channel.send(1);
  channel.receive<int>();
  // Recorded by the other process now, behind a closed gate.
  SHOW(cudaEventQuery(event));
  SHOW(cudaStreamWaitEvent(s, event, 0));
  SHOW(cudaStreamQuery(s));
  channel.send(1);
  MUST(cudaStreamSynchronize(s));
  channel.receive<int>();
  SHOW(cudaEventQuery(event));
  SHOW(cudaEventDestroy(event));
}

void opener(Channel &channel) {
  prepare_gates();
  cudaStream_t s;
  MUST(cudaStreamCreateWithFlags(&s, cudaStreamNonBlocking));
  const auto handle = channel.receive<cudaIpcEventHandle_t>();
  cudaEvent_t event = nullptr;
  SHOW(cudaIpcOpenEventHandle(&event, handle));
  SHOW(cudaEventQuery(event));
  SHOW(cudaStreamWaitEvent(s, event, 0));
  SHOW(cudaStreamQuery(s));
  channel.send(1);
  MUST(cudaStreamSynchronize(s));
  channel.receive<int>();
  SHOW(cudaEventQuery(event));
  {
    Gate gate(s);
    SHOW(cudaEventRecord(event, s));
    channel.send(1);
    channel.receive<int>();
  }
  SHOW(cudaEventSynchronize(event));
  float ms = 0;
  SHOW(cudaEventElapsedTime(&ms, event, event));
  SHOW(cudaEventDestroy(event));
  channel.send(1);
}

}  // namespace

int main() { return run_two_processes(owner, opener); }
