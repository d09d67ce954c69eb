// SPDX-License-Identifier: Apache-2.0
// cudaPeekAtLastError: the newest error of this thread, which stays.
#include "../../transcript.h"

__global__ void kernel() {}

CASES() {
  SHOW(cudaPeekAtLastError());
  SHOW(cudaSetDevice(-1));
  for (int i = 0; i < 3; ++i) SHOW(cudaPeekAtLastError());
  SHOW(cudaDeviceSynchronize());
  SHOW(cudaPeekAtLastError());
  kernel<<<1, 2000>>>();
  SHOW(cudaPeekAtLastError());
  kernel<<<1, 1>>>();
  SHOW(cudaPeekAtLastError());
  std::thread([] {
    SHOW(cudaPeekAtLastError());
    SHOW(cudaEventQuery(nullptr));
    SHOW(cudaPeekAtLastError());
  }).join();
  SHOW(cudaPeekAtLastError());
  SHOW(cudaGetLastError());
  SHOW(cudaPeekAtLastError());
}
