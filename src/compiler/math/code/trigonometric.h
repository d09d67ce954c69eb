// SPDX-License-Identifier: Apache-2.0
// Sine, cosine and tangent in single precision.
#pragma once

#include "number.h"

// Of the C library: exact for all arguments, and slow.
extern "C" {
double sin(double);
double cos(double);
double tan(double);
}

namespace riffle_math {

/// Where three parts of pi/2 do not reduce well enough.
inline constexpr float kLargeAngle = 105615.0f;

/// x = n pi/2 + r. All parts have one sign, so that -0 stays what it is.
struct Reduced {
  float r;
  UInt32 quarter;
  explicit Reduced(float x) {
    const NearestFloat n(x, 0x1.45f306p-1f);
    r = fma(n.value, -0x1.921fb4p+0f, x);
    r = fma(n.value, -0x1.4442dp-24f, r);
    r = fma(n.value, -0x1.846988p-48f, r);
    quarter = n.bits;
  }
};

/// sin r = r + r^3 p(r^2).
inline float sin_of_reduced(float r) {
  constexpr float p[] = {-0x1.555546p-3f, 0x1.110732p-7f, -0x1.99408ep-13f};
  const float square = r * r;
  return with_sign(fma(r * square, polynomial(p, square), r), r);
}

/// cos r = 1 - r^2/2 + r^4 p(r^2).
inline float cos_of_reduced(float r) {
  constexpr float p[] = {0x1.55554ap-5f, -0x1.6c0c2ap-10f, 0x1.99e8a2p-16f};
  const float square = r * r;
  return fma(square * square, polynomial(p, square), fma(square, -0.5f, 1.0f));
}

/// The sine of r and `quarter` right angles. Both series: where a kernel wants sine and cosine of one
/// angle they are there once.
inline float sin_in_quarter(float r, UInt32 quarter) {
  const float sine = sin_of_reduced(r), cosine = cos_of_reduced(r);
  const float result = quarter & 1 ? cosine : sine;
  return float_of(bits_of(result) ^ (quarter & 2) << 30);
}

inline float sin_float(float x) {
  if (!(magnitude(x) < kLargeAngle)) return static_cast<float>(::sin(static_cast<double>(x)));
  const Reduced reduced(x);
  return sin_in_quarter(reduced.r, reduced.quarter);
}
inline float cos_float(float x) {
  if (!(magnitude(x) < kLargeAngle)) return static_cast<float>(::cos(static_cast<double>(x)));
  const Reduced reduced(x);
  return sin_in_quarter(reduced.r, reduced.quarter + 1);
}

inline float tan_float(float x) {
  constexpr float p[] = {0x1.5554dep-2f, 0x1.112e12p-3f, 0x1.b57fd4p-5f,
                         0x1.9098fcp-6f, 0x1.949082p-9f, 0x1.3432ecp-7f};
  if (!(magnitude(x) < kLargeAngle)) return static_cast<float>(::tan(static_cast<double>(x)));
  const Reduced reduced(x);
  const float square = reduced.r * reduced.r;
  const float tangent = fma(reduced.r * square, polynomial(p, square), reduced.r);
  return reduced.quarter & 1 ? -1.0f / tangent : tangent;
}

/// For -use_fast_math: no better than the hardware's where angles are large, but a number in [-1, 1].
struct FastReduced {
  float r;
  UInt32 quarter;
  explicit FastReduced(float x) {
    const NearestFloat n(x, 0x1.45f306p-1f);
    r = fma(n.value, -0x1.921fb6p+0f, x);
    r = fma(n.value, 0x1.777a5cp-25f, r);
    r = clamp(r, -0.8f, 0.8f);
    quarter = n.bits;
  }
};
inline float sin_fast(float x) {
  const FastReduced reduced(x);
  return x == 0.0f ? x : sin_in_quarter(reduced.r, reduced.quarter);
}
inline float cos_fast(float x) {
  const FastReduced reduced(x);
  return sin_in_quarter(reduced.r, reduced.quarter + 1);
}

}  // namespace riffle_math
