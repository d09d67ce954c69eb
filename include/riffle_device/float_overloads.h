// SPDX-License-Identifier: Apache-2.0
// Overloads of the math functions for float, which <cmath> declares where there is one: for programs that are compiled at run
// time. As with NVRTC there is none for integers: a call with nothing but integers is ambiguous.
#pragma once

#include "elementary.h"
#include "function_macros.h"

#define RIFFLE_OVERLOADS_1(name) \
  RIFFLE_DEVICE float name(float x) { return name##f(x); }
#define RIFFLE_OVERLOADS_2(name) \
  RIFFLE_DEVICE float name(float x, float y) { return name##f(x, y); }
RIFFLE_OVERLOADS_1(sin)
RIFFLE_OVERLOADS_1(cos)
RIFFLE_OVERLOADS_1(tan)
RIFFLE_OVERLOADS_1(asin)
RIFFLE_OVERLOADS_1(acos)
RIFFLE_OVERLOADS_1(atan)
RIFFLE_OVERLOADS_1(sinh)
RIFFLE_OVERLOADS_1(cosh)
RIFFLE_OVERLOADS_1(tanh)
RIFFLE_OVERLOADS_1(asinh)
RIFFLE_OVERLOADS_1(acosh)
RIFFLE_OVERLOADS_1(atanh)
RIFFLE_OVERLOADS_1(exp)
RIFFLE_OVERLOADS_1(exp2)
RIFFLE_OVERLOADS_1(expm1)
RIFFLE_OVERLOADS_1(log)
RIFFLE_OVERLOADS_1(log2)
RIFFLE_OVERLOADS_1(log10)
RIFFLE_OVERLOADS_1(log1p)
RIFFLE_OVERLOADS_1(logb)
RIFFLE_OVERLOADS_1(sqrt)
RIFFLE_OVERLOADS_1(cbrt)
RIFFLE_OVERLOADS_1(fabs)
RIFFLE_OVERLOADS_1(floor)
RIFFLE_OVERLOADS_1(ceil)
RIFFLE_OVERLOADS_1(trunc)
RIFFLE_OVERLOADS_1(round)
RIFFLE_OVERLOADS_1(rint)
RIFFLE_OVERLOADS_1(nearbyint)
RIFFLE_OVERLOADS_1(erf)
RIFFLE_OVERLOADS_1(erfc)
RIFFLE_OVERLOADS_1(lgamma)
RIFFLE_OVERLOADS_1(tgamma)
RIFFLE_OVERLOADS_2(atan2)
RIFFLE_OVERLOADS_2(fmod)
RIFFLE_OVERLOADS_2(remainder)
RIFFLE_OVERLOADS_2(nextafter)
RIFFLE_OVERLOADS_2(pow)
RIFFLE_OVERLOADS_2(fmin)
RIFFLE_OVERLOADS_2(fmax)
RIFFLE_OVERLOADS_2(fdim)
RIFFLE_OVERLOADS_2(hypot)
#undef RIFFLE_OVERLOADS_1
#undef RIFFLE_OVERLOADS_2
RIFFLE_DEVICE float fma(float x, float y, float z) { return fmaf(x, y, z); }
RIFFLE_DEVICE float ldexp(float x, int exponent) { return ldexpf(x, exponent); }
RIFFLE_DEVICE float scalbn(float x, int exponent) { return scalbnf(x, exponent); }
RIFFLE_DEVICE float scalbln(float x, long exponent) { return scalblnf(x, exponent); }
RIFFLE_DEVICE int ilogb(float x) { return ilogbf(x); }
RIFFLE_DEVICE long lrint(float x) { return lrintf(x); }
RIFFLE_DEVICE long lround(float x) { return lroundf(x); }
RIFFLE_DEVICE long long llrint(float x) { return llrintf(x); }
RIFFLE_DEVICE long long llround(float x) { return llroundf(x); }
// Alone among these it takes mixed arguments, as double.
RIFFLE_DEVICE float copysign(float x, float y) { return copysignf(x, y); }
RIFFLE_DEVICE double copysign(float x, double y) { return copysign(static_cast<double>(x), y); }
RIFFLE_DEVICE double copysign(double x, float y) { return copysign(x, static_cast<double>(y)); }
