// SPDX-License-Identifier: Apache-2.0
// Powers of e, 2 and 10 in single precision.
#pragma once

#include "number.h"

namespace riffle_math {

// Beyond these, and some way before the lower ones, the results are 0 and infinity.
inline constexpr float kLowestExp = -115.0f, kHighestExp = 89.0f;
inline constexpr float kLowestExp2 = -166.0f, kHighestExp2 = 129.0f;

/// e^x = power * 2^(exponent - bias) for |x| < 10^6: x = n ln 2 + r; e^r = 1 + r + r^2 q(r).
struct ExpParts {
  float power;
  UInt32 exponent;
  ExpParts(float x, UInt32 bias) {
    constexpr float q[] = {0x1.fffffcp-2f, 0x1.55549p-3f, 0x1.5558f8p-5f, 0x1.123afep-7f,
                           0x1.6a229ap-10f};
    const NearestFloat n(x, 0x1.715476p+0f, bias);
    float r = fma(n.value, -0x1.62e43p-1f, x);
    r = fma(n.value, 0x1.05c61p-29f, r);
    // What the rounding of 1 + r loses: otherwise the error would exceed an ulp.
    const float high = 1.0f + r, low = (1.0f - high) + r;
    power = high + fma(r * r, polynomial(q, r), low);
    exponent = n.bits;
  }
};

inline float exp_float(float x) {
  const ExpParts parts(clamp(x, kLowestExp, kHighestExp), kScaleBias);
  return scaled(parts.power, parts.exponent);
}

/// For |x| < 80.
inline float moderate_exp(float x) {
  const ExpParts parts(x, 0);
  return parts.power * float_of((parts.exponent + 127) << 23);
}

/// 2^r = 1 + r q(r) for |r| <= 1/2.
inline float exp2_float(float x) {
  constexpr float q[] = {0x1.62e432p-1f, 0x1.ebfbe2p-3f,  0x1.c6ae7p-5f,
                         0x1.3b270ap-7f, 0x1.5f7384p-10f, 0x1.470e82p-13f};
  x = clamp(x, kLowestExp2, kHighestExp2);
  const NearestFloat n(x, 1.0f, kScaleBias);
  const float r = x - n.value;
  return scaled(fma(r, polynomial(q, r), 1.0f), n.bits);
}

/// 2^t for |t| <= 300, to 34 bits and as a double: rounded to float, exact powers are exact.
inline double exp2_wide(double t) {
  constexpr double p[] = {0x1.ffffffffab0c6p-1,  0x1.62e42ff11930dp-1, 0x1.ebfbe0a5c5ee4p-3,
                          0x1.c6b08aaad1c2ep-5,  0x1.3b29db62c0927p-7, 0x1.5d8a73288e694p-10,
                          0x1.446ad2fa29a6fp-13, 0x1.fe1681013f3e9p-17};
  const NearestDouble n(t, 1.0);
  return scaled_normal(polynomial(p, t - n.value), n.bits);
}

inline float exp10_float(float x) {
  const double t = static_cast<double>(clamp(x, -46.0f, 39.0f)) * 0x1.a934f0979a371p+1;
  return static_cast<float>(exp2_wide(t));
}

/// e^x - 1 for |x| <= 200 as a double: exact near 0 too, to 34 bits of the result.
inline double expm1_wide(double x) {
  constexpr double q[] = {0x1.0000003ac700fp-1, 0x1.5555544066fb2p-3,  0x1.55548c4aa4fb7p-5,
                          0x1.11127304345d5p-7, 0x1.6d8e6ab7d7bf4p-10, 0x1.9f07f3057b048p-13};
  const NearestDouble n(x, 0x1.71547652b82fep+0);
  double r = fma(n.value, -0x1.62e42fefa39efp-1, x);
  r = fma(n.value, -0x1.abc9e3b39803fp-56, r);
  const double rest = fma(r * r, polynomial(q, r), r);
  const double scale = double_of((n.bits + 1023) << 52);
  return fma(rest, scale, scale - 1.0);
}

inline float expm1_float(float x) {
  const float result = static_cast<float>(expm1_wide(clamp(x, -30.0f, 100.0f)));
  return x == 0.0f ? x : result;
}

}  // namespace riffle_math
