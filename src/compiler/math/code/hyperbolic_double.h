// SPDX-License-Identifier: Apache-2.0
// Functions that are small where their exponential is near 1, in double precision.
#pragma once

#include "exponential_double.h"
#include "number.h"

namespace riffle_math {

/// 2^n (e^r - 1 + (1 - 2^-n)), with what each sum has lost.
inline double expm1_double(double x) {
  constexpr double q[] = {0x1.5555555555559p-3,  0x1.5555555555548p-5,  0x1.111111110f786p-7,
                          0x1.6c16c16c1ce86p-10, 0x1.a01a01afa4735p-13, 0x1.a01a0182a5bbdp-16,
                          0x1.71ddf8cfb15d3p-19, 0x1.27e52b9d6d112p-22, 0x1.af5e1d0fcc391p-26,
                          0x1.1ef51244bb49p-29};
  const ExpReduced reduced(clamp(x, -50.0, 710.0));
  const double r = reduced.r;
  const double square = r * r, bend = 0.5 * square, bend_low = 0.5 * fma(r, r, -square);
  const double rest = r + bend;
  const double tail = fma(r * square, polynomial(q, r), fma(reduced.r_low, 1.0 + rest, bend_low));
  const double rest_low = (r - rest) + bend + tail;
  const Int32 n = static_cast<Int32>(reduced.n), down = n > 60 ? 60 : n;
  const double unit = double_of(static_cast<UInt64>(1023 - down) << 52);
  const double base = 1.0 - unit, base_low = (1.0 - base) - unit;
  const double sum = base + rest;
  const double result = scaled(sum + ((base - sum) + rest + (base_low + rest_low)), reduced.n);
  // Subnormal numbers and -0 too.
  return magnitude(x) < 0x1p-54 ? x : result;
}

/// e^|x| / 2 and e^-|x| / 2.
struct HalfExps {
  Pair large, small;
  explicit HalfExps(double x) {
    const ExpReduced reduced(clamp(magnitude(x), 0.0, 711.0));
    const Pair power = reduced.power_pair();
    large = sum(scaled(power.high, reduced.n - 1), scaled(power.low, reduced.n - 1));
    const double inverse = 0.25 / large.high;
    const double left = fma(-inverse, large.low, fma(-inverse, large.high, 0.25));
    small = {inverse, left * (4.0 * inverse)};
  }
};

// Beyond this the small part is nothing, and near infinity the parts of the large one are no numbers.
inline constexpr double kLargeHyperbolic = 40.0;

inline double cosh_double(double x) {
  const HalfExps half(x);
  const Pair both = sum(half.large.high, half.small);
  const double result = both.high + (both.low + half.large.low);
  return magnitude(x) > kLargeHyperbolic ? half.large.high : result;
}

inline double sinh_double(double x) {
  constexpr double p[] = {0x1.5555555555556p-3,  0x1.11111111110a6p-7,  0x1.a01a01a028994p-13,
                          0x1.71de3a465b90ep-19, 0x1.ae64671abe806p-26, 0x1.611a5640f5509p-33,
                          0x1.b4c74fcfc6838p-41};
  const double size = magnitude(x), square = x * x;
  const double near = fma(size * square, polynomial(p, square), size);
  const HalfExps half(x);
  const Pair difference = sum(half.large.high, Pair{-half.small.high, -half.small.low});
  const double far = difference.high + (difference.low + half.large.low);
  return with_sign(size < 1.0 ? near : size > kLargeHyperbolic ? half.large.high : far, x);
}

}  // namespace riffle_math
