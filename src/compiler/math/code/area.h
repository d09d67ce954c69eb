// SPDX-License-Identifier: Apache-2.0
// Inverse hyperbolic functions in single precision, through double: there the logarithm's error is nothing.
#pragma once

#include "exponential_double.h"
#include "number.h"

namespace riffle_math {

/// asinh x = log(1 + x + x^2 / (1 + sqrt(x^2 + 1))).
inline float asinh_float(float x) {
  const double size = static_cast<double>(magnitude(x)), square = size * size;
  const double result = log1p_double(size + square / (1.0 + __builtin_sqrt(square + 1.0)));
  return magnitude(x) < kInfinity ? with_sign(static_cast<float>(result), x) : x;
}

/// acosh (1 + t) = log(1 + t + sqrt(t (t + 2))).
inline float acosh_float(float x) {
  const double t = static_cast<double>(x) - 1.0;
  const double result = log1p_double(t + __builtin_sqrt(t * (t + 2.0)));
  return x < 1.0f ? kNan : static_cast<float>(result);
}

/// atanh x = log(1 + 2 x / (1 - x)) / 2.
inline float atanh_float(float x) {
  const double size = static_cast<double>(magnitude(x));
  const double result = 0.5 * log1p_double((size + size) / (1.0 - size));
  return with_sign(static_cast<float>(result), x);
}

}  // namespace riffle_math
