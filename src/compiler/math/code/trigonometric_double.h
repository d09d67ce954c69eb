// SPDX-License-Identifier: Apache-2.0
// Sine and cosine in double precision, as trigonometric.h has them in single.
#pragma once

#include "number.h"
#include "trigonometric.h"

namespace riffle_math {

struct ReducedDouble {
  double r;
  Word quarter;
  explicit ReducedDouble(double x) {
    const NearestDouble n(x, 0x1.45f306dc9c883p-1);
    r = fma(n.value, -0x1.921fb54442d18p+0, x);
    r = fma(n.value, -0x1.1a62633145c06p-54, r);
    r = fma(n.value, -0x1.c1cd129024e08p-107, r);
    quarter = static_cast<Word>(n.bits);
  }
};

inline double sin_in_quarter(double r, Word quarter) {
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
  return double_of(bits_of(result) ^ static_cast<LongWord>(quarter & 2) << 62);
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

}  // namespace riffle_math
