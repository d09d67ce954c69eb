// SPDX-License-Identifier: Apache-2.0
// Calls of the runtime inside a callback are refused, apart from a few; the main thread's last error stays clean.
#include "../transcript.h"

static void try_calls() {
  void *p = nullptr;
  cudaStream_t stream;
  int count = 0, device = 77;
  SHOW(cudaMalloc(&p, 64));
  SHOW(cudaFree(nullptr));
  SHOW(cudaMallocHost(&p, 64));
  SHOW(cudaStreamCreate(&stream));
  SHOW(cudaStreamQuery(nullptr));
  SHOW(cudaStreamSynchronize(nullptr));
  SHOW(cudaDeviceSynchronize());
  SHOW(cudaMemset(p, 0, 1));
  SHOW(cudaGetDeviceCount(&count));
  SHOW(cudaGetDevice(&device));
  show_last_error("inside");
  show_last_error("inside, again");
}

void CUDART_CB callback(cudaStream_t, cudaError_t status, void *) {
  std::printf("callback, status %s\n", name_of(status));
  try_calls();
}
void function(void *) {
  std::printf("host function\n");
  try_calls();
}

int main() {
  cudaStream_t stream;
  MUST(cudaStreamCreate(&stream));
  MUST(cudaStreamAddCallback(stream, callback, nullptr, 0));
  SHOW(cudaStreamSynchronize(stream));
  MUST(cudaLaunchHostFunc(stream, function, nullptr));
  SHOW(cudaStreamSynchronize(stream));
  show_last_error("in the main thread");
}
