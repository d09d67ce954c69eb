// SPDX-License-Identifier: Apache-2.0
// A launch fails and nobody asks.
// expect: api/unchecked error
#include "case.h"

int main() {
  nothing<<<1, 4096>>>();
  return 0;
}
