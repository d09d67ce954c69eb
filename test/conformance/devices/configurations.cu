// SPDX-License-Identifier: Apache-2.0
// Preferences about caches and banks: what is taken, refused, and read back.
#include "../transcript.h"

int main() {
  for (int value = -1; value <= 4; ++value) {
    cudaError_t set = cudaDeviceSetCacheConfig(static_cast<cudaFuncCache>(value));
    cudaFuncCache now = static_cast<cudaFuncCache>(77);
    cudaError_t got = cudaDeviceGetCacheConfig(&now);
    std::printf("cache %d: %s, %s %d\n", value, name_of(set), name_of(got), static_cast<int>(now));
  }
  SHOW(cudaDeviceGetCacheConfig(nullptr));
  for (int value = -1; value <= 3; ++value) {
    cudaError_t set = cudaDeviceSetSharedMemConfig(static_cast<cudaSharedMemConfig>(value));
    cudaSharedMemConfig now = static_cast<cudaSharedMemConfig>(77);
    cudaError_t got = cudaDeviceGetSharedMemConfig(&now);
    std::printf("banks %d: %s, %s %d\n", value, name_of(set), name_of(got), static_cast<int>(now));
  }
  SHOW(cudaDeviceGetSharedMemConfig(nullptr));
  int least = 77, greatest = 77;
  SHOW(cudaDeviceGetStreamPriorityRange(&least, nullptr));
  SHOW(cudaDeviceGetStreamPriorityRange(nullptr, &greatest));
  show_value("least", least);
  show_value("greatest", greatest);
}
