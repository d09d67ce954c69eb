// SPDX-License-Identifier: Apache-2.0
// pow in double precision, with pairs of numbers where one would not do: an error of 2^-53 in the
// logarithm would be 2^-43 of the result.
#pragma once

#include "exponential_double.h"
#include "number.h"
#include "pair.h"

namespace riffle_math {

/// log2 x to 2^-65 of it, for positive finite x = 2^k (1 + f): by the inverse hyperbolic tangent of
/// s = f / (2 + f), which is s (1 + s^2 (1/3 + s^2 (1/5 + s^2 p(s^2)))).
inline Pair log2_pair(double x) {
  constexpr double p[] = {0x1.249249249241dp-3, 0x1.c71c71c73562dp-4, 0x1.745d1734af63p-4,
                          0x1.3b13b78943747p-4, 0x1.110fb173db79dp-4, 0x1.e23f574aed649p-5,
                          0x1.a7bcbb1acb468p-5, 0x1.d80084d273bedp-5};
  constexpr Pair kFifth{0x1.999999999999ap-3, -0x1.999999999999ap-57};
  constexpr Pair kThird{0x1.5555555555555p-2, 0x1.5555555555555p-56};
  constexpr Pair kTwiceLog2E{0x1.71547652b82fep+1, 0x1.777d0ffda0d24p-55};
  const SplitDouble split(x);
  const Pair divisor = sum(2.0, split.f);
  const double inverse = 1.0 / divisor.high;
  const double s_high = split.f * inverse;
  const double left = fma(-s_high, divisor.low, fma(-s_high, divisor.high, split.f));
  const Pair s{s_high, left * inverse};
  const Pair square = product(s, s);
  const Pair rest = sum(kFifth, square.high * polynomial(p, square.high));
  const Pair factor = sum(kThird, product(square, rest));
  const Pair logarithm =
      product(product(s, sum(Pair{1.0, 0.0}, product(square, factor))), kTwiceLog2E);
  return sum(Pair{split.k, 0.0}, logarithm);
}

/// C's special cases, as pow_float has them.
inline double pow_double(double x, double y) {
  constexpr double kInfinite = __builtin_inf();
  constexpr Pair kLn2{0x1.62e42fefa39efp-1, 0x1.abc9e3b39803fp-56};
  const double size = magnitude(x);
  const Pair logarithm = log2_pair(size);
  const Pair power = product(logarithm, Pair{y, 0.0});
  const bool is_moderate = magnitude(power.high) < 1100.0;
  const double high = clamp(power.high, -1100.0, 1100.0), low = is_moderate ? power.low : 0.0;
  const NearestDouble n(high, 1.0);
  const Pair r = product(sum(high - n.value, low), kLn2);
  double result = scaled(rounded(exp_of_reduced(r.high, r.low)), n.bits);

  const bool is_end = size == 0.0 || size == kInfinite;
  result = is_end ? ((size == 0.0) == (y < 0.0) ? kInfinite : 0.0) : result;
  const double half = y * 0.5;
  const bool is_integer = __builtin_trunc(y) == y;
  const bool is_odd = is_integer && __builtin_trunc(half) != half;
  result = is_odd ? with_sign(result, x) : result;
  const bool is_wrong = x < 0.0 && x > -kInfinite && !is_integer;
  result = is_wrong || x != x || y != y ? __builtin_nan("") : result;
  const bool is_unit = x == -1.0 && magnitude(y) == kInfinite;
  return x == 1.0 || y == 0.0 || is_unit ? 1.0 : result;
}

}  // namespace riffle_math
