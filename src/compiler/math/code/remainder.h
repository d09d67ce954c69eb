// SPDX-License-Identifier: Apache-2.0
// fmod, which is exact.
#pragma once

#include "number.h"

// Of the C library.
extern "C" double fmod(double, double);

namespace riffle_math {

/// Where the quotient has no more than 53 bits what is left of it is a double: one fused operation
/// gives it without rounding.
inline double fmod_double(double x, double y) {
  const double dividend = magnitude(x), divisor = magnitude(y);
  const double quotient = dividend / divisor;
  // Not for zero divisors, infinite dividends and NaN either.
  if (!(quotient < 0x1p53)) return ::fmod(x, y);
  const double whole = __builtin_trunc(quotient);
  double rest = fma(-whole, divisor, dividend);
  // The quotient was rounded up to a whole number.
  rest = rest < 0.0 ? rest + divisor : rest;
  // Infinite divisors would make NaN of 0.
  return with_sign(whole == 0.0 ? dividend : rest, x);
}

inline float fmod_float(float x, float y) {
  return static_cast<float>(fmod_double(static_cast<double>(x), static_cast<double>(y)));
}

}  // namespace riffle_math
