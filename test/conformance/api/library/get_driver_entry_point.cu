// SPDX-License-Identifier: Apache-2.0
// cudaGetDriverEntryPoint: names of nothing, flags, and a status that need not be asked for.
#include "../../capturing.h"

CASES() {
  int mark = 0;
  for (unsigned long long flags : {0ull, 1ull, 2ull, 3ull, 4ull, 8ull, 1ull << 32}) {
    void *function = &mark;
    auto status = static_cast<cudaDriverEntryPointQueryResult>(77);
    const cudaError_t error = cudaGetDriverEntryPoint("cuNothing", &function, flags, &status);
    std::printf("flags %llx: %s, status %d, %s\n", flags, name_of(error), static_cast<int>(status),
                function == &mark ? "untouched" : function == nullptr ? "null" : "a function");
  }
  void *function = &mark;
  SHOW(cudaGetDriverEntryPoint("cuNothing", &function, cudaEnableDefault, nullptr));
  show_truth("null", function == nullptr);
  SHOW(cudaGetDriverEntryPoint("cudaMalloc", &function, cudaEnableDefault, nullptr));
  show_truth("null", function == nullptr);
  show_truth("a last error", cudaGetLastError() != cudaSuccess);
  show_while_capturing("asked", [&] {
    return cudaGetDriverEntryPoint("cuNothing", &function, cudaEnableDefault, nullptr);
  });
}
