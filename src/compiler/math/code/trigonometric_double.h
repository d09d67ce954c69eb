// SPDX-License-Identifier: Apache-2.0
// Sine, cosine and tangent in double precision, as trigonometric.h has them in single.
#pragma once

#include "number.h"
#include "trigonometric.h"

namespace riffle_math {

struct ReducedDouble {
  double r, r_low;
  UInt32 quarter;
  explicit ReducedDouble(double x) {
    const NearestDouble n(x, 0x1.45f306dc9c883p-1);
    // The product is exact: n has 17 bits, the second part of pi/2 has 35.
    const double first = fma(n.value, -0x1.921fb54442d18p+0, x);
    const double product = n.value * -0x1.1a6263314p-54;
    const double second = first + product;
    r = fma(n.value, -0x1.701b839a25205p-92, second);
    r_low = ((first - second) + product) + fma(n.value, -0x1.701b839a25205p-92, second - r);
    quarter = static_cast<UInt32>(n.bits);
  }
};

inline double sin_in_quarter(double r, UInt32 quarter) {
  constexpr double s[] = {-0x1.5555555555548p-3, 0x1.111111110f79p-7,    -0x1.a01a019bf5a6dp-13,
                          0x1.71de356064b1ap-19, -0x1.ae5e5490369dbp-26, 0x1.5d8e06dbc8287p-33};
  constexpr double c[] = {0x1.555555555554bp-5,   -0x1.6c16c16c14f49p-10, 0x1.a01a019c7cff6p-16,
                          -0x1.27e4f7e558285p-22, 0x1.1ee9d3ed9e068p-29,  -0x1.8fa299905eb72p-37};
  const double square = r * r;
  const double sine = with_sign(fma(r * square, polynomial(s, square), r), r);
  // 1 - r^2/2 with what its rounding leaves.
  const double half = 0.5 * square, most = 1.0 - half;
  const double left = (1.0 - most) - half;
  const double cosine = most + fma(square * square, polynomial(c, square), left);
  const double result = quarter & 1 ? cosine : sine;
  return double_of(bits_of(result) ^ static_cast<UInt64>(quarter & 2) << 62);
}

inline double sin_double(double x) {
  if (!(magnitude(x) < static_cast<double>(kLargeAngle))) return ::sin(x);
  const ReducedDouble reduced(x);
  return sin_in_quarter(reduced.r, reduced.quarter);
}
inline double cos_double(double x) {
  if (!(magnitude(x) < static_cast<double>(kLargeAngle))) return ::cos(x);
  const ReducedDouble reduced(x);
  return sin_in_quarter(reduced.r, reduced.quarter + 1);
}

/// tan r = r + r^3 p(r^2), with what the sum and the reduction have lost.
inline double tan_double(double x) {
  constexpr double p[] = {0x1.55555555554eep-2,   0x1.1111111118686p-3,   0x1.ba1ba1b43ff91p-5,
                          0x1.664f49b07e7acp-6,   0x1.226e117869cc3p-7,   0x1.d6d9537491e89p-9,
                          0x1.7d59dc16cefabp-10,  0x1.3807283ea204fp-11,  0x1.d1dc27816200fp-13,
                          0x1.1f5b37f50b1a7p-13,  -0x1.c6767748be966p-16, 0x1.79e74ed4af4c3p-14,
                          -0x1.7b63b2d8e5f35p-15, 0x1.5f71bceea3114p-16};
  if (!(magnitude(x) < static_cast<double>(kLargeAngle))) return ::tan(x);
  const ReducedDouble reduced(x);
  const double r = reduced.r, square = r * r;
  const double rest = r * square * polynomial(p, square);
  const double tangent = r + rest;
  const double low = (r - tangent) + fma(reduced.r_low, fma(tangent, tangent, 1.0), rest);
  // -1 / (tangent + low)
  const double inverse = -1.0 / tangent;
  const double left = fma(inverse, tangent, 1.0) + inverse * low;
  const double cotangent = fma(inverse, left, inverse);
  return reduced.quarter & 1 ? cotangent : with_sign(tangent + low, r);
}

}  // namespace riffle_math
