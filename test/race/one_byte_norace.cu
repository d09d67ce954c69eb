// SPDX-License-Identifier: Apache-2.0
// They meet, but do not overlap.
#include "case.h"

int main() {
  Streams<2> s;
  Device x(4096), y(4096);
  cudaMemsetAsync(x, 1, 2048, s[0]);
  cudaMemsetAsync(x + 2048, 2, 2048, s[1]);
  return finish();
}
