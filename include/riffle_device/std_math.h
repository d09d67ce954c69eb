// SPDX-License-Identifier: Apache-2.0
// Device overloads of the C++ library's functions that are not constexpr there (constexpr ones
// serve both sides by themselves), and device forms of C functions that came after <cmath>'s
// using-declarations.
#pragma once

#include "elementary.h"
#include "function_macros.h"

namespace std {
#if __cplusplus >= 201703L
RIFFLE_DEVICE float hypot(float x, float y, float z) { return ::norm3df(x, y, z); }
RIFFLE_DEVICE double hypot(double x, double y, double z) { return ::norm3d(x, y, z); }
#endif
}  // namespace std

RIFFLE_DEVICE int __finitef(float x) { return __builtin_isfinite(x); }
RIFFLE_DEVICE int __isinff(float x) { return __builtin_isinf(x); }
RIFFLE_DEVICE int __isnanf(float x) { return __builtin_isnan(x); }
RIFFLE_DEVICE int __isfinitef(float x) { return __builtin_isfinite(x); }
RIFFLE_DEVICE int __signbitf(float x) { return __builtin_signbitf(x); }
RIFFLE_DEVICE int __finite(double x) { return __builtin_isfinite(x); }
RIFFLE_DEVICE int __isfinited(double x) { return __builtin_isfinite(x); }
RIFFLE_DEVICE int __isinfd(double x) { return __builtin_isinf(x); }
RIFFLE_DEVICE int __isnand(double x) { return __builtin_isnan(x); }
RIFFLE_DEVICE int __isinf(double x) { return __builtin_isinf(x); }
RIFFLE_DEVICE int __isnan(double x) { return __builtin_isnan(x); }
RIFFLE_DEVICE int __signbitd(double x) { return __builtin_signbit(x); }
RIFFLE_DEVICE int __signbit(double x) { return __builtin_signbit(x); }
// In kernels long double is double.
RIFFLE_DEVICE int __finitel(long double x) { return __builtin_isfinite(x); }
RIFFLE_DEVICE int __isinfl(long double x) { return __builtin_isinf(x); }
RIFFLE_DEVICE int __isnanl(long double x) { return __builtin_isnan(x); }
RIFFLE_DEVICE int __signbitl(long double x) { return __builtin_signbit(x); }
