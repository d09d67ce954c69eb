// SPDX-License-Identifier: Apache-2.0
// expect: mem/out of bounds
// says: use_after_free.cu:10 in main (cudaFree)
// A kernel writes memory that was given back.
#include "kind.h"

int main() {
  int* data = nullptr;
  cudaMalloc(&data, kBytes);
  cudaFree(data);
  fill<<<kBlocks, kThreads>>>(data, 1);
  return finish();
}
