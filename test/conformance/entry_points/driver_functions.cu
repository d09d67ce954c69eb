// SPDX-License-Identifier: Apache-2.0
// Functions of the driver that cudaGetDriverEntryPoint finds.
#include "../transcript.h"

static void ask(const char *symbol, unsigned version, unsigned long long flags) {
  void *function = nullptr;
  cudaDriverEntryPointQueryResult status = static_cast<cudaDriverEntryPointQueryResult>(77);
  cudaError_t error = cudaGetDriverEntryPointByVersion(symbol, &function, version, flags, &status);
  std::printf("%s, version %u, flags %llu: %s, status %d, %s\n", symbol, version, flags, name_of(error),
              static_cast<int>(status), function == nullptr ? "null" : "a function");
  std::fflush(stdout);
}

int main() {
  ask("cuInit", 13000, cudaEnableDefault);
  ask("cuMemAlloc", 13000, cudaEnableDefault);
  ask("cuMemAlloc", 2000, cudaEnableDefault);
  ask("cuMemAllocAsync", 11020, cudaEnableDefault);
  ask("cuMemAllocAsync", 5000, cudaEnableDefault);
  ask("cuStreamWaitEvent", 13000, cudaEnableLegacyStream);
  ask("cuStreamWaitEvent", 13000, cudaEnablePerThreadDefaultStream);
  ask("cuStreamWaitEvent", 13000, cudaEnableLegacyStream | cudaEnablePerThreadDefaultStream);
  ask("cuGetProcAddress", 13000, cudaEnableDefault);
}
