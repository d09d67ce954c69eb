// SPDX-License-Identifier: Apache-2.0
// flags: -lcuda
// cuGetProcAddress, cudaGetDriverEntryPointByVersion: names that are not, versions and flags that nobody means.
#include "driver.h"

int main() {
  for (const char *name : {"cuMemAlloc", "cuStreamSynchronize", "cuCtxCreate", "cudaMalloc", "cumemalloc", "cuMemAlloc "}) {
    for (int version : {0, -1, 1, 1000, 1999, 2000, 11000, 12000, 12080, 13000, 13001, 13020, 14000, 99999, 2147483647}) {
      void *function = &function;
      CUdriverProcAddressQueryResult status = static_cast<CUdriverProcAddressQueryResult>(77);
      const CUresult result = cuGetProcAddress(name, &function, version, 0, &status);
      std::printf("driver '%s' %d: %s, status %d, %s\n", name, version, name_of(result), int(status),
                  function == &function ? "untouched" : function == nullptr ? "null" : "found");
      function = &function;
      cudaDriverEntryPointQueryResult found = static_cast<cudaDriverEntryPointQueryResult>(77);
      const cudaError_t error = cudaGetDriverEntryPointByVersion(name, &function, unsigned(version), cudaEnableDefault, &found);
      std::printf("runtime '%s' %d: %s, status %d, %s\n", name, version, name_of(error), int(found),
                  function == &function ? "untouched" : function == nullptr ? "null" : "found");
    }
  }
  for (unsigned long long flags : {0ull, 1ull, 2ull, 3ull, 4ull, 5ull, 8ull, 1ull << 32, ~0ull}) {
    void *function = &function;
    CUdriverProcAddressQueryResult status = static_cast<CUdriverProcAddressQueryResult>(77);
    const CUresult result = cuGetProcAddress("cuStreamSynchronize", &function, 13000, flags, &status);
    std::printf("driver flags %llx: %s, status %d, %s\n", flags, name_of(result), int(status),
                function == &function ? "untouched" : function == nullptr ? "null" : "found");
    function = &function;
    cudaDriverEntryPointQueryResult found = static_cast<cudaDriverEntryPointQueryResult>(77);
    const cudaError_t error = cudaGetDriverEntryPointByVersion("cuStreamSynchronize", &function, 13000, flags, &found);
    std::printf("runtime flags %llx: %s, status %d, %s\n", flags, name_of(error), int(found),
                function == &function ? "untouched" : function == nullptr ? "null" : "found");
  }
}
