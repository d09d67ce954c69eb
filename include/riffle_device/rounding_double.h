// SPDX-License-Identifier: Apache-2.0
// Double-precision arithmetic in the directed rounding modes. There is no wider format to round from: fused
// multiply-adds are done with integers. Values are significand * 2^exponent with a 128-bit significand whose last
// bit also stands for everything lost below it ("jammed").
#pragma once

#include "convert.h"
#include "function_macros.h"

namespace riffle_device {

using Significand = unsigned __int128;

struct Unpacked {
  bool negative;
  int exponent;
  unsigned long long significand;  ///< bit 52 set
};

/// For finite x other than zero.
RIFFLE_DEVICE Unpacked unpack(double x) {
  const unsigned long long bits = __builtin_bit_cast(unsigned long long, x);
  const int biased = static_cast<int>(bits >> 52) & 0x7ff;
  const unsigned long long fraction = bits & 0xfffffffffffffull;
  if (biased != 0) return {static_cast<bool>(bits >> 63), biased - 1075, fraction | 1ull << 52};
  const int shift = __builtin_clzll(fraction) - 11;
  return {static_cast<bool>(bits >> 63), -1074 - shift, fraction << shift};
}

RIFFLE_DEVICE int leading_zeros(Significand x) {
  const unsigned long long high = static_cast<unsigned long long>(x >> 64);
  return high != 0 ? __builtin_clzll(high)
                   : 64 + __builtin_clzll(static_cast<unsigned long long>(x));
}
RIFFLE_DEVICE Significand shift_right_jam(Significand x, int amount) {
  if (amount == 0) return x;
  if (amount >= 128) return x != 0;
  return x >> amount | ((x & ((static_cast<Significand>(1) << amount) - 1)) != 0);
}

/// Rounds significand * 2^exponent; significand has at least 56 bits when its last bit is a jammed
/// one.
RIFFLE_DEVICE_LARGE double round_and_pack(bool negative, int exponent, Significand significand,
                                          Rounding mode) {
  int drop = 128 - leading_zeros(significand) - 53;
  if (drop < -1074 - exponent) drop = -1074 - exponent;
  unsigned long long kept;
  if (drop <= 0) {
    kept = static_cast<unsigned long long>(significand << -drop);
  } else {
    kept = drop >= 128 ? 0 : static_cast<unsigned long long>(significand >> drop);
    const bool inexact =
        drop >= 128 || (significand & ((static_cast<Significand>(1) << drop) - 1)) != 0;
    if (inexact && mode == (negative ? kDown : kUp)) ++kept;
  }
  const unsigned long long sign = negative ? 1ull << 63 : 0;
  const int biased = exponent + drop + 1075;
  // kept may have carried to 2^53: adding its excess carries into the exponent field by itself.
  unsigned long long bits = kept;
  if (kept >= 1ull << 52)
    bits = (static_cast<unsigned long long>(biased) << 52) + (kept - (1ull << 52));
  if (biased > 2046 || bits >= 0x7ff0000000000000ull) {
    const bool to_infinity = mode == (negative ? kDown : kUp);
    bits = to_infinity ? 0x7ff0000000000000ull : 0x7fefffffffffffffull;
  }
  return __builtin_bit_cast(double, sign | bits);
}

RIFFLE_DEVICE_LARGE double exact_product(double x, double y, Rounding mode) {
  if (x == 0.0 || y == 0.0 || !__builtin_isfinite(x) || !__builtin_isfinite(y)) return x * y;
  const Unpacked a = unpack(x), b = unpack(y);
  return round_and_pack(a.negative != b.negative, a.exponent + b.exponent,
                        static_cast<Significand>(a.significand) * b.significand, mode);
}

RIFFLE_DEVICE_LARGE double exact_fma(double x, double y, double z, Rounding mode) {
  if (!__builtin_isfinite(x) || !__builtin_isfinite(y) || !__builtin_isfinite(z)) {
    return __builtin_fma(x, y, z);
  }
  const bool product_negative = __builtin_signbit(x) != __builtin_signbit(y);
  if (x == 0.0 || y == 0.0) {
    if (z != 0.0) return z;
    const bool z_negative = __builtin_signbit(z);
    const bool negative = product_negative == z_negative ? z_negative : mode == kDown;
    return negative ? -0.0 : 0.0;
  }
  if (z == 0.0) return exact_product(x, y, mode);
  const Unpacked a = unpack(x), b = unpack(y), c = unpack(z);
  // Both terms get their leading bit at 125: the product keeps 20 spare bits below, so that nothing
  // is lost when the terms nearly cancel, and the carry of a sum has room.
  Significand product = static_cast<Significand>(a.significand) * b.significand;
  int shift = leading_zeros(product) - 2;
  product <<= shift;
  const int product_exponent = a.exponent + b.exponent - shift;
  Significand addend = static_cast<Significand>(c.significand) << 73;
  const int addend_exponent = c.exponent - 73;
  const int exponent = product_exponent > addend_exponent ? product_exponent : addend_exponent;
  product = shift_right_jam(product, exponent - product_exponent);
  addend = shift_right_jam(addend, exponent - addend_exponent);
  if (product_negative == c.negative)
    return round_and_pack(c.negative, exponent, product + addend, mode);
  if (product == addend) return mode == kDown ? -0.0 : 0.0;
  return product > addend ? round_and_pack(product_negative, exponent, product - addend, mode)
                          : round_and_pack(c.negative, exponent, addend - product, mode);
}

// What is not a sum of products needs no integers: the sign of what rounding to the nearest lost is found exactly, and
// the result moved to its neighbour where that lies on the other side. No branches, so that packets stay whole.

/// The sign of `lost` is that of exact - rounded; NaN where the result is none to move.
RIFFLE_DEVICE double step_double(double rounded, double lost, Rounding mode) {
  const unsigned long long bits = __builtin_bit_cast(unsigned long long, rounded);
  const bool negative = bits >> 63;
  const bool wrong = mode == kUp || (mode == kZero && negative) ? lost > 0.0 : lost < 0.0;
  const bool away = mode == (negative ? kDown : kUp);
  return __builtin_bit_cast(double, bits + (wrong ? (away ? 1ull : ~0ull) : 0ull));
}

RIFFLE_DEVICE double directed_sum(double x, double y, Rounding mode) {
#pragma clang fp contract(off)
  const double sum = x + y;
  const bool in_order = __builtin_fabs(x) >= __builtin_fabs(y);
  const double large = in_order ? x : y, small = in_order ? y : x;
  const double rounded = step_double(sum, small - (sum - large), mode);
  // Opposite terms give -0 only when rounding down.
  const bool minus = mode == kDown && (__builtin_signbit(x) || __builtin_signbit(y));
  return minus && sum == 0.0 ? -0.0 : rounded;
}

/// Tiny products are scaled, so that what they lost is no smaller than a number can be.
RIFFLE_DEVICE double directed_product(double x, double y, Rounding mode) {
#pragma clang fp contract(off)
  const double product = x * y;
  const double scale = __builtin_fabs(product) < 0x1p-900 ? 0x1p540 : 1.0;
  const double lost = __builtin_fma(x * scale, y * scale, -(product * scale * scale));
  return step_double(product, lost, mode);
}

/// The factor that brings x, multiplied by it twice, near one.
RIFFLE_DEVICE double half_scale(double x) {
  const double size = __builtin_fabs(x);
  return size < 0x1p-256 ? 0x1p300 : size > 0x1p256 ? 0x1p-300 : 1.0;
}
RIFFLE_DEVICE double directed_quotient(double x, double y, Rounding mode) {
#pragma clang fp contract(off)
  const double quotient = x / y;
  const double x_scale = half_scale(x), y_scale = half_scale(y);
  const double scale = x_scale / y_scale;
  const double rest =
      __builtin_fma(-(quotient * scale * scale), y * y_scale * y_scale, x * x_scale * x_scale);
  return step_double(quotient, __builtin_signbit(y) ? -rest : rest, mode);
}

RIFFLE_DEVICE double directed_root(double x, Rounding mode) {
#pragma clang fp contract(off)
  const double root = __builtin_sqrt(x);
  const double scale = x < 0x1p-800 ? 0x1p100 : 1.0;
  const double scaled = root * scale;
  return step_double(root, __builtin_fma(-scaled, scaled, x * scale * scale), mode);
}

}  // namespace riffle_device
