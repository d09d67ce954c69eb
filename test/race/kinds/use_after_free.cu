// SPDX-License-Identifier: Apache-2.0
// expect: mem/out of bounds
// A kernel writes memory that was given back.
#include "kind.h"

int main() {
  int* data = nullptr;
  cudaMalloc(&data, kBytes);
  cudaFree(data);
  fill<<<kBlocks, kThreads>>>(data, 1);
  return finish();
}
