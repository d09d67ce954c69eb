// SPDX-License-Identifier: Apache-2.0
// The exponential function with more than double precision, and the double functions that need it
// to stay within CUDA's 1 ulp where glibc's do not: tanh, exp10. No tables and no branches that
// depend on data beyond selects, so that it vectorises.
#pragma once

#include "function_macros.h"

namespace riffle_device {

/// 2^exponent * (high + low), or for expm1-like use: 2^exponent * (1 + rest + rest_low).
struct ExpPair {
  double high, low;       ///< of exp(r), 0.7 < high < 1.5
  double rest, rest_low;  ///< exp(r) - 1, accurate near r = 0
  int exponent;
};

/// exp(x + x_low) for |x| < 1100 and |x_low| <= ulp(x).
RIFFLE_DEVICE ExpPair exp_pair(double x, double x_low) {
#pragma clang fp contract(off)
  const double n = __builtin_rint(x * 0x1.71547652b82fep+0);
  // n * kHigh is exact (11 + 42 bits), and so is the difference.
  constexpr double kHigh = 0x1.62e42fefa3800p-1, kLow = 0x1.ef35793c76730p-45;
  const double main = __builtin_fma(-n, kHigh, x);
  const double correction = __builtin_fma(-n, kLow, x_low);
  const double r = main + correction;
  const double r_low = (main - r) + correction;
  // Taylor series: |r| <= 0.347, the first term left out is below 2^-60.
  double p = 1.0 / 87178291200.0;
  p = __builtin_fma(p, r, 1.0 / 6227020800.0);
  p = __builtin_fma(p, r, 1.0 / 479001600.0);
  p = __builtin_fma(p, r, 1.0 / 39916800.0);
  p = __builtin_fma(p, r, 1.0 / 3628800.0);
  p = __builtin_fma(p, r, 1.0 / 362880.0);
  p = __builtin_fma(p, r, 1.0 / 40320.0);
  p = __builtin_fma(p, r, 1.0 / 5040.0);
  p = __builtin_fma(p, r, 1.0 / 720.0);
  p = __builtin_fma(p, r, 1.0 / 120.0);
  p = __builtin_fma(p, r, 1.0 / 24.0);
  p = __builtin_fma(p, r, 1.0 / 6.0);
  p = __builtin_fma(p, r, 0.5);
  const double tail = __builtin_fma(p * r, r, __builtin_fma(r_low, r, r_low));
  const double rest = r + tail;
  const double rest_low = (r - rest) + tail;
  const double high = 1.0 + rest;
  const double low = ((1.0 - high) + rest) + rest_low;
  return {high, low, rest, rest_low, static_cast<int>(n)};
}

/// x * 2^exponent, rounded once; |exponent| <= 2000.
RIFFLE_BOTH double scale_by(double x, int exponent) {
  const int half = exponent / 2;
  const double a = __builtin_bit_cast(double, static_cast<unsigned long long>(1023 + half) << 52);
  const double b =
      __builtin_bit_cast(double, static_cast<unsigned long long>(1023 + (exponent - half)) << 52);
  return x * a * b;
}

RIFFLE_DEVICE_LARGE double exact_tanh(double x) {
#pragma clang fp contract(off)
  const double size = __builtin_fabs(x);
  if (!(size < 20.0)) return x != x ? x : __builtin_copysign(1.0, x);
  if (size < 0x1p-28) return x;
  // (e^2x - 1) / (e^2x + 1), both as pairs.
  const ExpPair e = exp_pair(2.0 * size, 0.0);
  const double high = scale_by(e.high, e.exponent), low = scale_by(e.low, e.exponent);
  const double down = high - 1.0;
  const double numerator = e.exponent == 0 ? e.rest : down;
  const double numerator_low = e.exponent == 0 ? e.rest_low : ((high - down) - 1.0) + low;
  const double denominator = high + 1.0;
  const double denominator_low =
      (high >= 1.0 ? (high - denominator) + 1.0 : (1.0 - denominator) + high) + low;
  const double quotient = numerator / denominator;
  const double rest =
      __builtin_fma(-quotient, denominator, numerator) + numerator_low - quotient * denominator_low;
  return __builtin_copysign(quotient + rest / denominator, x);
}

RIFFLE_DEVICE_LARGE double exact_exp10(double x) {
#pragma clang fp contract(off)
  if (!(x > -330.0)) return x == x ? 0.0 : x;
  if (x > 310.0) return __builtin_inf();
  // x = n * log10(2) + t, exactly but for the last part; 10^x = 2^n * exp(t * ln 10).
  const double n = __builtin_rint(x * 0x1.a934f0979a371p+1);
  const double t = __builtin_fma(-n, 0x1.34413509f7800p-2, x);
  const double t_low = -n * 0x1.fef311f12b358p-46;
  constexpr double kHigh = 0x1.26bb1bbb55516p+1, kLow = -0x1.f48ad494ea3e9p-53;  // ln 10
  const double product = t * kHigh;
  const double product_low = __builtin_fma(t, kHigh, -product) + (t * kLow + t_low * kHigh);
  // The low part is above an ulp of the product where t is tiny: renormalise.
  const double sum = product + product_low;
  const ExpPair e = exp_pair(sum, __builtin_fabs(product) >= __builtin_fabs(product_low)
                                      ? (product - sum) + product_low
                                      : (product_low - sum) + product);
  return scale_by(e.high + e.low, e.exponent + static_cast<int>(n));
}

}  // namespace riffle_device
