// SPDX-License-Identifier: Apache-2.0
// References in long double (64 significand bits): libm's where it has the function, else written
// here by another method than the device library's.
#pragma once

#include <cmath>
#include <limits>

// Of the C library, whose headers show them to GNU's C++ only.
extern "C" {
__float128 j0f128(__float128);
__float128 j1f128(__float128);
__float128 y0f128(__float128);
__float128 y1f128(__float128);
}

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

/// The slope of erf.
inline Real gauss(Real z) { return 2 / std::sqrt(kPi) * std::exp(-z * z); }

inline Real erfinv(Real x);
/// Newton's method on erfc, in logarithms where it is small; on erf where erfc is near 1. The step
/// that is 1e-10 of the result leaves 1e-18 of it.
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
    const Real step = (y < 0.1L ? value * std::log(value / y) : value - y) / gauss(z);
    z += step;
    if (!(std::fabs(step) > std::fabs(z) * 1e-10L)) break;
  }
  return z;
}
inline Real erfinv(Real x) {
  if (std::fabs(x) > 0.5L) return std::copysign(erfcinv(1 - std::fabs(x)), x);
  Real z = x;
  for (int i = 0; i < 100; ++i) {
    const Real step = (std::erf(z) - x) / gauss(z);
    z -= step;
    if (!(std::fabs(step) > std::fabs(z) * 1e-10L)) break;
  }
  return z;
}
inline Real normcdfinv(Real p) { return -std::sqrt(2.0L) * erfcinv(2 * p); }

/// The same for floats, from a result `near` the true one: Halley's step of third order, in doubles, which
/// leaves 1e-8 of a float's ulp where it is short. From results that are not near as above.
inline double step_from(double near, double newton, Real otherwise(Real), Real argument) {
  const bool is_short = std::fabs(newton) < 1e-6 * std::fabs(near);
  return is_short ? near - newton / (1 + near * newton) : static_cast<double>(otherwise(argument));
}
inline double slope_of_erf(double z) { return M_2_SQRTPI * std::exp(-z * z); }
inline double erfinv(double x, double near);
inline double erfcinv(double y, double near) {
  if (y > 0.5 && y < 1.5) return erfinv(1 - y, near);
  if (y > 1) return -erfcinv(2 - y, -near);
  return step_from(near, (y - std::erfc(near)) / slope_of_erf(near), erfcinv, y);
}
inline double erfinv(double x, double near) {
  if (std::fabs(x) > 0.5) return std::copysign(erfcinv(1 - std::fabs(x), std::fabs(near)), x);
  return step_from(near, (std::erf(near) - x) / slope_of_erf(near), erfinv, x);
}
inline double normcdfinv(double p, double near) {
  return -M_SQRT2 * erfcinv(2 * p, -near * M_SQRT1_2);
}

inline Real normcdf(Real x) {
  // 1/sqrt 2 in two parts, or the argument's error would be multiplied by x^2.
  const Real high = 0.70710678118654752440L;
  const Real z = -x * high;
  const Real lost = std::fma(-x, high, -z);
  return (std::erfc(z) - gauss(z) * lost) / 2;
}

/// Continued fraction for large x, product for small.
inline Real erfcx(Real x) {
  if (x < -110) return std::numeric_limits<Real>::infinity();
  if (x < 3) {
    const Real square = x * x;
    return std::exp(square) * std::erfc(x) * (1 + std::fma(x, x, -square));
  }
  Real tail = x;
  for (int k = 8 + static_cast<int>(400 / (x * x)); k > 0; --k) tail = x + k / (2 * tail);
  return 1 / (std::sqrt(kPi) * tail);
}

/// The power series, all of whose terms are positive: sum of (x/2)^(2k + order) / (k! (k + order)!).
inline Real bessel_i(int order, Real x) {
  if (x > 720) return std::numeric_limits<Real>::infinity();  // of doubles
  const Real half = x / 2;
  Real term = order == 0 ? 1 : half, sum = term;
  for (int k = 1; term > sum * 1e-21L; ++k) sum += term *= half / k * (half / (k + order));
  return sum;
}
inline Real cyl_bessel_i0(Real x) { return bessel_i(0, std::fabs(x)); }
inline Real cyl_bessel_i1(Real x) { return std::copysign(bessel_i(1, std::fabs(x)), x); }

/// Beside a zero long double has the value to 1e-19 only: there by quadruple precision.
inline Real beside_zeros(Real value, __float128 exact(__float128), Real x) {
  return std::fabs(value) > 0.05L ? value : static_cast<Real>(exact(x));
}
inline Real j0(Real x) { return beside_zeros(::j0l(x), ::j0f128, x); }
inline Real j1(Real x) { return beside_zeros(::j1l(x), ::j1f128, x); }
inline Real y0(Real x) { return beside_zeros(::y0l(x), ::y0f128, x); }
inline Real y1(Real x) { return beside_zeros(::y1l(x), ::y1f128, x); }

}  // namespace reference
