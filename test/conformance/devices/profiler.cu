// SPDX-License-Identifier: Apache-2.0
// The profiler's calls without a profiler.
#include <cuda_profiler_api.h>

#include "../transcript.h"

int main() {
  SHOW(cudaProfilerStop());
  SHOW(cudaProfilerStart());
  SHOW(cudaProfilerStart());
  SHOW(cudaProfilerStop());
  SHOW(cudaProfilerStop());
}
