// SPDX-License-Identifier: Apache-2.0
// cudaIpcCloseMemHandle: only of what was opened, as often as it was opened; the owner's memory stays.
#include "../../two_processes.h"

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

CASES() { run_two_processes(owner, opener); }
