// SPDX-License-Identifier: Apache-2.0
// Bit casts between floating-point and integer values, and the halves of a double.
#pragma once

#include "function_macros.h"

RIFFLE_DEVICE int __float_as_int(float x) { return __builtin_bit_cast(int, x); }
RIFFLE_DEVICE unsigned __float_as_uint(float x) { return __builtin_bit_cast(unsigned, x); }
RIFFLE_DEVICE float __int_as_float(int x) { return __builtin_bit_cast(float, x); }
RIFFLE_DEVICE float __uint_as_float(unsigned x) { return __builtin_bit_cast(float, x); }
RIFFLE_DEVICE long long __double_as_longlong(double x) { return __builtin_bit_cast(long long, x); }
RIFFLE_DEVICE double __longlong_as_double(long long x) { return __builtin_bit_cast(double, x); }
RIFFLE_DEVICE int __double2hiint(double x) {
  return static_cast<int>(__double_as_longlong(x) >> 32);
}
RIFFLE_DEVICE int __double2loint(double x) { return static_cast<int>(__double_as_longlong(x)); }
RIFFLE_DEVICE double __hiloint2double(int high, int low) {
  return __longlong_as_double(
      static_cast<long long>(static_cast<unsigned long long>(static_cast<unsigned>(high)) << 32 |
                             static_cast<unsigned>(low)));
}
