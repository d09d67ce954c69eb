// SPDX-License-Identifier: Apache-2.0
// cudaIpcOpenMemHandle: flags, handles of nothing and of this process; what either process writes, both see.
#include "../../two_processes.h"

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

CASES() { run_two_processes(owner, opener); }
