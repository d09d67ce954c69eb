// SPDX-License-Identifier: Apache-2.0
// Memory handles for other processes: what has none, and handles that nobody made. (A null handle crashes on
// hardware.)
#include "../transcript.h"

int main() {
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
