// SPDX-License-Identifier: Apache-2.0
// Conversions with a rounding mode. To integers they saturate as PTX's cvt does; NaN gives 0 from
// float to 32 bits and the pattern 0x80..0 whenever a double or a 64-bit integer takes part.
#pragma once

#include "bits.h"
#include "function_macros.h"

namespace riffle_device {

enum Rounding { kNearest, kZero, kUp, kDown };

RIFFLE_DEVICE float round_for_cast(float x, Rounding mode) {
  return mode == kNearest ? __builtin_roundevenf(x)
         : mode == kZero  ? x  // the cast that follows truncates
         : mode == kUp    ? __builtin_ceilf(x)
                          : __builtin_floorf(x);
}
RIFFLE_DEVICE double round_for_cast(double x, Rounding mode) {
  return mode == kNearest ? __builtin_roundeven(x)
         : mode == kZero  ? x
         : mode == kUp    ? __builtin_ceil(x)
                          : __builtin_floor(x);
}

// Device code is compiled with -fno-strict-float-cast-overflow: casts saturate, and NaN gives 0.
RIFFLE_DEVICE int saturate_to_int(double x) {
  return x != x ? -0x7fffffff - 1 : static_cast<int>(x);
}
RIFFLE_DEVICE unsigned saturate_to_uint(double x) {
  return x != x ? 0x80000000u : static_cast<unsigned>(x);
}
RIFFLE_DEVICE long long saturate_to_longlong(double x) {
  return x != x ? -0x7fffffffffffffffll - 1 : static_cast<long long>(x);
}
RIFFLE_DEVICE unsigned long long saturate_to_ulonglong(double x) {
  return x != x ? 0x8000000000000000ull : static_cast<unsigned long long>(x);
}

// The inexact `rounded`, or its neighbour where `mode` asks for the other side of the exact value.
RIFFLE_DEVICE float step_float(float rounded, bool exact_is_greater, Rounding mode) {
  const unsigned bits = __builtin_bit_cast(unsigned, rounded);
  const bool negative = bits >> 31;
  bool away;  // from zero
  if (mode == kUp) {
    if (!exact_is_greater) return rounded;
    away = !negative;
  } else if (mode == kDown) {
    if (exact_is_greater) return rounded;
    away = negative;
  } else {
    if (exact_is_greater != negative) return rounded;  // already towards zero
    away = false;
  }
  if ((bits & 0x7fffffffu) == 0) {  // rounded to zero: the neighbour has the sign of the direction
    if (mode == kZero) return rounded;
    return __builtin_bit_cast(float, mode == kUp ? 0x00000001u : 0x80000001u);
  }
  return __builtin_bit_cast(float, away ? bits + 1 : bits - 1);
}

// double to float in any direction. Infinity is the overflow of the nearest mode: stepping back
// from its bits gives the largest finite value, as the directed modes ask.
RIFFLE_DEVICE float double_to_float(double x, Rounding mode) {
  const float rounded = static_cast<float>(x);
  const double back = static_cast<double>(rounded);
  if (mode == kNearest || x != x || back == x) return rounded;
  return step_float(rounded, x > back, mode);
}

// Integers: keep the leading `digits` bits (exact in the target format), then step up if needed.
template <class Float, int digits>
RIFFLE_DEVICE Float magnitude_to_float(unsigned long long x, bool away) {
  if (x == 0) return Float(0);
  const int length = 64 - __builtin_clzll(x);
  const int dropped = length > digits ? length - digits : 0;
  unsigned long long kept = x >> dropped;
  const bool inexact = (kept << dropped) != x;
  kept += inexact && away ? 1 : 0;
  // kept <= 2^digits: both factors and the product are exact.
  return static_cast<Float>(kept) * static_cast<Float>(1ull << dropped);
}
template <class Float, int digits>
RIFFLE_DEVICE Float signed_to_float(long long x, Rounding mode) {
  const bool negative = x < 0;
  const unsigned long long bits = static_cast<unsigned long long>(x);
  const Float size = magnitude_to_float<Float, digits>(negative ? 0 - bits : bits,
                                                       mode == (negative ? kDown : kUp));
  return negative ? -size : size;
}

}  // namespace riffle_device

#define RIFFLE_CONVERT_MODE(suffix, mode)                                                \
  RIFFLE_DEVICE int __float2int_##suffix(float x) {                                      \
    return static_cast<int>(riffle_device::round_for_cast(x, mode));                     \
  }                                                                                      \
  RIFFLE_DEVICE unsigned __float2uint_##suffix(float x) {                                \
    return static_cast<unsigned>(riffle_device::round_for_cast(x, mode));                \
  }                                                                                      \
  RIFFLE_DEVICE long long __float2ll_##suffix(float x) {                                 \
    return riffle_device::saturate_to_longlong(riffle_device::round_for_cast(x, mode));  \
  }                                                                                      \
  RIFFLE_DEVICE unsigned long long __float2ull_##suffix(float x) {                       \
    return riffle_device::saturate_to_ulonglong(riffle_device::round_for_cast(x, mode)); \
  }                                                                                      \
  RIFFLE_DEVICE int __double2int_##suffix(double x) {                                    \
    return riffle_device::saturate_to_int(riffle_device::round_for_cast(x, mode));       \
  }                                                                                      \
  RIFFLE_DEVICE unsigned __double2uint_##suffix(double x) {                              \
    return riffle_device::saturate_to_uint(riffle_device::round_for_cast(x, mode));      \
  }                                                                                      \
  RIFFLE_DEVICE long long __double2ll_##suffix(double x) {                               \
    return riffle_device::saturate_to_longlong(riffle_device::round_for_cast(x, mode));  \
  }                                                                                      \
  RIFFLE_DEVICE unsigned long long __double2ull_##suffix(double x) {                     \
    return riffle_device::saturate_to_ulonglong(riffle_device::round_for_cast(x, mode)); \
  }                                                                                      \
  RIFFLE_DEVICE float __double2float_##suffix(double x) {                                \
    return riffle_device::double_to_float(x, mode);                                      \
  }
RIFFLE_CONVERT_MODE(rn, riffle_device::kNearest)
RIFFLE_CONVERT_MODE(rz, riffle_device::kZero)
RIFFLE_CONVERT_MODE(ru, riffle_device::kUp)
RIFFLE_CONVERT_MODE(rd, riffle_device::kDown)
#undef RIFFLE_CONVERT_MODE

#define RIFFLE_FROM_INTEGER(suffix, mode)                                                \
  RIFFLE_DEVICE float __int2float_##suffix(int x) {                                      \
    return riffle_device::double_to_float(static_cast<double>(x), mode);                 \
  }                                                                                      \
  RIFFLE_DEVICE float __uint2float_##suffix(unsigned x) {                                \
    return riffle_device::double_to_float(static_cast<double>(x), mode);                 \
  }                                                                                      \
  RIFFLE_DEVICE float __ll2float_##suffix(long long x) {                                 \
    return riffle_device::signed_to_float<float, 24>(x, mode);                           \
  }                                                                                      \
  RIFFLE_DEVICE double __ll2double_##suffix(long long x) {                               \
    return riffle_device::signed_to_float<double, 53>(x, mode);                          \
  }                                                                                      \
  RIFFLE_DEVICE float __ull2float_##suffix(unsigned long long x) {                       \
    return riffle_device::magnitude_to_float<float, 24>(x, mode == riffle_device::kUp);  \
  }                                                                                      \
  RIFFLE_DEVICE double __ull2double_##suffix(unsigned long long x) {                     \
    return riffle_device::magnitude_to_float<double, 53>(x, mode == riffle_device::kUp); \
  }
RIFFLE_FROM_INTEGER(rz, riffle_device::kZero)
RIFFLE_FROM_INTEGER(ru, riffle_device::kUp)
RIFFLE_FROM_INTEGER(rd, riffle_device::kDown)
#undef RIFFLE_FROM_INTEGER
RIFFLE_DEVICE float __int2float_rn(int x) { return static_cast<float>(x); }
RIFFLE_DEVICE float __uint2float_rn(unsigned x) { return static_cast<float>(x); }
RIFFLE_DEVICE float __ll2float_rn(long long x) { return static_cast<float>(x); }
RIFFLE_DEVICE float __ull2float_rn(unsigned long long x) { return static_cast<float>(x); }
RIFFLE_DEVICE double __ll2double_rn(long long x) { return static_cast<double>(x); }
RIFFLE_DEVICE double __ull2double_rn(unsigned long long x) { return static_cast<double>(x); }
RIFFLE_DEVICE double __int2double_rn(int x) { return static_cast<double>(x); }
RIFFLE_DEVICE double __uint2double_rn(unsigned x) { return static_cast<double>(x); }
