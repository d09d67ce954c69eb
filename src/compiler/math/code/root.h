// SPDX-License-Identifier: Apache-2.0
// Cube root in single precision.
#pragma once

#include "number.h"

namespace riffle_math {

/// By Newton's steps for x^(-1/3), which need no division: t' = t + t (1 - x t^3) / 3.
inline float cbrt_float(float x) {
  const bool is_small = magnitude(x) < 0x1p-126f;
  const float size = is_small ? magnitude(x) * 0x1p24f : magnitude(x);
  // A third of the exponent, negated, and of the significand as a straight line: good to 4 bits.
  // (n >> 1) * (2/3) by multiplication, because vectors have no division.
  const Word third = static_cast<Word>(static_cast<LongWord>(bits_of(size)) * 0x55555556 >> 32);
  float t = float_of(0x54a21d2a - third);
  for (int i = 0; i < 3; ++i) {
    const float left = fma(-size * t, t * t, 1.0f);
    t = fma(t * left, 0x1.555556p-2f, t);
  }
  // The root is x t^2; its own error through the exact residual of the cube.
  const float square = t * t, root = size * square;
  const float high = root * root, low = fma(root, root, -high);
  const float residual = fma(-low, root, fma(-high, root, size));
  float result = fma(residual * square, 0x1.555556p-2f, root);
  result = is_small ? result * 0x1p-8f : result;
  const bool is_ordinary = size > 0.0f && size < kInfinity;
  return is_ordinary ? with_sign(result, x) : x;
}

}  // namespace riffle_math
