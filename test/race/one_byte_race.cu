// SPDX-License-Identifier: Apache-2.0
// expect: race/race
// Two memsets on two streams overlap in one byte.
// FIXED: they meet, but do not overlap.
#include "case.h"

int main() {
  Streams<2> s;
  Device x(4096), y(4096);
#if FIXED
  cudaMemsetAsync(x, 1, 2048, s[0]);
#else
  cudaMemsetAsync(x, 1, 2049, s[0]);
#endif
  cudaMemsetAsync(x + 2048, 2, 2048, s[1]);
  return finish();
}
