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

/// e^-(square + rest) times e^(x^2) erfc(x) for x >= 0: erfc(x), if the first two are x^2 and its
/// rounding error.
inline float gauss_tail(float x, float square, float rest) {
  constexpr float p[] = {0x1.46e80ep+0f,   -0x1.7bf5fap-4f, -0x1.54085cp-3f, 0x1.4ffacep-3f,
                         -0x1.bc07a6p-5f,  -0x1.076ddp-7f,  0x1.1ad746p-7f,  0x1.48dde6p-10f,
                         -0x1.48271ap-10f, -0x1.67be7p-12f, 0x1.37f216p-15f};
  const float t = (x - 2.0f) / (x + 2.0f);
  const float dividend = polynomial(p, t);
  const float divisor = fma(2.0f, x, 1.0f);
  const float inverse = 1.0f / divisor;
  const float slow = dividend * inverse;
  // What the divisor and the quotient have lost: half of the error otherwise.
  const float divisor_rest = 2.0f * x - divisor + 1.0f;
  const float slow_rest = fma(-slow, divisor_rest, fma(-slow, divisor, dividend)) * inverse;
  const ExpParts power(-square, kScaleBias);
  return scaled(fma(power.power, fma(-slow, rest, slow_rest), slow * power.power), power.exponent);
}

// Below this 1 - erf loses less than the tail's roundings.
inline constexpr float kSmallErfc = 0.6f;
// Beyond this erfc is 0 and the square needs no clamp.
inline constexpr float kLargestErfc = 10.5f;

inline float erfc_float(float x) {
  const float size = clamp(magnitude(x), 0.0f, kLargestErfc);
  const float square = size * size;
  const float tail = gauss_tail(size, square, fma(size, size, -square));
  const float large = size < kSmallErfc ? 1.0f - erf_to_one(size) : tail;
  return x < 0.0f ? 2.0f - large : large;
}

/// erfc(-x / sqrt(2)) / 2.
inline float normcdf_float(float x) {
  const float size = clamp(magnitude(x), 0.0f, kLargestErfc * 1.42f);
  const float square = size * size;
  const float z = size * 0x1.6a09e6p-1f;
  const float tail = gauss_tail(z, 0.5f * square, 0.5f * fma(size, size, -square));
  const float large = z < kSmallErfc ? 1.0f - erf_to_one(z) : tail;
  return x > 0.0f ? fma(-0.5f, large, 1.0f) : 0.5f * large;
}

}  // namespace riffle_math
