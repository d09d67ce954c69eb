// SPDX-License-Identifier: Apache-2.0
// expect: race/race
// Two boxes of one pitched array overlap in a column.
// FIXED: the columns lie side by side.
#include "case.h"

int main() {
  Streams<2> s;
  Device x(64 * 256);
#if FIXED
  cudaMemset2DAsync(x, 256, 1, 100, 64, s[0]);
#else
  cudaMemset2DAsync(x, 256, 1, 101, 64, s[0]);
#endif
  cudaMemset2DAsync(x + 100, 256, 2, 100, 64, s[1]);
  return finish();
}
