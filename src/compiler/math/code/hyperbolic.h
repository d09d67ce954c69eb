// SPDX-License-Identifier: Apache-2.0
// Hyperbolic functions in single precision.
#pragma once

#include "exponential.h"
#include "number.h"

namespace riffle_math {

inline float tanh_float(float x) {
  constexpr float p[] = {-0x1.55554ap-2f, 0x1.110d26p-3f, -0x1.b92846p-5f, 0x1.593b34p-6f,
                         -0x1.9b2548p-8f};
  const float size = magnitude(x), square = x * x;
  const float small = fma(size * square, polynomial(p, square), size);
  const float power = moderate_exp(clamp(size + size, 0.0f, 20.0f));
  const float large = fma(-2.0f, 1.0f / (power + 1.0f), 1.0f);
  return with_sign(size >= 0.55f ? large : small, x);
}

/// e^|x| / 2.
inline float half_exp(float x) {
  const ExpParts parts(clamp(magnitude(x), 0.0f, 91.0f), kScaleBias);
  return scaled(parts.power, parts.exponent - 1);
}

inline float sinh_float(float x) {
  constexpr float p[] = {0x1.555556p-3f, 0x1.111134p-7f, 0x1.9ffe92p-13f, 0x1.7a15a4p-19f};
  const float size = magnitude(x), square = x * x;
  const float small = fma(size * square, polynomial(p, square), size);
  const float half = half_exp(x);
  return with_sign(size < 1.0f ? small : half - 0.25f / half, x);
}

inline float cosh_float(float x) {
  const float half = half_exp(x);
  return half + 0.25f / half;
}

}  // namespace riffle_math
