// SPDX-License-Identifier: Apache-2.0
// cudaIpcGetMemHandle: of device memory by any pointer into it, of nothing else.
#include "../../capturing.h"

CASES() {
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
