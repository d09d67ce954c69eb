// SPDX-License-Identifier: Apache-2.0
// The smaller and larger of two zeros, and min and max as overloads.
#include "table.h"

BINARY(f_min, float, float, float, fminf(x, y));
BINARY(f_max, float, float, float, fmaxf(x, y));
BINARY(overloaded_min, float, float, float, min(x, y));
BINARY(overloaded_max, double, double, double, max(x, y));
BINARY(d_min, double, double, double, fmin(x, y));

int main() {
  auto f = from_bits<float>({0, 0x80000000, 0x7fc00000, 0x3f800000});
  std::vector<double> d(f.begin(), f.end());
  SHOW_BINARY(f_min, f, f);
  SHOW_BINARY(f_max, f, f);
  SHOW_BINARY(overloaded_min, f, f);
  SHOW_BINARY(overloaded_max, d, d);
  SHOW_BINARY(d_min, d, d);
}
