// SPDX-License-Identifier: Apache-2.0
// cudaDeviceGetHostAtomicCapabilities and its sibling between devices: arguments. What a machine can do is not printed.
#include "../transcript.h"

int main() {
  int count = 0;
  MUST(cudaGetDeviceCount(&count));
  unsigned answers[14];
  cudaAtomicOperation operations[14];
  for (int i = 0; i < 13; ++i) operations[i] = static_cast<cudaAtomicOperation>(i);
  SHOW(cudaDeviceGetHostAtomicCapabilities(answers, operations, 13, 0));
  for (int i = -1; i < 15; ++i) {
    operations[0] = static_cast<cudaAtomicOperation>(i);
    std::printf("operation %d: %s\n", i, name_of(cudaDeviceGetHostAtomicCapabilities(answers, operations, 1, 0)));
  }
  operations[0] = cudaAtomicOperationIntegerAdd;
  SHOW(cudaDeviceGetHostAtomicCapabilities(answers, operations, 0, 0));
  SHOW(cudaDeviceGetHostAtomicCapabilities(nullptr, operations, 1, 0));
  SHOW(cudaDeviceGetHostAtomicCapabilities(answers, nullptr, 1, 0));
  SHOW(cudaDeviceGetHostAtomicCapabilities(nullptr, nullptr, 0, 0));
  SHOW(cudaDeviceGetHostAtomicCapabilities(answers, operations, 1, count));
  SHOW(cudaDeviceGetHostAtomicCapabilities(answers, operations, 1, -1));
  SHOW(cudaDeviceGetP2PAtomicCapabilities(answers, operations, 1, 0, 0));
  SHOW(cudaDeviceGetP2PAtomicCapabilities(answers, operations, 1, 0, count));
  SHOW(cudaDeviceGetP2PAtomicCapabilities(answers, operations, 1, count, 0));
  SHOW(cudaDeviceGetP2PAtomicCapabilities(nullptr, operations, 1, 0, count));
}
