// SPDX-License-Identifier: Apache-2.0
// Overloads of the math functions for float, integers and mixed arguments, which <cmath> declares where there is one: for
// programs that are compiled at run time. Integers count as double (C++17, [cmath.syn]).
#pragma once

#include "elementary.h"
#include "function_macros.h"

namespace riffle_device {

// Constants of classes, not variables: -std=c++11 has no templates of variables, and linked programs may have these twice.
template <class T>
struct argument {
  enum { is_known = 0, is_integer = 0 };
};
#define RIFFLE_ARGUMENT(type, integer)           \
  template <>                                    \
  struct argument<type> {                        \
    enum { is_known = 1, is_integer = integer }; \
  };
RIFFLE_ARGUMENT(bool, 1)
RIFFLE_ARGUMENT(char, 1)
RIFFLE_ARGUMENT(signed char, 1)
RIFFLE_ARGUMENT(unsigned char, 1)
RIFFLE_ARGUMENT(short, 1)
RIFFLE_ARGUMENT(unsigned short, 1)
RIFFLE_ARGUMENT(int, 1)
RIFFLE_ARGUMENT(unsigned, 1)
RIFFLE_ARGUMENT(long, 1)
RIFFLE_ARGUMENT(unsigned long, 1)
RIFFLE_ARGUMENT(long long, 1)
RIFFLE_ARGUMENT(unsigned long long, 1)
RIFFLE_ARGUMENT(float, 0)
RIFFLE_ARGUMENT(double, 0)
#undef RIFFLE_ARGUMENT

template <bool>
struct double_if {};
template <>
struct double_if<true> {
  using type = double;
};
template <class T, class U>
struct is_same_argument {
  enum { value = 0 };
};
template <class T>
struct is_same_argument<T, T> {
  enum { value = 1 };
};
template <class T>
using DoubleForInteger = typename double_if<argument<T>::is_integer>::type;
/// Where neither (float, float) nor (double, double) is meant.
template <class T, class U>
using DoubleForMixed =
    typename double_if<argument<T>::is_known && argument<U>::is_known &&
                       (!is_same_argument<T, U>::value || argument<T>::is_integer)>::type;

}  // namespace riffle_device

#define RIFFLE_OVERLOADS_1(name)                               \
  RIFFLE_DEVICE float name(float x) { return name##f(x); }     \
  template <class T>                                           \
  RIFFLE_DEVICE riffle_device::DoubleForInteger<T> name(T x) { \
    return name(static_cast<double>(x));                       \
  }
#define RIFFLE_OVERLOADS_2(name)                                       \
  RIFFLE_DEVICE float name(float x, float y) { return name##f(x, y); } \
  template <class T, class U>                                          \
  RIFFLE_DEVICE riffle_device::DoubleForMixed<T, U> name(T x, U y) {   \
    return name(static_cast<double>(x), static_cast<double>(y));       \
  }
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
RIFFLE_OVERLOADS_2(copysign)
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
