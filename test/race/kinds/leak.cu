// SPDX-License-Identifier: Apache-2.0
// expect: leak/leak
// Memory is not given back.
#include "kind.h"

int main() {
  int* data = nullptr;
  cudaMalloc(&data, kBytes);
  fill<<<kBlocks, kThreads>>>(data, 1);
  return finish();
}
