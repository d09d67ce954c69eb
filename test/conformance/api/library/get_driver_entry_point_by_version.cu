// SPDX-License-Identifier: Apache-2.0
// cudaGetDriverEntryPointByVersion: names of nothing, flags, versions before the first and after the driver's.
#include "../../capturing.h"

CASES() {
  int mark = 0, driver = 0;
  MUST(cudaDriverGetVersion(&driver));
  const auto ask = [&](const char *what, unsigned version, unsigned long long flags) {
    void *function = &mark;
    auto status = static_cast<cudaDriverEntryPointQueryResult>(77);
    const cudaError_t error = cudaGetDriverEntryPointByVersion("cuNothing", &function, version, flags, &status);
    std::printf("%s, flags %llx: %s, status %d, %s\n", what, flags, name_of(error), static_cast<int>(status),
                function == &mark ? "untouched" : function == nullptr ? "null" : "a function");
  };
  ask("version 0", 0, cudaEnableDefault);
  ask("version 5000", 5000, cudaEnableDefault);
  ask("version 12000", 12000, cudaEnableLegacyStream);
  ask("version 13000", 13000, cudaEnablePerThreadDefaultStream);
  ask("version 13000", 13000, 4);
  ask("the driver's", static_cast<unsigned>(driver), cudaEnableDefault);
  ask("after the driver's", static_cast<unsigned>(driver) + 1000, cudaEnableDefault);
  ask("the largest", ~0u, cudaEnableDefault);
  show_truth("a last error", cudaGetLastError() != cudaSuccess);
  void *function = &mark;
  SHOW(cudaGetDriverEntryPointByVersion("cuNothing", &function, 13000, cudaEnableDefault, nullptr));
  show_while_capturing("asked", [&] {
    return cudaGetDriverEntryPointByVersion("cuNothing", &function, 13000, cudaEnableDefault, nullptr);
  });
}
