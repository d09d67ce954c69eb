// SPDX-License-Identifier: Apache-2.0
// The error functions and the normal distribution in single precision.
#pragma once

#include "exponential.h"
#include "number.h"

namespace riffle_math {

/// erf x = x + x p(x^2) for 0 <= x <= 1.
inline float erf_to_one(float x) {
  constexpr float p[] = {0x1.06eba8p-3f, -0x1.81273ep-2f,  0x1.ce2cf8p-4f, -0x1.b7f91p-6f,
                         0x1.5405c2p-8f, -0x1.a3f774p-11f, 0x1.496b76p-14f};
  return fma(x, polynomial(p, x * x), x);
}

/// Beyond 1 erf x = 1 - e^q(x).
inline float erf_float(float x) {
  constexpr float q[] = {0x1.8b3b8p-13f, -0x1.212c2cp+0f, -0x1.4434f2p-1f, -0x1.bc18cp-4f,
                         0x1.9d0bbp-6f,  -0x1.1398c4p-8f, 0x1.ceea46p-12f, -0x1.6c05bap-16f};
  const float size = magnitude(x);
  const float large = 1.0f - moderate_exp(polynomial(q, clamp(size, 1.0f, 4.0f)));
  return with_sign(size >= 1.0f ? large : erf_to_one(size), x);
}

// Below this 1 - erf loses less than the tail's roundings.
inline constexpr float kSmallErfc = 0.6f;
// Beyond 10.06 erfc is 0; the square of this makes 2^-148.
inline constexpr float kLargestErfc = 10.13f;

/// e^-(square + rest) times e^(x^2) erfc(x) for x between the two: erfc(x), if the first two are x^2
/// and its rounding error. The second factor is 2^21 p(t) / (1 + x), t = (x - 1) / (x + 1): one
/// reciprocal gives t and the quotient, and the quotient is corrected for what it lacks.
inline float gauss_tail(float x, float square, float rest) {
  constexpr float p[] = {0x1.b5d878p-22f, -0x1.e6c54cp-24f, -0x1.8767dap-25f, 0x1.c81b2p-28f,
                         0x1.a0cf7p-27f,  0x1.2e6c6ep-28f,  -0x1.34d0b6p-31f, -0x1.0f51e8p-31f,
                         -0x1.12228p-28f, 0x1.167a3ep-29f};
  const float divisor = x + 1.0f;
  const float inverse = near_reciprocal(divisor);
  const float dividend = parted_polynomial(p, fma(-2.0f, inverse, 1.0f));
  const float slow = dividend * inverse;
  // What the divisor and the quotient have lost: half of the error otherwise.
  const float divisor_rest = x - (divisor - 1.0f);
  const float slow_rest = fma(-slow, divisor_rest, fma(-slow, divisor, dividend)) * inverse;
  // 2^21 is left for the scale, which is a float then, and 0 for 2^-148.
  const ExpParts power(-square, 148);
  return fma(power.power, fma(-slow, rest, slow_rest), slow * power.power) *
         float_of(power.exponent << 23);
}

inline float erfc_float(float x) {
  const float size = clamp(magnitude(x), 0.0f, kLargestErfc);
  const float square = size * size;
  const float tail = gauss_tail(size, square, fma(size, size, -square));
  const float large = size < kSmallErfc ? 1.0f - erf_to_one(size) : tail;
  return x < 0.0f ? 2.0f - large : large;
}

/// erfc(-x / sqrt(2)) / 2.
inline float normcdf_float(float x) {
  const float size = clamp(magnitude(x), 0.0f, kLargestErfc * 0x1.6a09e6p+0f);
  const float square = size * size;
  const float z = size * 0x1.6a09e6p-1f;
  const float tail = gauss_tail(z, 0.5f * square, 0.5f * fma(size, size, -square));
  const float large = z < kSmallErfc ? 1.0f - erf_to_one(z) : tail;
  return x > 0.0f ? fma(-0.5f, large, 1.0f) : 0.5f * large;
}

}  // namespace riffle_math
