// SPDX-License-Identifier: Apache-2.0
// Sums of two doubles, for where the rounding of one would cost too much.
#pragma once

#include "number.h"

namespace riffle_math {

/// high + low, where high is near the sum.
struct Pair {
  double high, low;
};
inline double rounded(Pair x) { return x.high + x.low; }

inline Pair product(double x, double y) {
  const double high = x * y;
  return {high, fma(x, y, -high)};
}
inline Pair product(Pair x, Pair y) {
  const Pair main = product(x.high, y.high);
  return {main.high, main.low + fma(x.high, y.low, x.low * y.high)};
}
/// For |x| >= |y|, or x = 0.
inline Pair sum(double x, double y) {
  const double high = x + y;
  return {high, (x - high) + y};
}
inline Pair sum(double x, Pair y) {
  const Pair main = sum(x, y.high);
  return {main.high, main.low + y.low};
}
inline Pair sum(Pair x, double y) {
  const Pair main = sum(x.high, y);
  return {main.high, main.low + x.low};
}
inline Pair sum(Pair x, Pair y) {
  const Pair main = sum(x, y.high);
  return {main.high, main.low + y.low};
}

}  // namespace riffle_math
