// SPDX-License-Identifier: Apache-2.0
// cudaProfilerStart: allowed at any time and any number of times, with and without a profiler.
#include <cuda_profiler_api.h>

#include "../../capturing.h"

__global__ void put(int *word) { *word = 6; }
static void inside(void *) { SHOW(cudaProfilerStart()); }

CASES() {
  SHOW(cudaProfilerStart());
  SHOW(cudaProfilerStart());
  DeviceArray<int> word(1);
  put<<<1, 1>>>(word);
  SHOW(cudaProfilerStart());
  show_value("word", word.read()[0]);
  std::thread([] { SHOW(cudaProfilerStart()); }).join();
  show_while_capturing("called", [] { return cudaProfilerStart(); });
  SHOW(cudaSetDevice(-1));
  SHOW(cudaProfilerStart());
  show_last_error("of before");
  SHOW(cudaProfilerStop());
  MUST(cudaLaunchHostFunc(nullptr, inside, nullptr));
  SHOW(cudaDeviceSynchronize());
}
