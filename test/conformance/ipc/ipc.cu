// SPDX-License-Identifier: Apache-2.0
// Memory and events of another process.
#include "../cases.h"
#include "../two_processes.h"
#include "../gate.h"

namespace memory_ {
__global__ void add(int *p, int v) { p[threadIdx.x] += v; }

namespace {

void owner(Channel &channel) {
  int *p;
  MUST(cudaMalloc(&p, 1 << 20));
  MUST(cudaMemset(p, 0, 1 << 20));
  add<<<1, 256>>>(p, 5);
  MUST(cudaDeviceSynchronize());
  cudaIpcMemHandle_t handle, again, interior;
  SHOW(cudaIpcGetMemHandle(&handle, p));
  SHOW(cudaIpcGetMemHandle(&again, p));
  show_truth("the same handle twice", std::memcmp(&handle, &again, sizeof handle) == 0);
  SHOW(cudaIpcGetMemHandle(&interior, p + 64));
  void *self = nullptr;
  SHOW(cudaIpcOpenMemHandle(&self, handle, cudaIpcMemLazyEnablePeerAccess));
  cudaGetLastError();
  channel.send(handle);
  channel.receive<int>();
  int seen[2];
  MUST(cudaMemcpy(&seen[0], p, sizeof(int), cudaMemcpyDeviceToHost));
  MUST(cudaMemcpy(&seen[1], p + 255, sizeof(int), cudaMemcpyDeviceToHost));
  show_row("the owner sees", {seen[0], seen[1]});
  add<<<1, 256>>>(p, 1000);
  MUST(cudaDeviceSynchronize());
  channel.send(1);
  channel.receive<int>();
  SHOW(cudaFree(p));
}

void opener(Channel &channel) {
  const auto handle = channel.receive<cudaIpcMemHandle_t>();
  void *p = nullptr, *again = nullptr;
  SHOW(cudaIpcOpenMemHandle(&p, handle, cudaIpcMemLazyEnablePeerAccess));
  SHOW(cudaIpcOpenMemHandle(&again, handle, cudaIpcMemLazyEnablePeerAccess));
  show_truth("opened twice at one address", again == p);
  if (again != nullptr) SHOW(cudaIpcCloseMemHandle(again));
  cudaPointerAttributes attributes;
  SHOW(cudaPointerGetAttributes(&attributes, p));
  show_value("type", attributes.type);
  add<<<1, 256>>>(static_cast<int *>(p), 100);
  SHOW(cudaDeviceSynchronize());
  int first = 0;
  SHOW(cudaMemcpy(&first, p, sizeof first, cudaMemcpyDeviceToHost));
  show_value("the opener sees", first);
  channel.send(1);
  channel.receive<int>();
  SHOW(cudaMemcpy(&first, p, sizeof first, cudaMemcpyDeviceToHost));
  show_value("the opener sees", first);
  SHOW(cudaFree(p));
  SHOW(cudaIpcCloseMemHandle(static_cast<char *>(p) + 64));
  SHOW(cudaIpcCloseMemHandle(p));
  SHOW(cudaIpcCloseMemHandle(p));
  channel.send(1);
}

}  // namespace

// Device memory of one process, opened in another.
CASE(memory) {
  run_two_processes(owner, opener);
}
}  // namespace memory_

// Memory handles for other processes: what has none, and handles that nobody made. (A null handle crashes on
// hardware.)
CASE(memory_refused) {
  cudaIpcMemHandle_t memory = {};
  void *p, *pinned, *managed, *ordered, *opened = nullptr;
  int on_stack = 0;
  MUST(cudaMalloc(&p, 4096));
  MUST(cudaMallocHost(&pinned, 4096));
  MUST(cudaMallocManaged(&managed, 4096));
  MUST(cudaMallocAsync(&ordered, 4096, nullptr));
  MUST(cudaDeviceSynchronize());
  SHOW(cudaIpcGetMemHandle(&memory, nullptr));
  SHOW(cudaIpcGetMemHandle(&memory, pinned));
  SHOW(cudaIpcGetMemHandle(&memory, managed));
  SHOW(cudaIpcGetMemHandle(&memory, ordered));
  SHOW(cudaIpcGetMemHandle(&memory, &on_stack));
  SHOW(cudaIpcCloseMemHandle(p));
  SHOW(cudaIpcCloseMemHandle(nullptr));
  std::memset(&memory, 0, sizeof memory);
  SHOW(cudaIpcOpenMemHandle(&opened, memory, cudaIpcMemLazyEnablePeerAccess));
  std::memset(&memory, 0xee, sizeof memory);
  SHOW(cudaIpcOpenMemHandle(&opened, memory, cudaIpcMemLazyEnablePeerAccess));
  MUST(cudaIpcGetMemHandle(&memory, p));
  SHOW(cudaIpcOpenMemHandle(&opened, memory, 0));
  SHOW(cudaIpcOpenMemHandle(&opened, memory, 2));
  SHOW(cudaIpcOpenMemHandle(&opened, memory, cudaIpcMemLazyEnablePeerAccess));
  MUST(cudaFree(p));
  SHOW(cudaIpcGetMemHandle(&memory, p));
  SHOW(cudaIpcOpenMemHandle(&opened, memory, cudaIpcMemLazyEnablePeerAccess));
}

namespace events_ {
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

// An event of one process, waited for and recorded in another.
CASE(events) {
  run_two_processes(owner, opener);
}
}  // namespace events_

// Event handles for other processes: what has none, and handles that nobody made.
CASE(events_refused) {
  cudaIpcEventHandle_t handle = {};
  cudaEvent_t plain, timed, shared, again = nullptr;
  SHOW(cudaEventCreateWithFlags(&shared, cudaEventInterprocess));
  MUST(cudaEventCreateWithFlags(&plain, cudaEventDisableTiming));
  MUST(cudaEventCreate(&timed));
  MUST(cudaEventCreateWithFlags(&shared, cudaEventInterprocess | cudaEventDisableTiming));
  SHOW(cudaIpcGetEventHandle(&handle, plain));
  SHOW(cudaIpcGetEventHandle(&handle, timed));
  SHOW(cudaIpcGetEventHandle(&handle, nullptr));
  std::memset(&handle, 0, sizeof handle);
  SHOW(cudaIpcOpenEventHandle(&again, handle));
  std::memset(&handle, 0xee, sizeof handle);
  SHOW(cudaIpcOpenEventHandle(&again, handle));
  MUST(cudaIpcGetEventHandle(&handle, shared));
  SHOW(cudaIpcOpenEventHandle(&again, handle));
}
