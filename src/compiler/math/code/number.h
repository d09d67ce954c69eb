// SPDX-License-Identifier: Apache-2.0
// What the functions of this folder are made of. They are written for one lane and widened to
// packets: no tables, selections instead of branches, and one branch at most, round the C library's
// function for arguments that are rare.
//
// Compiled with -ffp-contract=off: products and sums are fused only where fma is written.
#pragma once

namespace riffle_math {

using Int32 = int;
using UInt32 = unsigned;
using Int64 = long long;
using UInt64 = unsigned long long;

inline UInt32 bits_of(float x) { return __builtin_bit_cast(UInt32, x); }
inline UInt64 bits_of(double x) { return __builtin_bit_cast(UInt64, x); }
inline float float_of(UInt32 bits) { return __builtin_bit_cast(float, bits); }
inline double double_of(UInt64 bits) { return __builtin_bit_cast(double, bits); }

inline float fma(float x, float y, float z) { return __builtin_fmaf(x, y, z); }
inline double fma(double x, double y, double z) { return __builtin_fma(x, y, z); }
inline float magnitude(float x) { return __builtin_fabsf(x); }
inline double magnitude(double x) { return __builtin_fabs(x); }
inline float with_sign(float x, float sign) { return __builtin_copysignf(x, sign); }
inline double with_sign(double x, double sign) { return __builtin_copysign(x, sign); }

inline constexpr float kInfinity = __builtin_inff();
inline constexpr float kNan = __builtin_nanf("");

/// c[0] + c[1] x + c[2] x^2 + ...
template <class Real, int count>
inline Real polynomial(const Real (&c)[count], Real x) {
  Real sum = c[count - 1];
  for (int i = count - 2; i >= 0; --i) sum = fma(sum, x, c[i]);
  return sum;
}

/// The same with even and odd powers apart: half as long a chain of operations for one product more.
template <class Real, int count>
inline Real parted_polynomial(const Real (&c)[count], Real x) {
  const Real square = x * x;
  Real sums[2];
  sums[count % 2] = c[count - 2];
  sums[1 - count % 2] = c[count - 1];
  for (int i = count - 3; i >= 0; --i) sums[i % 2] = fma(sums[i % 2], square, c[i]);
  return fma(sums[1], x, sums[0]);
}

/// 1 / d to 2^-22.8 for 2^-126 <= |d| <= 2^125, in six operations. A division takes a processor's only unit for it ten
/// cycles and more a vector, and its own estimates have other bits on each. The first one is exponent and significand
/// negated, e is 5 % at most; 1 / (1 - e) = (1 + e) (1 + e^2 + e^4).
inline float near_reciprocal(float d) {
  const float y = float_of(0x7ef31000 - bits_of(d));
  const float e = fma(-d, y, 1.0f), square = e * e;
  const float once = fma(y, e, y);
  return fma(once, fma(square, square, square), once);
}

/// The integer nearest to a product, as a number and as the low bits of an integer: the sum with
/// 1.5 * 2^23 (2^52) has no bits behind the point. |x * factor| must stay below 2^22 (2^51).
/// An even `bias` is in the bits too, at no cost.
struct NearestFloat {
  float value;
  UInt32 bits;
  NearestFloat(float x, float factor, UInt32 bias = 0) {
    const float shift = float_of(bits_of(0x1.8p23f) + bias);
    const float shifted = fma(x, factor, shift);
    value = shifted - shift;
    bits = bits_of(shifted) - bits_of(0x1.8p23f);
  }
};
struct NearestDouble {
  double value;
  UInt64 bits;
  NearestDouble(double x, double factor) {
    const double shifted = fma(x, factor, 0x1.8p52);
    value = shifted - 0x1.8p52;
    bits = bits_of(shifted) - bits_of(0x1.8p52);
  }
};

/// x between low and high; NaN stays.
template <class Real>
inline Real clamp(Real x, Real low, Real high) {
  x = x < low ? low : x;
  return x > high ? high : x;
}

/// x * 2^n with one rounding, for n = biased - kScaleBias, |n| < 250 and x near 1: two factors, because the scale itself
/// may be no float.
///
/// A product that is too small takes some processors forty times as long, but not one that is nothing by far: arguments
/// whose result is 0 are clamped to where it is less than 2^-160, or 2^-1090.
inline constexpr UInt32 kScaleBias = 254;
inline float scaled(float x, UInt32 biased) {
  const UInt32 half = (biased >> 1) << 23;
  return x * float_of(half) * float_of((biased << 23) - half);
}

/// x * 2^n where that is a normal number.
inline double scaled_normal(double x, UInt64 n) { return double_of(bits_of(x) + (n << 52)); }

}  // namespace riffle_math
