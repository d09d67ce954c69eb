// SPDX-License-Identifier: Apache-2.0
// References in long double (64 significand bits): libm's where it has the function, else written
// here by another method than the device library's.
#pragma once

#include <cmath>
#include <limits>

namespace reference {

using Real = long double;
inline constexpr Real kPi = 3.14159265358979323846264338327950288L;

inline Real rsqrt(Real x) { return 1 / std::sqrt(x); }
inline Real rcbrt(Real x) { return 1 / std::cbrt(x); }
inline Real exp10(Real x) { return ::exp10l(x); }
inline Real reduced(Real x) { return std::remainder(x, 2.0L); }
/// By the nearer zero of the sine, where the product with pi keeps its relative accuracy.
inline Real sinpi(Real x) {
  const Real r = reduced(x);
  return std::sin(kPi * (std::fabs(r) > 0.5L ? std::copysign(1 - std::fabs(r), r) : r));
}
inline Real cospi(Real x) {
  const Real r = std::fabs(reduced(x));
  return r == 0.5L ? 0 : r > 0.25L && r < 0.75L ? std::sin(kPi * (0.5L - r)) : std::cos(kPi * r);
}

inline Real erfinv(Real x);
/// Newton's method on erfc, in logarithms where it is small; on erf where erfc is near 1.
inline Real erfcinv(Real y) {
  if (!(y > 0 && y < 2))
    return y == 0   ? std::numeric_limits<Real>::infinity()
           : y == 2 ? -std::numeric_limits<Real>::infinity()
                    : std::numeric_limits<Real>::quiet_NaN();
  if (y > 0.5L && y < 1.5L) return erfinv(1 - y);
  if (y > 1) return -erfcinv(2 - y);
  Real z = y > 0.1L ? 0 : std::sqrt(-std::log(y));
  for (int i = 0; i < 100; ++i) {
    const Real value = std::erfc(z);
    const Real slope = 2 / std::sqrt(kPi) * std::exp(-z * z);
    const Real step = (y < 0.1L ? value * std::log(value / y) : value - y) / slope;
    z += step;
    if (std::fabs(step) <= std::fabs(z) * 1e-19L) break;
  }
  return z;
}
inline Real erfinv(Real x) {
  if (std::fabs(x) > 0.5L) return std::copysign(erfcinv(1 - std::fabs(x)), x);
  Real z = x;
  for (int i = 0; i < 100; ++i) {
    const Real step = (std::erf(z) - x) / (2 / std::sqrt(kPi) * std::exp(-z * z));
    z -= step;
    if (std::fabs(step) <= std::fabs(z) * 1e-19L) break;
  }
  return z;
}
inline Real normcdf(Real x) {
  // 1/sqrt 2 in two parts, or the argument's error would be multiplied by x^2.
  const Real high = 0.70710678118654752440L;
  const Real z = -x * high;
  const Real lost = std::fma(-x, high, -z);
  return (std::erfc(z) - 2 / std::sqrt(kPi) * std::exp(-z * z) * lost) / 2;
}
inline Real normcdfinv(Real p) { return -std::sqrt(2.0L) * erfcinv(2 * p); }

/// Continued fraction (Lentz) for large x, product for small.
inline Real erfcx(Real x) {
  if (x < 3) {
    const Real square = x * x;
    return std::exp(square) * std::erfc(x) * (1 + std::fma(x, x, -square));
  }
  Real tail = x;
  for (int k = 400; k > 0; --k) tail = x + k / (2 * tail);
  return 1 / (std::sqrt(kPi) * tail);
}

/// Trapezoidal rule on exp(x (cos t - 1)) cos(n t): converges geometrically for periodic
/// integrands.
inline Real bessel_i(int order, Real x) {
  constexpr int kPoints = 400;
  Real sum = 0;
  for (int i = 0; i < kPoints; ++i) {
    const Real t = kPi * (2 * i + 1) / (2 * kPoints);
    sum += std::exp(x * (std::cos(t) - 1)) * std::cos(order * t);
  }
  return sum / kPoints * std::exp(x);
}
inline Real cyl_bessel_i0(Real x) { return bessel_i(0, std::fabs(x)); }
/// By its series where cancellation would ruin the integral.
inline Real cyl_bessel_i1(Real x) {
  if (std::fabs(x) > 2) return std::copysign(bessel_i(1, std::fabs(x)), x);
  Real term = x / 2, sum = term;
  for (int k = 1; k < 60; ++k) sum += term *= x * x / 4 / (Real(k) * (k + 1));
  return sum;
}

}  // namespace reference
