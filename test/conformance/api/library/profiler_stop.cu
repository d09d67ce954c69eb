// SPDX-License-Identifier: Apache-2.0
// cudaProfilerStop: allowed at any time and any number of times, with and without a profiler.
#include <cuda_profiler_api.h>

#include "../../capturing.h"

__global__ void put(int *word) { *word = 6; }
static void inside(void *) { SHOW(cudaProfilerStop()); }

CASES() {
  SHOW(cudaProfilerStop());
  SHOW(cudaProfilerStop());
  DeviceArray<int> word(1);
  put<<<1, 1>>>(word);
  SHOW(cudaProfilerStop());
  show_value("word", word.read()[0]);
  std::thread([] { SHOW(cudaProfilerStop()); }).join();
  show_while_capturing("called", [] { return cudaProfilerStop(); });
  SHOW(cudaSetDevice(-1));
  SHOW(cudaProfilerStop());
  show_last_error("of before");
  SHOW(cudaProfilerStart());
  MUST(cudaLaunchHostFunc(nullptr, inside, nullptr));
  SHOW(cudaDeviceSynchronize());
}
