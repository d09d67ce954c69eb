// SPDX-License-Identifier: Apache-2.0
// Reciprocal square roots, cube roots.
#pragma once

#include "number.h"

namespace riffle_math {

/// PTX's rsqrt.approx, nine operations and a comparison. The first estimate halves the exponent and takes the significand
/// for a straight line; it is chosen too small everywhere, so that one comparison of e = 1 - x y^2 as an integer finds all
/// that it is no estimate for: zeros, denormals, negative numbers (e is about 1), infinities (below 0), NaN.
inline float rsqrt_fast(float x) {
  const float y = float_of(0x5f30b000 - (bits_of(x) >> 1));
  const float e = fma(-(x * y), y, 1.0f);
  const float q = polynomial({0x1.fffec2p-2f, 0x1.8062eep-2f, 0x1.3686fcp-2f, 0x1.70c6b6p-2f}, e);
  // Root and division cost as much as all else: a branch, not a selection.
  if (__builtin_expect(bits_of(e) > bits_of(0.12f), 0)) return 1.0f / __builtin_sqrtf(x);
  return fma(y * e, q, y);
}

/// By Newton's steps for x^(-1/3), which need no division: t' = t + t (1 - x t^3) / 3.
inline float cbrt_float(float x) {
  const bool is_small = magnitude(x) < 0x1p-126f;
  const float size = is_small ? magnitude(x) * 0x1p24f : magnitude(x);
  // A third of the exponent, negated, and of the significand as a straight line: good to 4 bits.
  const UInt32 third = static_cast<UInt32>(
      static_cast<Int32>(static_cast<float>(static_cast<Int32>(bits_of(size))) * 0x1.555556p-2f));
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

/// The same in steps of fourth order, t' = t + t (e/3 + 2/9 e^2 + 14/81 e^3) with e = 1 - x t^3.
inline double cbrt_double(double x) {
  // Room for the residual below.
  const bool is_small = magnitude(x) < 0x1p-800;
  const double size = is_small ? magnitude(x) * 0x1p600 : magnitude(x);
  const UInt64 third = (bits_of(size) >> 32) * 0x55555556 >> 32;
  double t = double_of((0x553f43a5 - third) << 32);
  for (int i = 0; i < 2; ++i) {
    const double left = fma(-size * t, t * t, 1.0);
    const double series =
        fma(left, fma(left, 0x1.61f9add3c0ca4p-3, 0x1.c71c71c71c71cp-3), 0x1.5555555555555p-2);
    t = fma(t * left, series, t);
  }
  const double square = t * t, root = size * square;
  const double high = root * root, low = fma(root, root, -high);
  const double residual = fma(-low, root, fma(-high, root, size));
  double result = fma(residual * square, 0x1.5555555555555p-2, root);
  result = is_small ? result * 0x1p-200 : result;
  const bool is_ordinary = size > 0.0 && size < __builtin_inf();
  return is_ordinary ? with_sign(result, x) : x;
}

/// With one rounding before the root and the root's own.
inline double hypot_double(double x, double y) {
  const double ax = magnitude(x), ay = magnitude(y);
  const bool is_first = ax > ay;
  const double large = is_first ? ax : ay, small = is_first ? ay : ax;
  // Squares inside the range.
  const bool is_huge = large > 0x1p+500, is_tiny = large < 0x1p-450;
  const double scale = is_huge ? 0x1p-600 : is_tiny ? 0x1p+600 : 1.0;
  const double back = is_huge ? 0x1p+600 : is_tiny ? 0x1p-600 : 1.0;
  const double a = large * scale, b = small * scale;
  const double result = __builtin_sqrt(fma(a, a, b * b)) * back;
  const bool is_infinite = ax == __builtin_inf() || ay == __builtin_inf();
  return is_infinite ? __builtin_inf() : result;
}

}  // namespace riffle_math
