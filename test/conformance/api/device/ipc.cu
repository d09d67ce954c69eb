// SPDX-License-Identifier: Apache-2.0
// Memory and events shared with another process.
#include "../../cases.h"
#include "../../capturing.h"
#include "../../two_processes.h"
#include "../../gate.h"

// cudaIpcGetMemHandle: of device memory by any pointer into it, of nothing else.
CASE(ipc_get_mem_handle) {
  cudaIpcMemHandle_t handle = {};
  char *memory, *other;
  void *pinned, *managed, *ordered;
  static int registered[4096];
  MUST(cudaMalloc(&memory, 4 << 20));
  MUST(cudaMalloc(&other, 4 << 20));
  MUST(cudaMallocHost(&pinned, 4096));
  MUST(cudaMallocManaged(&managed, 4096));
  MUST(cudaMallocAsync(&ordered, 4096, nullptr));
  MUST(cudaHostRegister(registered, sizeof registered, cudaHostRegisterDefault));
  MUST(cudaDeviceSynchronize());
  SHOW(cudaIpcGetMemHandle(&handle, nullptr));
  SHOW(cudaIpcGetMemHandle(&handle, &handle));
  SHOW(cudaIpcGetMemHandle(&handle, registered));
  SHOW(cudaIpcGetMemHandle(&handle, pinned));
  SHOW(cudaIpcGetMemHandle(&handle, managed));
  SHOW(cudaIpcGetMemHandle(&handle, ordered));
  const cudaIpcMemHandle_t empty = {};
  show_truth("untouched", std::memcmp(&handle, &empty, sizeof handle) == 0);
  show_last_error("after refused calls");
  cudaIpcMemHandle_t first, again, second;
  SHOW(cudaIpcGetMemHandle(&first, memory));
  SHOW(cudaIpcGetMemHandle(&again, memory));
  show_truth("the same handle again", std::memcmp(&first, &again, sizeof first) == 0);
  SHOW(cudaIpcGetMemHandle(&second, other));
  show_truth("of other memory another handle", std::memcmp(&first, &second, sizeof first) != 0);
  SHOW(cudaIpcGetMemHandle(&again, memory + 1000));
  SHOW(cudaIpcGetMemHandle(&again, memory + (4 << 20) - 1));
  show_while_capturing("handle", [&] { return cudaIpcGetMemHandle(&again, memory); });
  SHOW(cudaFree(memory));
  SHOW(cudaIpcGetMemHandle(&again, memory));
}

namespace ipc_open_mem_handle_ {
__global__ void add(int *words, int value) { words[threadIdx.x] += value; }

static void owner(Channel &channel) {
  int *memory;
  MUST(cudaMalloc(&memory, 4 << 20));
  MUST(cudaMemset(memory, 0, 4 << 20));
  add<<<1, 32>>>(memory, 1);
  MUST(cudaDeviceSynchronize());
  cudaIpcMemHandle_t handle;
  void *opened = nullptr;
  std::memset(&handle, 0, sizeof handle);
  SHOW(cudaIpcOpenMemHandle(&opened, handle, cudaIpcMemLazyEnablePeerAccess));
  std::memset(&handle, 0x5a, sizeof handle);
  SHOW(cudaIpcOpenMemHandle(&opened, handle, cudaIpcMemLazyEnablePeerAccess));
  MUST(cudaIpcGetMemHandle(&handle, memory));
  for (unsigned flags : {0u, 2u, 3u, 0x80000000u}) {
    std::printf("flags %x\n", flags);
    SHOW(cudaIpcOpenMemHandle(&opened, handle, flags));
  }
  SHOW(cudaIpcOpenMemHandle(&opened, handle, cudaIpcMemLazyEnablePeerAccess));
  show_truth("untouched", opened == nullptr);
  show_last_error("after refused calls");
  channel.send(handle);
  channel.receive<int>();
  int value = 77;
  SHOW(cudaMemcpy(&value, memory + 31, sizeof value, cudaMemcpyDeviceToHost));
  show_value("the owner sees", value);
  SHOW(cudaFree(memory));
}

static void opener(Channel &channel) {
  const auto handle = channel.receive<cudaIpcMemHandle_t>();
  void *opened = nullptr, *again = nullptr;
  SHOW(cudaIpcOpenMemHandle(&opened, handle, 0));
  show_truth("untouched", opened == nullptr);
  SHOW(cudaIpcOpenMemHandle(&opened, handle, cudaIpcMemLazyEnablePeerAccess));
  SHOW(cudaIpcOpenMemHandle(&again, handle, cudaIpcMemLazyEnablePeerAccess));
  show_truth("twice at one address", opened == again);
  cudaPointerAttributes attributes = {};
  SHOW(cudaPointerGetAttributes(&attributes, opened));
  show_row("type, device", {int(attributes.type), attributes.device});
  auto *words = static_cast<int *>(opened);
  add<<<1, 32>>>(words, 10);
  int value = 77;
  SHOW(cudaMemcpy(&value, words + 31, sizeof value, cudaMemcpyDeviceToHost));
  show_value("the opener sees", value);
  cudaIpcMemHandle_t passed_on;
  SHOW(cudaIpcGetMemHandle(&passed_on, opened));
  SHOW(cudaIpcCloseMemHandle(again));
  SHOW(cudaIpcCloseMemHandle(opened));
  channel.send(1);
}

// cudaIpcOpenMemHandle: flags, handles of nothing and of this process; what either process writes, both see.
CASE(ipc_open_mem_handle) {
  run_two_processes(owner, opener);
}
}  // namespace ipc_open_mem_handle_

namespace ipc_close_mem_handle_ {
static void owner(Channel &channel) {
  int *memory;
  MUST(cudaMalloc(&memory, 4 << 20));
  MUST(cudaMemset(memory, 7, 4 << 20));
  MUST(cudaDeviceSynchronize());
  SHOW(cudaIpcCloseMemHandle(nullptr));
  SHOW(cudaIpcCloseMemHandle(memory));
  SHOW(cudaIpcCloseMemHandle(&memory));
  show_last_error("after refused calls");
  cudaIpcMemHandle_t handle;
  MUST(cudaIpcGetMemHandle(&handle, memory));
  channel.send(handle);
  channel.receive<int>();
  int value = 77;
  SHOW(cudaMemcpy(&value, memory, sizeof value, cudaMemcpyDeviceToHost));
  show_value("the owner's memory", value);
  SHOW(cudaFree(memory));
}

static void show_type(const char *when, const void *pointer) {
  cudaPointerAttributes attributes = {};
  MUST(cudaPointerGetAttributes(&attributes, pointer));
  std::printf("type %s: %d\n", when, static_cast<int>(attributes.type));
  std::fflush(stdout);
}

static void opener(Channel &channel) {
  const auto handle = channel.receive<cudaIpcMemHandle_t>();
  void *opened, *again;
  MUST(cudaIpcOpenMemHandle(&opened, handle, cudaIpcMemLazyEnablePeerAccess));
  MUST(cudaIpcOpenMemHandle(&again, handle, cudaIpcMemLazyEnablePeerAccess));
  SHOW(cudaIpcCloseMemHandle(static_cast<char *>(opened) + 256));
  SHOW(cudaFree(opened));
  SHOW(cudaIpcCloseMemHandle(opened));
  show_type("after the first close", opened);
  SHOW(cudaIpcCloseMemHandle(opened));
  show_type("after the second close", opened);
  SHOW(cudaIpcCloseMemHandle(opened));
  SHOW(cudaIpcOpenMemHandle(&again, handle, cudaIpcMemLazyEnablePeerAccess));
  SHOW(cudaIpcCloseMemHandle(again));
  channel.send(1);
}

// cudaIpcCloseMemHandle: only of what was opened, as often as it was opened; the owner's memory stays.
CASE(ipc_close_mem_handle) {
  run_two_processes(owner, opener);
}
}  // namespace ipc_close_mem_handle_

// cudaIpcGetEventHandle: only of events made for it, also while they are pending and while a stream captures.
CASE(ipc_get_event_handle) {
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

namespace ipc_open_event_handle_ {
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

// cudaIpcOpenEventHandle: handles of nothing and of this process; an opened event does all but tell a time.
CASE(ipc_open_event_handle) {
  run_two_processes(owner, opener);
}
}  // namespace ipc_open_event_handle_
