// SPDX-License-Identifier: Apache-2.0
// Logarithms and powers in single precision.
#pragma once

#include "exponential.h"
#include "number.h"

namespace riffle_math {

/// x = 2^k (1 + f), sqrt(1/2) <= 1 + f < sqrt(2), for positive finite x.
struct Split {
  float k, f;
  explicit Split(float x) {
    constexpr Word kRoot = 0x3f3504f3;  // sqrt(1/2)
    const bool is_small = x < 0x1p-126f;
    const Word bits = bits_of(is_small ? x * 0x1p23f : x) - kRoot;
    k = static_cast<float>((static_cast<Int>(bits) >> 23) - (is_small ? 23 : 0));
    f = float_of((bits & 0x7fffff) + kRoot) - 1.0f;
  }
};

/// The result of a logarithm, which is right for positive finite x.
inline float with_special_logs(float x, float result) {
  const float special = x == 0.0f ? -kInfinity : x < 0.0f ? kNan : x;
  return x > 0.0f && x < kInfinity ? result : special;
}

/// log(1 + f) - f.
inline float log_tail(float f) {
  constexpr float p[] = {0x1.555554p-2f, -0x1.000226p-2f, 0x1.99a008p-3f, -0x1.547248p-3f,
                         0x1.22da2ep-3f, -0x1.0d8534p-3f, 0x1.055ae6p-3f, -0x1.38b476p-4f};
  return f * f * fma(f, polynomial(p, f), -0.5f);
}

/// large + small + rest, rounded once: `small` is less than `large`, or `large` is 0.
inline float sum_of(float large, float small, float rest) {
  const float sum = large + small;
  return sum + ((small - (sum - large)) + rest);
}

/// log2 to 2^-24, absolutely in [1/2, 2].
inline float log2_fast(float x) {
  constexpr float p[] = {0x1.5556d8p-2f, -0x1.00038p-2f,  0x1.98d7f4p-3f, -0x1.53825cp-3f,
                         0x1.31744ap-3f, -0x1.243242p-3f, 0x1.645e1p-4f};
  const Split s(x);
  const float tail = s.f * s.f * fma(s.f, polynomial(p, s.f), -0.5f);
  const float result = fma(s.f + tail, 0x1.715476p+0f, s.k);
  return with_special_logs(x, result);
}

inline float log_float(float x) {
  const Split s(x);
  // ln 2 in two parts, the first of which has room for k.
  const float result = sum_of(s.k * 0x1.62e4p-1f, s.f, fma(s.k, 0x1.7f7d1cp-20f, log_tail(s.f)));
  return with_special_logs(x, result);
}

/// log(x) / log(base) from k log(2)/log(base), and 1/log(base) in two parts.
inline float log_of_base(float x, float k_high, float k_low, float high, float low) {
  const Split s(x);
  const float product = s.f * high;
  const float rest = fma(log_tail(s.f), high, fma(s.f, low, fma(s.f, high, -product)));
  return with_special_logs(x, sum_of(s.k * k_high, product, fma(s.k, k_low, rest)));
}
inline float log2_float(float x) {
  return log_of_base(x, 1.0f, 0.0f, 0x1.715476p+0f, 0x1.4ae0cp-26f);
}
inline float log10_float(float x) {
  return log_of_base(x, 0x1.344p-2f, 0x1.3509f8p-18f, 0x1.bcb7b2p-2f, -0x1.5b235ep-27f);
}

inline float log1p_float(float x) {
  const float whole = 1.0f + x;
  const Split s(whole);
  // What the sum lost, in units of 2^k. Near 0 the argument itself is f.
  const Int k = static_cast<Int>(s.k);
  const float unit = float_of(static_cast<Word>(127 - (k > 100 ? 100 : k)) << 23);
  const float lost = (magnitude(x) < 1.0f ? x - (whole - 1.0f) : 1.0f - (whole - x)) * unit;
  const bool is_near = k == 0;
  const float f = is_near ? x : s.f;
  const float correction = is_near ? 0.0f : fma(lost, fma(f, f, -f), lost);  // lost / (1 + f)
  const float rest = fma(s.k, 0x1.7f7d1cp-20f, log_tail(f)) + correction;
  const float result = sum_of(s.k * 0x1.62e4p-1f, f, rest);
  return x == 0.0f ? x : with_special_logs(whole, result);
}

/// log2 to 38 bits, as a double, for positive finite x.
inline double log2_wide(float x) {
  constexpr double p[] = {0x1.71547652b58f4p+0,  -0x1.71547651b701cp-1, 0x1.ec709de33d0e2p-2,
                          -0x1.715478883ebe3p-2, 0x1.2776b6ccefa82p-2,  -0x1.ec6f2e0160b8p-3,
                          0x1.a61b7dcc7ebaep-3,  -0x1.7188d2f4f478p-3,  0x1.481fad241fab1p-3,
                          -0x1.23d6520d345fbp-3, 0x1.0acdef7137d94p-3,  -0x1.13b886e462a64p-3,
                          0x1.0f627afbe6c5dp-3,  -0x1.1da6d9e4824d7p-4};
  const Split s(x);
  const double f = s.f;
  return fma(f, polynomial(p, f), static_cast<double>(s.k));
}

/// C's special cases: pow(x, 0) and pow(1, y) are 1 for NaN too; -0 and negative x with odd y give
/// negative results, with y that is no integer NaN.
inline float pow_float(float x, float y) {
  const float size = magnitude(x);
  // log2 of 0 and infinity as numbers that any y but 0 carries out of the range.
  double power = log2_wide(size);
  power = size == 0.0f ? -0x1p200 : size == kInfinity ? 0x1p200 : power;
  const double product = power * static_cast<double>(y);
  float result = static_cast<float>(exp2_wide(clamp(product, -300.0, 300.0)));
  const float half = y * 0.5f;
  const bool is_integer = __builtin_truncf(y) == y;
  const bool is_odd = is_integer && __builtin_truncf(half) != half;
  result = is_odd ? with_sign(result, x) : result;
  const bool is_wrong = x < 0.0f && x > -kInfinity && !is_integer;
  result = is_wrong || x != x || y != y ? kNan : result;
  const bool is_unit = x == -1.0f && magnitude(y) == kInfinity;
  return x == 1.0f || y == 0.0f || is_unit ? 1.0f : result;
}

}  // namespace riffle_math
