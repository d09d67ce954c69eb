// SPDX-License-Identifier: Apache-2.0
// Logarithms and powers in single precision.
#pragma once

#include "exponential.h"
#include "number.h"

namespace riffle_math {

/// x = 2^k (1 + f), 2/3 <= 1 + f < 4/3, for positive finite x.
struct Split {
  float k, f;
  explicit Split(float x) {
    constexpr UInt32 kLeast = 0x3f2aaaab;  // 2/3
    const bool is_small = x < 0x1p-126f;
    const UInt32 bits = bits_of(is_small ? x * 0x1p23f : x) - kLeast;
    k = static_cast<float>((static_cast<Int32>(bits) >> 23) - (is_small ? 23 : 0));
    f = float_of((bits & 0x7fffff) + kLeast) - 1.0f;
  }
};

/// The result of a logarithm, which is right for positive finite x.
inline float with_special_logs(float x, float result) {
  const float special = x == 0.0f ? -kInfinity : x < 0.0f ? kNan : x;
  return x > 0.0f && x < kInfinity ? result : special;
}

/// log(1 + f) = most + rest: most is f - f^2/2 rounded, which would cost half an ulp.
struct LogParts {
  float most, rest;
  explicit LogParts(float f) {
    constexpr float p[] = {0x1.555506p-2f, -0x1.fffefp-3f,  0x1.99d024p-3f, -0x1.559dc8p-3f,
                           0x1.1ed74cp-3f, -0x1.f3118ap-4f, 0x1.1e65bep-3f, -0x1.0804dcp-3f};
    const float square = f * f;
    most = fma(square, -0.5f, f);
    const float lost = fma(square, -0.5f, f - most);
    rest = fma(f * square, parted_polynomial(p, f), lost);
  }
};

/// large + small + rest, rounded once: `small` is less than `large`, or `large` is 0.
inline float sum_of(float large, float small, float rest) {
  const float sum = large + small;
  return sum + ((small - (sum - large)) + rest);
}

/// log2 to 2^-24, absolutely in [1/2, 2].
inline float log2_fast(float x) {
  constexpr float p[] = {0x1.555528p-2f, -0x1.000b1cp-2f, 0x1.99c31ap-3f, -0x1.515a92p-3f,
                         0x1.1f9662p-3f, -0x1.35b2ep-3f,  0x1.1b08dp-3f};
  const Split s(x);
  const float tail = s.f * s.f * fma(s.f, polynomial(p, s.f), -0.5f);
  const float result = fma(s.f + tail, 0x1.715476p+0f, s.k);
  return with_special_logs(x, result);
}

inline float log_float(float x) {
  const Split s(x);
  // ln 2 in two parts, the first of which has room for k.
  const LogParts log(s.f);
  const float result = sum_of(s.k * 0x1.62e4p-1f, log.most, fma(s.k, 0x1.7f7d1cp-20f, log.rest));
  return with_special_logs(x, result);
}

/// log(x) / log(base) from k log(2)/log(base), and 1/log(base) in two parts.
inline float log_of_base(float x, float k_high, float k_low, float high, float low) {
  const Split s(x);
  const LogParts log(s.f);
  const float product = log.most * high;
  const float rest = fma(log.rest, high, fma(log.most, low, fma(log.most, high, -product)));
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
  const Int32 k = static_cast<Int32>(s.k);
  const float unit = float_of(static_cast<UInt32>(127 - (k > 100 ? 100 : k)) << 23);
  const float lost = (magnitude(x) < 1.0f ? x - (whole - 1.0f) : 1.0f - (whole - x)) * unit;
  const bool is_near = k == 0;
  const float f = is_near ? x : s.f;
  const float correction = is_near ? 0.0f : fma(lost, fma(f, f, -f), lost);  // lost / (1 + f)
  const LogParts log(f);
  const float rest = fma(s.k, 0x1.7f7d1cp-20f, log.rest) + correction;
  const float result = sum_of(s.k * 0x1.62e4p-1f, log.most, rest);
  return x == 0.0f ? x : with_special_logs(whole, result);
}

/// log2 to 38 bits, as a double, for positive finite x.
inline double log2_wide(float x) {
  constexpr double p[] = {0x1.71547652bc274p+0,  -0x1.71547652ee47ap-1, 0x1.ec709d8d679ddp-2,
                          -0x1.715475c3e4f8ep-2, 0x1.2776e33d6c7f4p-2,  -0x1.ec710a2fe1e9dp-3,
                          0x1.a60ad5c8bafbbp-3,  -0x1.71426f7be4522p-3, 0x1.4986f7949d3abp-3,
                          -0x1.28fd1ae41ed9ap-3, 0x1.f9c31e5a1ee5dp-4,  -0x1.c9a3365a921f5p-4,
                          0x1.432be526b9ap-3,    -0x1.3460bdcf8fdd6p-3};
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
