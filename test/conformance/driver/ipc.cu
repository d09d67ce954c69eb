// SPDX-License-Identifier: Apache-2.0
// flags: -lcuda
// cuIpcGetMemHandle, cuIpcOpenMemHandle, cuIpcCloseMemHandle, cuIpcGetEventHandle, cuIpcOpenEventHandle: an allocation and the
// event of a fill of it, in another process.
#include "../two_processes.h"
#include "driver.h"

namespace {

void owner(Channel &channel) {
  use_primary();
  CUdeviceptr p = allocate(4096);
  CUevent event, timed;
  MUST(cuEventCreate(&event, CU_EVENT_DISABLE_TIMING | CU_EVENT_INTERPROCESS));
  MUST(cuEventCreate(&timed, CU_EVENT_DEFAULT));
  CUipcMemHandle handle;
  CUipcEventHandle event_handle;
  SHOW(cuIpcGetMemHandle(&handle, p));
  SHOW(cuIpcGetMemHandle(nullptr, p));
  SHOW(cuIpcGetMemHandle(&handle, 0));
  SHOW(cuIpcGetMemHandle(&handle, p));
  SHOW(cuIpcGetEventHandle(&event_handle, timed));
  SHOW(cuIpcGetEventHandle(nullptr, event));
  SHOW(cuIpcGetEventHandle(&event_handle, event));
  CUdeviceptr self;
  SHOW(cuIpcOpenMemHandle(&self, handle, CU_IPC_MEM_LAZY_ENABLE_PEER_ACCESS));
  MUST(cuMemsetD32Async(p, 5, 1024, nullptr));
  MUST(cuEventRecord(event, nullptr));
  channel.send(handle);
  channel.send(event_handle);
  channel.receive<int>();
  show_value("the owner sees", read<int>(p, 1)[0]);
}

void other(Channel &channel) {
  const auto handle = channel.receive<CUipcMemHandle>();
  const auto event_handle = channel.receive<CUipcEventHandle>();
  use_primary();
  CUdeviceptr p = 0;
  CUevent event = nullptr;
  SHOW(cuIpcOpenMemHandle(nullptr, handle, CU_IPC_MEM_LAZY_ENABLE_PEER_ACCESS));
  SHOW(cuIpcOpenMemHandle(&p, handle, 0));
  SHOW(cuIpcOpenMemHandle(&p, handle, CU_IPC_MEM_LAZY_ENABLE_PEER_ACCESS));
  SHOW(cuIpcOpenEventHandle(nullptr, event_handle));
  SHOW(cuIpcOpenEventHandle(&event, event_handle));
  SHOW(cuStreamWaitEvent(nullptr, event, 0));
  SHOW(cuEventSynchronize(event));
  show_value("the other sees", read<int>(p, 1)[0]);
  MUST(cuMemsetD32(p, 6, 4));
  MUST(cuCtxSynchronize());
  SHOW(cuIpcCloseMemHandle(p + 64));
  SHOW(cuIpcCloseMemHandle(p));
  SHOW(cuIpcCloseMemHandle(p));
  SHOW(cuEventDestroy(event));
  channel.send(1);
}

}  // namespace

int main() { return run_two_processes(owner, other); }
