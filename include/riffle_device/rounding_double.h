// SPDX-License-Identifier: Apache-2.0
// Double-precision arithmetic in the directed rounding modes, with integers: there is no wider
// format to round from. Values are significand * 2^exponent with a 128-bit significand whose last
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

// Quotient and root of significands in [1, 4) by the machine, then the sign of the exact remainder
// jammed below their 53 bits.
RIFFLE_DEVICE Significand jam_remainder(double rounded, double remainder) {
  const Significand wide =
      static_cast<Significand>(static_cast<unsigned long long>(rounded * 0x1p60)) << 4;
  return remainder > 0.0 ? wide + 1 : remainder < 0.0 ? wide - 1 : wide;
}
RIFFLE_DEVICE_LARGE double exact_quotient(double x, double y, Rounding mode) {
  if (x == 0.0 || y == 0.0 || !__builtin_isfinite(x) || !__builtin_isfinite(y)) return x / y;
  const Unpacked a = unpack(x), b = unpack(y);
  const double numerator = static_cast<double>(a.significand) * 0x1p-52;
  const double denominator = static_cast<double>(b.significand) * 0x1p-52;
  const double quotient = numerator / denominator;
  const double remainder = __builtin_fma(-quotient, denominator, numerator);
  return round_and_pack(a.negative != b.negative, a.exponent - b.exponent - 64,
                        jam_remainder(quotient, remainder), mode);
}
RIFFLE_DEVICE_LARGE double exact_root(double x, Rounding mode) {
  if (!(x > 0.0) || !__builtin_isfinite(x)) return __builtin_sqrt(x);
  const Unpacked a = unpack(x);
  const int odd = (a.exponent + 52) & 1;
  const double radicand = static_cast<double>(a.significand) * (odd ? 0x1p-51 : 0x1p-52);
  const double root = __builtin_sqrt(radicand);
  const double remainder = __builtin_fma(-root, root, radicand);
  return round_and_pack(false, (a.exponent + 52 - odd) / 2 - 64, jam_remainder(root, remainder),
                        mode);
}

}  // namespace riffle_device
