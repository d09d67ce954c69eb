// SPDX-License-Identifier: Apache-2.0
// The error functions in double precision, as error_function.h has them in single.
#pragma once

#include "exponential_double.h"
#include "number.h"

namespace riffle_math {

/// (erf x - x) / x from x^2, for |x| <= 1.
inline double erf_rest(double square) {
  constexpr double p[] = {0x1.06eba8214db68p-3,   -0x1.812746b0379c2p-2,  0x1.ce2f21a041018p-4,
                          -0x1.b82ce312062cep-6,  0x1.565bccfa9ab9bp-8,   -0x1.c02db072fe66ap-11,
                          0x1.f9a2bf75119edp-14,  -0x1.f4ca94ac4f30dp-17, 0x1.b9827be6376e6p-20,
                          -0x1.5c16e84c2284dp-23, 0x1.d784b97d20cf1p-27,  -0x1.ace06f963e184p-31};
  return polynomial(p, square);
}

/// Beyond 1 erf x = 1 - e^q(x - 1).
inline double erf_double(double x) {
  constexpr double q[] = {-0x1.d97fbf27aa2a1p+0,  -0x1.51c9b0006c21ep+1,  -0x1.afabc11a2acf3p-1,
                          -0x1.5477f099ef1fcp-5,  0x1.48c9d3888c12bp-7,   -0x1.033f5ae317c9ep-9,
                          0x1.f1b07c3779d71p-13,  0x1.b929d177dd04bp-16,  -0x1.c84b48a0d5125p-16,
                          0x1.4470e92d7306cp-17,  -0x1.1dd95a3ec4d55p-19, 0x1.b47da31df0f5bp-23,
                          0x1.f937f2279526bp-25,  -0x1.2165c695dca1bp-25, 0x1.2760a5cc0287ep-27,
                          -0x1.6e480d02eb861p-30, 0x1.096c098643e39p-33,  -0x1.5ac99dd126894p-38};
  const double size = magnitude(x);
  const ExpReduced tail(polynomial(q, clamp(size, 1.0, 6.0) - 1.0));
  const double large = 1.0 - scaled_normal(tail.power(), tail.n);
  const double small = fma(size, erf_rest(x * x), size);
  return with_sign(size >= 1.0 ? large : small, x);
}

// Below this 1 - erf loses less than the tail's roundings.
inline constexpr double kSmallDoubleErfc = 0.8;

/// erfc x = e^-(x^2) times e^(x^2) erfc(x), for x >= kSmallDoubleErfc.
inline double erfc_tail(double x) {
  constexpr double p[] = {0x1.40c522d7e4987p+0,   -0x1.15c084bb9e8fcp-3,  -0x1.85a15c58aa6bap-5,
                          0x1.098366a5b4c2fp-3,   -0x1.e88b803a472ecp-4,  0x1.17ca2877d0cd8p-4,
                          -0x1.8574c40c91141p-6,  0x1.4b884e9c3ac5p-9,    0x1.ef1bddbca2d6ep-10,
                          -0x1.98db618baa407p-11, -0x1.b9127f8c25d16p-14, 0x1.065c08d0b52aap-13,
                          0x1.4c1041efb1c1dp-18,  -0x1.517968769230ap-16, -0x1.82d105ce6751ap-21,
                          0x1.d6e079a1676edp-19,  0x1.546be1d19fbc2p-22,  -0x1.6395ddbe8f819p-21,
                          -0x1.2a51d9f990c4fp-24, 0x1.faa290082c35dp-24,  -0x1.0078704854691p-26};
  const double square = x * x, square_rest = fma(x, x, -square);
  const double t = (x - 3.0) / (x + 3.0);
  const double dividend = polynomial(p, t);
  const double divisor = fma(2.0, x, 1.0);
  const double inverse = 1.0 / divisor;
  const double slow = dividend * inverse;
  // What the divisor and the quotient have lost.
  const double divisor_rest = 2.0 * x - divisor + 1.0;
  const double slow_rest = fma(-slow, divisor_rest, fma(-slow, divisor, dividend)) * inverse;
  const ExpReduced reduced(-square);
  const double power = reduced.power();
  return scaled(fma(power, fma(-slow, square_rest, slow_rest), slow * power), reduced.n);
}

inline double erfc_double(double x) {
  const double size = magnitude(x);
  // Beyond 27.3 erfc is 0, and the square of this makes 2^-1091.
  const double tail = erfc_tail(clamp(size, kSmallDoubleErfc, 27.5));
  // 1 - x is exact where the rest is large.
  const double near = fma(-size, erf_rest(x * x), 1.0 - size);
  const double small = size < kSmallDoubleErfc ? near : tail;
  // 1 + erf |x| for x < 0: its tail is 2 - erfc |x|.
  const double negative =
      size < kSmallDoubleErfc ? 1.0 + fma(size, erf_rest(x * x), size) : 2.0 - tail;
  return x < 0.0 ? negative : small;
}

}  // namespace riffle_math
