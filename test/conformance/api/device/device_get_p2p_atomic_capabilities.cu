// SPDX-License-Identifier: Apache-2.0
// cudaDeviceGetP2PAtomicCapabilities: devices outside, a device and itself, null arrays, no operations.
#include "../../capturing.h"

CASES() {
  int count = 0;
  MUST(cudaGetDeviceCount(&count));
  unsigned answers[2] = {77, 77};
  cudaAtomicOperation operations[2] = {cudaAtomicOperationIntegerAdd, cudaAtomicOperationCAS};
  SHOW(cudaDeviceGetP2PAtomicCapabilities(answers, operations, 2, 0, 0));
  SHOW(cudaDeviceGetP2PAtomicCapabilities(answers, operations, 2, 0, count));
  SHOW(cudaDeviceGetP2PAtomicCapabilities(answers, operations, 2, count, 0));
  SHOW(cudaDeviceGetP2PAtomicCapabilities(answers, operations, 2, -1, 0));
  SHOW(cudaDeviceGetP2PAtomicCapabilities(answers, operations, 2, 0, -1));
  SHOW(cudaDeviceGetP2PAtomicCapabilities(nullptr, operations, 2, 0, 0));
  SHOW(cudaDeviceGetP2PAtomicCapabilities(answers, nullptr, 2, 0, 0));
  SHOW(cudaDeviceGetP2PAtomicCapabilities(answers, operations, 0, 0, 0));
  operations[1] = static_cast<cudaAtomicOperation>(99);
  SHOW(cudaDeviceGetP2PAtomicCapabilities(answers, operations, 2, 0, 0));
  show_row("untouched", {int(answers[0]), int(answers[1])});
  show_last_error("after refused calls");
  operations[1] = cudaAtomicOperationCAS;
  show_while_capturing("asked", [&] { return cudaDeviceGetP2PAtomicCapabilities(answers, operations, 2, 0, 0); });
}
