// SPDX-License-Identifier: Apache-2.0
// Functions that round to whole numbers.
#include "table.h"

UNARY(rint_, float, float, rintf(x));
UNARY(nearbyint_, float, float, nearbyintf(x));
UNARY(round_, float, float, roundf(x));
UNARY(trunc_, float, float, truncf(x));
UNARY(floor_, float, float, floorf(x));
UNARY(ceil_, float, float, ceilf(x));
UNARY(d_rint, double, double, rint(x));
UNARY(d_round, double, double, round(x));
UNARY(d_trunc, double, double, trunc(x));
UNARY(d_floor, double, double, floor(x));
UNARY(d_ceil, double, double, ceil(x));
UNARY(d_lround, long long, double, llround(x));
UNARY(d_lrint, long long, double, llrint(x));

int main() {
  auto f = interesting_floats();
  for (float x : {0.49999997f, 0.5f, 1.5f, 2.5f, 3.5f, -0.5f, -1.5f, -2.5f, 8388607.5f, 8388608.5f, -0.2f, 0.7f}) f.push_back(x);
  auto d = interesting_doubles();
  for (double x : {0.49999999999999994, 0.5, 1.5, 2.5, -0.5, -1.5, -2.5, 4503599627370495.5, -0.2, 0.7}) d.push_back(x);
  SHOW_UNARY(rint_, f);
  SHOW_UNARY(nearbyint_, f);
  SHOW_UNARY(round_, f);
  SHOW_UNARY(trunc_, f);
  SHOW_UNARY(floor_, f);
  SHOW_UNARY(ceil_, f);
  SHOW_UNARY(d_rint, d);
  SHOW_UNARY(d_round, d);
  SHOW_UNARY(d_trunc, d);
  SHOW_UNARY(d_floor, d);
  SHOW_UNARY(d_ceil, d);
  SHOW_UNARY(d_lround, d);
  SHOW_UNARY(d_lrint, d);
}
