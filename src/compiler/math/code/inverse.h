// SPDX-License-Identifier: Apache-2.0
// Inverse trigonometric functions in single precision.
#pragma once

#include "number.h"

namespace riffle_math {

/// A constant and what its rounding left.
struct Constant {
  float high, low;
};
inline constexpr Constant kHalfPi{0x1.921fb6p+0f, -0x1.777a5cp-25f};
inline constexpr Constant kPi{0x1.921fb6p+1f, -0x1.777a5cp-24f};

inline float minus(Constant constant, float x) { return constant.high - (x - constant.low); }

/// atan x = x + x^3 p(x^2) for 0 <= x <= 1.
inline float atan_to_one(float x) {
  constexpr float p[] = {-0x1.5554dcp-2f, 0x1.9978f6p-3f, -0x1.230aeep-3f, 0x1.b4e1b8p-4f,
                         -0x1.3557d2p-4f, 0x1.62005p-5f,  -0x1.0c2eeep-6f, 0x1.7ed798p-9f};
  const float square = x * x;
  return fma(x * square, polynomial(p, square), x);
}

inline float atan_float(float x) {
  const float size = magnitude(x);
  const bool is_large = size > 1.0f;
  const float angle = atan_to_one(is_large ? 1.0f / size : size);
  return with_sign(is_large ? minus(kHalfPi, angle) : angle, x);
}

inline float atan2_float(float y, float x) {
  const float ax = magnitude(x), ay = magnitude(y);
  const bool is_steep = ay > ax;
  const float large = is_steep ? ay : ax, small = is_steep ? ax : ay;
  float ratio = large == 0.0f ? 0.0f : small / large;
  ratio = small == kInfinity ? 1.0f : ratio;
  float angle = atan_to_one(ratio);
  angle = is_steep ? minus(kHalfPi, angle) : angle;
  angle = bits_of(x) >> 31 != 0 ? minus(kPi, angle) : angle;
  return x != x || y != y ? kNan : with_sign(angle, y);
}

/// (asin x - x) / x for x^2 <= 0.314.
inline float asin_rest(float square) {
  constexpr float p[] = {0x1.555528p-3f, 0x1.334862p-4f, 0x1.6a7552p-5f,
                         0x1.15d546p-5f, 0x1.ce16d6p-8f, 0x1.81ff08p-5f};
  return square * polynomial(p, square);
}

/// Beyond 0.56 asin x = pi/2 - 2 asin sqrt((1 - x) / 2).
struct AsinParts {
  bool is_large;
  float angle;  ///< asin |x|, or asin sqrt((1 - |x|) / 2); NaN beyond 1
  explicit AsinParts(float x) {
    const float size = magnitude(x);
    is_large = size > 0.56f;
    const float half = fma(size, -0.5f, 0.5f);
    const float root = __builtin_sqrtf(half);
    const float of = is_large ? root : size;
    angle = fma(of, asin_rest(is_large ? half : size * size), of);
  }
};

inline float asin_float(float x) {
  const AsinParts parts(x);
  return with_sign(parts.is_large ? minus(kHalfPi, 2.0f * parts.angle) : parts.angle, x);
}

inline float acos_float(float x) {
  const AsinParts parts(x);
  const float twice = 2.0f * parts.angle;
  const float large = x < 0.0f ? minus(kPi, twice) : twice;
  return parts.is_large ? large : minus(kHalfPi, with_sign(parts.angle, x));
}

}  // namespace riffle_math
