// SPDX-License-Identifier: Apache-2.0
// Event handles for other processes: what has none, and handles that nobody made.
#include "../transcript.h"

int main() {
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
