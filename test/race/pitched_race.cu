// SPDX-License-Identifier: Apache-2.0
// Two boxes of one pitched array overlap in a column.
// expect: race/race
#include "case.h"

int main() {
  Streams<2> s;
  Device x(64 * 256);
  cudaMemset2DAsync(x, 256, 1, 101, 64, s[0]);
  cudaMemset2DAsync(x + 100, 256, 2, 100, 64, s[1]);
  return finish();
}
