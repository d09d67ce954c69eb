// SPDX-License-Identifier: Apache-2.0
// Inverse trigonometric functions in double precision.
#pragma once

#include "number.h"
#include "pair.h"

namespace riffle_math {

// pi/2 and what its rounding left; twice and half of both are as exact.
inline constexpr double kHalfPiHigh = 0x1.921fb54442d18p+0, kHalfPiLow = 0x1.1a62633145c07p-54;

/// part * pi/2 + atan(dividend / divisor) for a quotient of at most 0.4142 and `part` 0, 1/2, 1, 3/2 or
/// 2. All roundings but the last are made good.
inline double atan_sum(double part, Pair dividend, Pair divisor) {
  constexpr double p[] = {-0x1.555555555553dp-2, 0x1.9999999995791p-3,  -0x1.24924922a8bd5p-3,
                          0x1.c71c70e46a2f3p-4,  -0x1.745cf8b045d8dp-4, 0x1.3b111633f5d02p-4,
                          -0x1.10eb989da1716p-4, 0x1.df0d8e6b0c23fp-5,  -0x1.9ccb22a66b51fp-5,
                          0x1.37c2cbed8a034p-5,  -0x1.2541ec38dcee9p-6};
  const double inverse = 1.0 / divisor.high;
  const double quotient = dividend.high * inverse;
  const double left = fma(-quotient, divisor.high, dividend.high);
  const double lost = (left + fma(-quotient, divisor.low, dividend.low)) * inverse;
  const double square = quotient * quotient;
  const double rest = fma(quotient * square, polynomial(p, square), lost);
  const double base = part * kHalfPiHigh;
  const double sum = base + quotient;
  const double base_low = fma(part, kHalfPiHigh, -base);  // of 3/2
  return sum + ((base - sum) + quotient + (base_low + fma(part, kHalfPiLow, rest)));
}

// tan(pi/8).
inline constexpr double kTanOfEighth = 0x1.a827999fcef32p-2;

/// By atan x = pi/4 + atan((x - 1) / (x + 1)) beyond tan(pi/8), pi/2 - atan(1/x) beyond tan(3 pi/8).
inline double atan_double(double x) {
  const double size = magnitude(x) > 0x1p+60 ? 0x1p+60 : magnitude(x);
  const bool is_middle = size > kTanOfEighth, is_large = size > 2.414213562373095;
  const Pair above = sum(1.0, size), below = sum(-1.0, size);
  const Pair dividend = is_large ? Pair{-1.0, 0.0} : is_middle ? below : Pair{size, 0.0};
  const Pair divisor = is_large ? Pair{size, 0.0} : is_middle ? above : Pair{1.0, 0.0};
  const double angle = atan_sum(is_large ? 1.0 : is_middle ? 0.5 : 0.0, dividend, divisor);
  return x == x ? with_sign(angle, x) : x;
}

inline double atan2_double(double y, double x) {
  constexpr double kInfinite = __builtin_inf();
  const double ax = magnitude(x), ay = magnitude(y);
  const bool is_steep = ay > ax;
  double large = is_steep ? ay : ax, small = is_steep ? ax : ay;
  // Room for the quotient's remainder. Infinity is as good as 1, beside numbers that are 0 then.
  const double scale = large > 0x1p+900 ? 0x1p-200 : large < 0x1p-700 ? 0x1p+300 : 1.0;
  small = small == kInfinite ? 1.0 : large == kInfinite ? 0.0 : small * scale;
  large = large == kInfinite || large == 0.0 ? 1.0 : large * scale;
  // The angle from the nearer axis, 0 to pi/4, then from the positive one.
  const bool is_middle = small > kTanOfEighth * large;
  const Pair dividend = is_middle ? sum(-large, small) : Pair{small, 0.0};
  const Pair divisor = is_middle ? sum(large, small) : Pair{large, 0.0};
  const bool is_left = bits_of(x) >> 63 != 0;
  const double from_axis = is_middle ? 0.5 : 0.0;
  const bool is_down = is_steep != is_left;  // the angle from the axis is subtracted
  const double axis = is_steep ? 1.0 : is_left ? 2.0 : 0.0;
  const double angle = atan_sum(is_down ? axis - from_axis : axis + from_axis,
                                is_down ? Pair{-dividend.high, -dividend.low} : dividend, divisor);
  return x != x || y != y ? __builtin_nan("") : with_sign(angle, y);
}

/// asin x = x + x^3 p(x^2) for |x| <= 1/2; beyond it is pi/2 - 2 asin sqrt((1 - x) / 2).
struct AsinPartsDouble {
  bool is_large;
  double angle, rest;  ///< asin |x| or asin sqrt((1 - |x|) / 2), as a sum; NaN beyond 1
  explicit AsinPartsDouble(double x) {
    constexpr double p[] = {0x1.5555555555577p-3, 0x1.333333332e09p-4,  0x1.6db6db7219cd7p-5,
                            0x1.f1c71a9229d3ep-6, 0x1.6e8bdf2fc8e1ap-6, 0x1.1c49eaaf7146cp-6,
                            0x1.ca2018261ac43p-7, 0x1.7581045da70e6p-7, 0x1.615663c6df96ap-7,
                            0x1.e4676309ef8b6p-9, 0x1.6417e67cdf517p-6, -0x1.58af8ca8869dap-6,
                            0x1.0b7f7828eb114p-5};
    const double size = magnitude(x);
    is_large = size > 0.5;
    const double half = fma(size, -0.5, 0.5);
    const double root = __builtin_sqrt(half);
    const double root_rest = half > 0.0 ? 0.5 * fma(-root, root, half) / root : 0.0;
    const double square = is_large ? half : size * size;
    angle = is_large ? root : size;
    rest = fma(angle * square, polynomial(p, square), is_large ? root_rest : 0.0);
  }
};

inline double asin_double(double x) {
  const AsinPartsDouble parts(x);
  const double sum = kHalfPiHigh - 2.0 * parts.angle;
  const double large =
      sum + ((kHalfPiHigh - sum) - 2.0 * parts.angle + fma(-2.0, parts.rest, kHalfPiLow));
  return with_sign(parts.is_large ? large : parts.angle + parts.rest, x);
}

inline double acos_double(double x) {
  const AsinPartsDouble parts(x);
  const double twice = 2.0 * (parts.angle + parts.rest);
  // pi/2 - asin x for small x, pi - 2 asin sqrt((1 - |x|) / 2) for large negative ones.
  const double part = parts.is_large ? 2.0 : 1.0;
  const double base = part * kHalfPiHigh;
  const double angle = part * with_sign(parts.angle, x), rest = part * with_sign(parts.rest, x);
  // The sign of what is subtracted: x's own, and that of |x| for large ones.
  const double less = parts.is_large ? -angle : angle;
  const double sum = base - less;
  const double other =
      sum + ((base - sum) - less + fma(part, kHalfPiLow, parts.is_large ? rest : -rest));
  return parts.is_large && x > 0.0 ? twice : other;
}

}  // namespace riffle_math
