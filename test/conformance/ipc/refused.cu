// SPDX-License-Identifier: Apache-2.0
// Handles for other processes: what has none, and handles that nobody made.
#include "../transcript.h"

int main() {
  cudaIpcMemHandle_t memory = {};
  cudaIpcEventHandle_t handle = {};
  void *p, *pinned, *managed, *ordered, *opened = nullptr;
  int on_stack = 0;
  MUST(cudaMalloc(&p, 4096));
  MUST(cudaMallocHost(&pinned, 4096));
  MUST(cudaMallocManaged(&managed, 4096));
  MUST(cudaMallocAsync(&ordered, 4096, nullptr));
  MUST(cudaDeviceSynchronize());
  SHOW(cudaIpcGetMemHandle(nullptr, p));
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
  SHOW(cudaIpcOpenMemHandle(nullptr, memory, cudaIpcMemLazyEnablePeerAccess));
  SHOW(cudaIpcOpenMemHandle(&opened, memory, 0));
  SHOW(cudaIpcOpenMemHandle(&opened, memory, 2));
  SHOW(cudaIpcOpenMemHandle(&opened, memory, cudaIpcMemLazyEnablePeerAccess));
  MUST(cudaFree(p));
  SHOW(cudaIpcGetMemHandle(&memory, p));
  SHOW(cudaIpcOpenMemHandle(&opened, memory, cudaIpcMemLazyEnablePeerAccess));

  cudaEvent_t plain, timed, shared, again = nullptr;
  SHOW(cudaEventCreateWithFlags(&shared, cudaEventInterprocess));
  MUST(cudaEventCreateWithFlags(&plain, cudaEventDisableTiming));
  MUST(cudaEventCreate(&timed));
  MUST(cudaEventCreateWithFlags(&shared, cudaEventInterprocess | cudaEventDisableTiming));
  SHOW(cudaIpcGetEventHandle(&handle, plain));
  SHOW(cudaIpcGetEventHandle(&handle, timed));
  SHOW(cudaIpcGetEventHandle(&handle, nullptr));
  SHOW(cudaIpcGetEventHandle(nullptr, shared));
  std::memset(&handle, 0, sizeof handle);
  SHOW(cudaIpcOpenEventHandle(&again, handle));
  std::memset(&handle, 0xee, sizeof handle);
  SHOW(cudaIpcOpenEventHandle(&again, handle));
  MUST(cudaIpcGetEventHandle(&handle, shared));
  SHOW(cudaIpcOpenEventHandle(nullptr, handle));
  SHOW(cudaIpcOpenEventHandle(&again, handle));
}
