// SPDX-License-Identifier: Apache-2.0
// cudaGetDriverEntryPoint and its form with a version: symbols, flags and versions. The functions are not called.
#include "../transcript.h"

static int fails = 0;

static void ask(const char *symbol, unsigned long long flags) {
  void *function = &fails;
  cudaDriverEntryPointQueryResult status = static_cast<cudaDriverEntryPointQueryResult>(77);
  cudaError_t error = cudaGetDriverEntryPoint(symbol, &function, flags, &status);
  std::printf("%s, flags %llu: %s, status %d, %s\n", symbol != nullptr ? symbol : "(null)", flags, name_of(error),
              static_cast<int>(status),
              function == &fails     ? "pointer untouched"
              : function == nullptr ? "null"
                                     : "a function");
  std::fflush(stdout);
}

static void ask_version(const char *symbol, unsigned version) {
  void *function = &fails;
  cudaDriverEntryPointQueryResult status = static_cast<cudaDriverEntryPointQueryResult>(77);
  cudaError_t error = cudaGetDriverEntryPointByVersion(symbol, &function, version, cudaEnableDefault, &status);
  std::printf("%s, version %u: %s, status %d, %s\n", symbol, version, name_of(error), static_cast<int>(status),
              function == &fails     ? "pointer untouched"
              : function == nullptr ? "null"
                                     : "a function");
  std::fflush(stdout);
}

int main() {
  ask("cuNoSuchFunction", cudaEnableDefault);
  ask("", cudaEnableDefault);
  ask("cuNoSuchFunction", 77);
  ask_version("cuNoSuchFunction", 12000);
  ask_version("cuNoSuchFunction", 0);
  ask_version("cuNoSuchFunction", 99000);
  void *function = nullptr;
  SHOW(cudaGetDriverEntryPoint("cuNoSuchFunction", &function, cudaEnableDefault, nullptr));
}
