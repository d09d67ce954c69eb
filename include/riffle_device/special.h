// SPDX-License-Identifier: Apache-2.0
// Functions of CUDA's math API that the C library lacks: roots, trigonometry of pi*x, error
// function relatives. Float forms compute in double and round once. Bodies live in namespace
// riffle_device for both sides; math_names.h gives them their global names.
#pragma once

#include "function_macros.h"

namespace riffle_device {

// 1/sqrt(x), with a Newton step on the exact residual: two roundings alone would miss CUDA's 1 ulp.
// Scaled by powers of 4 where the residual would leave the normal range.
RIFFLE_BOTH double reciprocal_root(double x) {
#pragma clang fp contract(off)
  const bool tiny = x < 0x1p-900, huge = x > 0x1p900;
  const double scaled = tiny ? x * 0x1p400 : huge ? x * 0x1p-400 : x;
  const double factor = tiny ? 0x1p200 : huge ? 0x1p-200 : 1.0;
  const double y = 1.0 / __builtin_sqrt(scaled);
  const double square = y * y;
  const double square_low = __builtin_fma(y, y, -square);
  const double residual = __builtin_fma(-scaled, square, 1.0) - scaled * square_low;
  // Zero, infinity and NaN have no residual.
  return (residual == residual ? y + 0.5 * y * residual : y) * factor;
}

RIFFLE_BOTH double reciprocal_cube_root(double x) {
#pragma clang fp contract(off)
  const double size = __builtin_fabs(x);
  const bool tiny = size < 0x1p-900, huge = size > 0x1p900;
  const double scaled = tiny ? x * 0x1p600 : huge ? x * 0x1p-600 : x;
  const double factor = tiny ? 0x1p200 : huge ? 0x1p-200 : 1.0;
  const double y = 1.0 / __builtin_cbrt(scaled);
  const double square = y * y;
  const double square_low = __builtin_fma(y, y, -square);
  const double cube = square * y;
  const double cube_low = __builtin_fma(square, y, -cube) + square_low * y;
  const double residual = __builtin_fma(-scaled, cube, 1.0) - scaled * cube_low;
  return (residual == residual ? y + y * residual * (1.0 / 3.0) : y) * factor;
}

// x = (whole turns) + quarter/4... : exact reduction to pi * rest with |rest| <= 1/4.
struct PiReduced {
  double rest;
  int quarter;  ///< half-turn quarters, modulo 4
};
RIFFLE_BOTH PiReduced reduce_pi(double x) {
  const double turn = x - 2.0 * __builtin_rint(0.5 * x);  // [-1, 1], exact
  const double halves = __builtin_rint(2.0 * turn);       // -2 ... 2
  return {turn - 0.5 * halves, static_cast<int>(halves) & 3};
}
RIFFLE_BOTH double sin_pi(double x) {
  if (!__builtin_isfinite(x)) return __builtin_nan("");
  const PiReduced r = reduce_pi(x);
  const double a = 3.14159265358979323846 * r.rest;
  if (r.rest == 0.0 && (r.quarter & 1) == 0) return __builtin_copysign(0.0, x);
  const double value = r.quarter & 1 ? __builtin_cos(a) : __builtin_sin(a);
  return r.quarter & 2 ? -value : value;
}
RIFFLE_BOTH double cos_pi(double x) {
  if (!__builtin_isfinite(x)) return __builtin_nan("");
  const PiReduced r = reduce_pi(x);
  const double a = 3.14159265358979323846 * r.rest;
  if (r.rest == 0.0 && (r.quarter & 1)) return 0.0;
  const double value = r.quarter & 1 ? __builtin_sin(a) : __builtin_cos(a);
  return r.quarter == 1 || r.quarter == 2 ? -value : value;
}

// exp(x^2) * erfc(x)
RIFFLE_BOTH_LARGE double scaled_erfc(double x) {
#pragma clang fp contract(off)
  if (x >= 10.0) {
    // Asymptotic series; at 10 its 15th term is below 2^-53.
    const double t = 0.5 / (x * x);
    double sum = 1.0;
    for (int n = 15; n > 0; --n) sum = 1.0 - (2 * n - 1) * t * sum;
    return x > 1e150 ? 0.56418958354775628695 / x : 0.56418958354775628695 * sum / x;
  }
  const double square = x * x;
  const double square_error = __builtin_fma(x, x, -square);
  const double growth = __builtin_exp(square);
  if (!(growth < __builtin_inf())) return square != square ? square : __builtin_inf();
  return growth * __builtin_erfc(x) * (1.0 + square_error);
}

// Winitzki's approximation of erfinv from w = -log(1 - x^2): 2e-3 relative, a start for iterations.
RIFFLE_BOTH double erfinv_start(double w) {
  const double b = 4.3307467508 - 0.5 * w;  // 2 / (pi * 0.147) + log(1 - x^2) / 2
  return __builtin_sqrt(__builtin_sqrt(b * b + w * 6.8027210884) - b);
}
// Halley step for `value_error` = f(z) - wanted, with f' = -+ 2/sqrt(pi) exp(-z^2): cubic
// convergence.
RIFFLE_BOTH double halley(double z, double value_error) {
  const double u = value_error / (1.12837916709551257390 * __builtin_exp(-z * z));
  return z - u / (1.0 + z * u);
}
// z > 0 with erfc(z) = y, for 0 < y <= 1/2. The step is taken on log(erfc), which is nearly a
// parabola where erfc itself falls too steeply for a tangent; through erfcx where erfc is subnormal.
RIFFLE_BOTH double erfc_inverse_small(double y, int steps) {
  double z = erfinv_start(-__builtin_log(y * (2.0 - y)));
  for (int i = 0; i < steps; ++i) {
    const bool tiny = y < 0x1p-960;
    const double value = tiny ? scaled_erfc(z) : __builtin_erfc(z);
    const double log_error =
        tiny ? (__builtin_log(value) - z * z) - __builtin_log(y) : __builtin_log1p((value - y) / y);
    const double slope = -1.12837916709551257390 * (tiny ? 1.0 : __builtin_exp(-z * z)) / value;
    z -= log_error / (slope + log_error * (z + 0.5 * slope));
  }
  return z;
}
RIFFLE_BOTH_LARGE double erf_inverse(double x, int steps) {
  const double size = __builtin_fabs(x);
  if (!(size < 1.0))
    return size == 1.0 ? __builtin_copysign(__builtin_inf(), x) : __builtin_nan("");
  if (size < 1e-8) return x * 0.88622692545275801365;  // sqrt(pi) / 2; the next term is x^3 * 0.23
  if (size > 0.5) return __builtin_copysign(erfc_inverse_small(1.0 - size, steps), x);
  double z = erfinv_start(-__builtin_log1p(-size * size));
  for (int i = 0; i < steps; ++i) z = halley(z, __builtin_erf(z) - size);
  return __builtin_copysign(z, x);
}
RIFFLE_BOTH_LARGE double erfc_inverse(double y, int steps) {
  if (!(y >= 0.0 && y <= 2.0)) return __builtin_nan("");
  if (y == 0.0) return __builtin_inf();
  if (y >= 0.5)
    return y > 1.5 ? (y == 2.0 ? -__builtin_inf() : -erfc_inverse_small(2.0 - y, steps))
                   : erf_inverse(1.0 - y, steps);
  return erfc_inverse_small(y, steps);
}
RIFFLE_BOTH double normal_inverse(double p, int steps) {
  return 0.0 - 1.41421356237309504880 * erfc_inverse(2.0 * p, steps);  // +0 at 1/2
}

// erfc(-x/sqrt 2)/2. For x far below zero the relative error of the argument is multiplied by x^2,
// so the quotient's rounding error is put back to first order.
RIFFLE_BOTH_LARGE double normal_cdf(double x) {
#pragma clang fp contract(off)
  constexpr double kHigh = 0.70710678118654757274, kLow = -4.8336466567264567e-17;  // 1/sqrt 2
  const double z = -x * kHigh;
  const double probability = 0.5 * __builtin_erfc(z);
  if (!(x < -1.0) || x < -39.0) return probability;
  const double z_error = __builtin_fma(-x, kHigh, -z) - x * kLow;
  return probability - z_error * 0.56418958354775628695 * __builtin_exp(-z * z);
}

}  // namespace riffle_device
