// SPDX-License-Identifier: Apache-2.0
// Columns side by side.
#include "case.h"

int main() {
  Streams<2> s;
  Device x(64 * 256);
  cudaMemset2DAsync(x, 256, 1, 100, 64, s[0]);
  cudaMemset2DAsync(x + 100, 256, 2, 100, 64, s[1]);
  return finish();
}
