// SPDX-License-Identifier: Apache-2.0
// cudaDeviceGetHostAtomicCapabilities: refused arguments; one by one as all together, known bits only.
#include "../../capturing.h"

CASES() {
  int count = 0;
  MUST(cudaGetDeviceCount(&count));
  constexpr int kOperations = 13;
  cudaAtomicOperation operations[kOperations];
  unsigned together[kOperations], one = 77;
  for (int i = 0; i < kOperations; ++i) operations[i] = static_cast<cudaAtomicOperation>(i);
  SHOW(cudaDeviceGetHostAtomicCapabilities(nullptr, operations, 1, 0));
  SHOW(cudaDeviceGetHostAtomicCapabilities(&one, nullptr, 1, 0));
  SHOW(cudaDeviceGetHostAtomicCapabilities(&one, operations, 0, 0));
  SHOW(cudaDeviceGetHostAtomicCapabilities(&one, operations, 1, count));
  SHOW(cudaDeviceGetHostAtomicCapabilities(&one, operations, 1, -1));
  SHOW(cudaDeviceGetHostAtomicCapabilities(nullptr, operations, 1, count));
  const cudaAtomicOperation unknown[2] = {cudaAtomicOperationExchange, static_cast<cudaAtomicOperation>(99)};
  unsigned two[2] = {77, 77};
  SHOW(cudaDeviceGetHostAtomicCapabilities(two, unknown, 2, 0));
  show_value("untouched", one);
  show_last_error("after refused calls");
  SHOW(cudaDeviceGetHostAtomicCapabilities(together, operations, kOperations, 0));
  bool same = true, known = true;
  for (int i = 0; i < kOperations; ++i) {
    MUST(cudaDeviceGetHostAtomicCapabilities(&one, &operations[i], 1, 0));
    same = same && one == together[i];
    known = known && (one & ~0x7fu) == 0;
  }
  show_truth("one by one the same", same);
  show_truth("known bits only", known);
  show_while_capturing("asked", [&] { return cudaDeviceGetHostAtomicCapabilities(&one, operations, 1, 0); });
}
