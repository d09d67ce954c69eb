// SPDX-License-Identifier: Apache-2.0
// expect: api/unchecked error
// A launch fails, and nobody looks.
#include "kind.h"

int main() {
  const Ints data;
  fill<<<kBlocks, 4096>>>(data, 1);
  cudaDeviceSynchronize();
  return 0;
}
