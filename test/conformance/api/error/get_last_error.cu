// SPDX-License-Identifier: Apache-2.0
// cudaGetLastError: the newest error of this thread, once; not of calls that succeed, not of what is only not ready.
#include "../../gate.h"

__global__ void kernel() {}
static void inside(void *) {
  cudaEvent_t event;
  SHOW(cudaEventCreate(&event));
  SHOW(cudaGetLastError());
  SHOW(cudaGetLastError());
}

CASES() {
  SHOW(cudaGetLastError());
  prepare_gates();
  SHOW(cudaGetLastError());
  SHOW(cudaSetDevice(-1));
  SHOW(cudaDeviceSynchronize());
  SHOW(cudaEventQuery(nullptr));
  SHOW(cudaGetLastError());
  SHOW(cudaGetLastError());
  kernel<<<1, 2000>>>();
  SHOW(cudaGetLastError());
  kernel<<<1, 2000>>>();
  kernel<<<1, 1>>>();
  SHOW(cudaDeviceSynchronize());
  SHOW(cudaGetLastError());
  {
    Gate gate(nullptr);
    SHOW(cudaStreamQuery(nullptr));
    SHOW(cudaGetLastError());
  }
  SHOW(cudaSetDevice(-1));
  std::thread([] {
    SHOW(cudaGetLastError());
    SHOW(cudaEventQuery(nullptr));
  }).join();
  SHOW(cudaGetLastError());
  MUST(cudaLaunchHostFunc(nullptr, inside, nullptr));
  SHOW(cudaDeviceSynchronize());
  SHOW(cudaGetLastError());
  SHOW(cudaSetDevice(-1));
  SHOW(cudaDeviceReset());
  SHOW(cudaGetLastError());
}
