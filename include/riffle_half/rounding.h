// SPDX-License-Identifier: Apache-2.0
// Conversions between float, double, integers and the 16-bit formats, with every rounding mode, on both sides.
#pragma once

#include "../host_defines.h"

#define RIFFLE_HALF_FN static __host__ __device__ __forceinline__
/// First in functions whose operations must stay apart.
#if defined(__clang__) || defined(__CUDACC_RTC__)
#define RIFFLE_HALF_UNFUSED _Pragma("clang fp contract(off)")
#else
#define RIFFLE_HALF_UNFUSED
#endif

namespace riffle_half {

template <class To, class From>
RIFFLE_HALF_FN To bits_of(From value) {
  static_assert(sizeof(To) == sizeof(From), "sizes differ");
  To result;
  __builtin_memcpy(&result, &value, sizeof(To));
  return result;
}

enum Rounding { kNearest, kZero, kDown, kUp };

/// Rounds to odd: what is rounded again afterwards, to at least two bits less, comes out as if rounded once.
RIFFLE_HALF_FN float to_odd(double x) {
  const float nearest = static_cast<float>(x);
  const double back = nearest;
  unsigned bits = bits_of<unsigned>(nearest);
  const unsigned step = __builtin_fabs(back) < __builtin_fabs(x) ? 1u : ~0u;
  if (back != x && (bits & 1) == 0) bits += step;
  return bits_of<float>(x != x ? 0x7fc00000u : bits);
}
/// a + b, rounded to odd.
RIFFLE_HALF_FN double add_to_odd(double a, double b) {
  RIFFLE_HALF_UNFUSED
  const double sum = a + b, part = sum - a;
  const double error = (a - (sum - part)) + (b - part);
  unsigned long long bits = bits_of<unsigned long long>(sum);
  const bool away = (error > 0) == (sum > 0);
  if ((error > 0 || error < 0) && (bits & 1) == 0) bits += away ? 1ull : ~0ull;
  return bits_of<double>(bits);
}

/// Whether to go up in magnitude from a truncated value with this sign, lowest bit and rest.
RIFFLE_HALF_FN bool rounds_away(Rounding mode, bool negative, bool odd, unsigned rest,
                                unsigned half) {
  switch (mode) {
    case kZero:
      return false;
    case kDown:
      return negative && rest != 0;
    case kUp:
      return !negative && rest != 0;
    default:
      return rest > half || (rest == half && odd);
  }
}

struct Half {
#if defined(__CUDA_ARCH__)
  using Native = _Float16;
#endif
  static constexpr unsigned kNan = 0x7fff, kInfinity = 0x7c00;

  RIFFLE_HALF_FN float to_float(unsigned short bits) {
#if defined(__CUDA_ARCH__)
    return static_cast<float>(bits_of<_Float16>(bits));
#else
    const unsigned sign = (bits & 0x8000u) << 16, size = bits & 0x7fffu;
    if (size >= kInfinity) return bits_of<float>(sign | 0x7f800000u | (size & 0x3ffu) << 13);
    // The exponent's bias is put right by a multiplication, which also makes subnormal numbers normal.
    const float scaled = bits_of<float>(size << 13) * 0x1p112f;
    return bits_of<float>(sign | bits_of<unsigned>(scaled));
#endif
  }
  RIFFLE_HALF_FN unsigned short round(float x, Rounding mode) {
    const unsigned bits = bits_of<unsigned>(x), size = bits & 0x7fffffffu;
    const unsigned sign = bits >> 16 & 0x8000u;
    if (size > 0x7f800000u) return kNan;
    if (size == 0x7f800000u) return static_cast<unsigned short>(sign | kInfinity);
    const int exponent = static_cast<int>(size >> 23) - 127;
    // Bits that go: 13 of a normal result, more of a subnormal one; 25 leaves a sticky bit of the smallest.
    int dropped = exponent >= -14 ? 13 : -1 - exponent;
    dropped = dropped > 25 ? 25 : dropped;
    unsigned significand = (size & 0x7fffffu) | (size >= 0x800000u ? 0x800000u : 0u);
    if (exponent < -26) significand = size != 0 ? 1 : 0;
    const unsigned rest = significand & ((1u << dropped) - 1);
    unsigned result = significand >> dropped;
    if (exponent >= -14) result += static_cast<unsigned>(exponent + 14) << 10;
    if (rounds_away(mode, sign != 0, (result & 1) != 0, rest, 1u << (dropped - 1))) ++result;
    if (exponent > 15 || result >= kInfinity) {
      const bool to_largest =
          mode == kZero || (mode == kDown && sign == 0) || (mode == kUp && sign != 0);
      result = to_largest ? kInfinity - 1 : kInfinity;
    }
    return static_cast<unsigned short>(sign | result);
  }
  RIFFLE_HALF_FN unsigned short nearest(float x) {
#if defined(__CUDA_ARCH__)
    const unsigned short bits = bits_of<unsigned short>(static_cast<_Float16>(x));
    return x != x ? static_cast<unsigned short>(kNan) : bits;
#else
    return round(x, kNearest);
#endif
  }
  RIFFLE_HALF_FN float product(float a, float b) {
    RIFFLE_HALF_UNFUSED
    return a * b;
  }
  RIFFLE_HALF_FN float quotient(float a, float b) { return a / b; }
  /// Products and sums of halves are exact enough in double: see rounding of the last step.
  RIFFLE_HALF_FN float fused(float a, float b, float c) {
    return to_odd(
        __builtin_fma(static_cast<double>(a), static_cast<double>(b), static_cast<double>(c)));
  }
};

struct Bfloat {
#if defined(__CUDA_ARCH__)
  using Native = __bf16;
#endif
  static constexpr unsigned kNan = 0x7fff, kInfinity = 0x7f80;

  RIFFLE_HALF_FN float to_float(unsigned short bits) {
    return bits_of<float>(static_cast<unsigned>(bits) << 16);
  }
  RIFFLE_HALF_FN unsigned short round(float x, Rounding mode) {
    const unsigned bits = bits_of<unsigned>(x), size = bits & 0x7fffffffu;
    const unsigned sign = bits >> 16 & 0x8000u;
    if (size > 0x7f800000u) return kNan;
    if (size == 0x7f800000u) return static_cast<unsigned short>(sign | kInfinity);
    unsigned result = size >> 16;
    if (rounds_away(mode, sign != 0, (result & 1) != 0, size & 0xffffu, 0x8000u)) ++result;
    return static_cast<unsigned short>(sign | result);
  }
  RIFFLE_HALF_FN unsigned short nearest(float x) {
    const unsigned bits = bits_of<unsigned>(x);
    const unsigned rounded = (bits + 0x7fffu + (bits >> 16 & 1u)) >> 16;
    return static_cast<unsigned short>(x != x ? kNan : rounded);
  }
  // Results of float's subnormal size have fewer bits there than two roundings need.
  RIFFLE_HALF_FN float product(float a, float b) { return to_odd(static_cast<double>(a) * b); }
  RIFFLE_HALF_FN float quotient(float a, float b) { return to_odd(static_cast<double>(a) / b); }
  /// The product is exact in double; the sum's range is wider than double's precision.
  RIFFLE_HALF_FN float fused(float a, float b, float c) {
    return to_odd(add_to_odd(static_cast<double>(a) * b, static_cast<double>(c)));
  }
};

/// Exact, or rounded to odd where double has not enough bits.
RIFFLE_HALF_FN double integer_to_odd(unsigned long long size) {
  if (size >> 53 == 0) return static_cast<double>(size);
  return static_cast<double>(size >> 12 | ((size & 0xfffu) != 0 ? 1u : 0u)) * 4096.0;
}
template <class Format, class Integer>
RIFFLE_HALF_FN unsigned short from_integer(Integer value, Rounding mode) {
  const bool negative = value < Integer(0);
  const auto bits = static_cast<unsigned long long>(value);
  const double size = integer_to_odd(negative ? 0ull - bits : bits);
  return Format::round(to_odd(negative ? -size : size), mode);
}

RIFFLE_HALF_FN float rounded(float x, Rounding mode) {
  switch (mode) {
    case kZero:
      return __builtin_truncf(x);
    case kDown:
      return __builtin_floorf(x);
    case kUp:
      return __builtin_ceilf(x);
    default:
      return __builtin_rintf(x);
  }
}
/// Saturates. NaN is 0, in 64 bits the top bit, as the hardware's conversions give it.
template <class Integer>
RIFFLE_HALF_FN Integer to_integer(float x, Rounding mode) {
  constexpr int kBits = static_cast<int>(sizeof(Integer) * 8);
  constexpr bool kSigned = static_cast<Integer>(-1) < static_cast<Integer>(1);
  constexpr Integer kTop = static_cast<Integer>(1ull << (kBits - 1));
  constexpr Integer kLeast = kSigned ? kTop : Integer(0);
  constexpr Integer kMost = static_cast<Integer>(~kLeast);
  constexpr float kLimit = kBits == 64
                               ? (kSigned ? 0x1p63f : 0x1p64f)
                               : static_cast<float>(1ull << (kSigned ? kBits - 1 : kBits & 63));
  if (x != x) return kBits == 64 ? kTop : Integer(0);
  x = rounded(x, mode);
  if (x >= kLimit) return kMost;
  if (x <= (kSigned ? -kLimit : 0.0f)) return kLeast;
  return static_cast<Integer>(x);
}

}  // namespace riffle_half
