// SPDX-License-Identifier: Apache-2.0
// The C math library for kernels, float and double. Builtins become llvm.* intrinsics or libm
// calls, so that they fold, vectorise and keep their names for the kernel compiler. Host code has
// libm's own.
#pragma once

#include "bits.h"
#include "exp_pair.h"
#include "fast_math.h"
#include "function_macros.h"

#define RIFFLE_MATH_1(name)                                               \
  RIFFLE_DEVICE float name##f(float x) { return __builtin_##name##f(x); } \
  RIFFLE_DEVICE double name(double x) { return __builtin_##name(x); }
#define RIFFLE_MATH_2(name)                                                           \
  RIFFLE_DEVICE float name##f(float x, float y) { return __builtin_##name##f(x, y); } \
  RIFFLE_DEVICE double name(double x, double y) { return __builtin_##name(x, y); }
// With -use_fast_math the float form is the intrinsic __name##f.
#define RIFFLE_MATH_1_FAST(name)                                         \
  RIFFLE_DEVICE float name##f(float x) {                                 \
    return RIFFLE_FAST_OR_EXACT(__##name##f(x), __builtin_##name##f(x)); \
  }                                                                      \
  RIFFLE_DEVICE double name(double x) { return __builtin_##name(x); }

RIFFLE_MATH_1_FAST(sin)
RIFFLE_MATH_1_FAST(cos)
RIFFLE_MATH_1_FAST(tan)
RIFFLE_MATH_1_FAST(exp)
RIFFLE_MATH_1_FAST(log)
RIFFLE_MATH_1_FAST(log2)
RIFFLE_MATH_1(exp2)
RIFFLE_MATH_1(expm1)
RIFFLE_MATH_1(log1p)
RIFFLE_MATH_1(logb)
RIFFLE_MATH_1(asin)
RIFFLE_MATH_1(acos)
RIFFLE_MATH_1(atan)
RIFFLE_MATH_2(atan2)
RIFFLE_MATH_1(sinh)
RIFFLE_MATH_1(asinh)
RIFFLE_MATH_1(acosh)
RIFFLE_MATH_1(atanh)
RIFFLE_MATH_1(sqrt)
RIFFLE_MATH_1(fabs)
RIFFLE_MATH_1(floor)
RIFFLE_MATH_1(ceil)
RIFFLE_MATH_1(trunc)
RIFFLE_MATH_1(round)
RIFFLE_MATH_1(rint)
RIFFLE_MATH_1(nearbyint)
RIFFLE_MATH_1(erf)
RIFFLE_MATH_1(erfc)
RIFFLE_MATH_1(lgamma)
RIFFLE_MATH_2(fmod)
RIFFLE_MATH_2(remainder)
RIFFLE_MATH_2(copysign)
RIFFLE_MATH_2(nextafter)
#undef RIFFLE_MATH_1
#undef RIFFLE_MATH_2
#undef RIFFLE_MATH_1_FAST

// Functions that the kernel compiler's math library has to CUDA's bounds, but glibc has not: read as
// host code they go through the next wider type.
#ifdef RIFFLE_AS_HOST
#define RIFFLE_OWN_FLOAT(name, x) static_cast<float>(__builtin_##name(x))
#define RIFFLE_OWN_DOUBLE(name, x) static_cast<double>(__builtin_##name##l(x))
#else
#define RIFFLE_OWN_FLOAT(name, x) __builtin_##name##f(x)
#define RIFFLE_OWN_DOUBLE(name, x) __builtin_##name(x)
#endif

// glibc's double forms of these exceed CUDA's 1 ulp.
RIFFLE_DEVICE float coshf(float x) { return __builtin_coshf(x); }
RIFFLE_DEVICE double cosh(double x) { return RIFFLE_OWN_DOUBLE(cosh, x); }
RIFFLE_DEVICE float tanhf(float x) {
  return RIFFLE_FAST_OR_EXACT(__tanhf(x), RIFFLE_OWN_FLOAT(tanh, x));
}
// And its float form of this CUDA's 5 ulp: through double.
RIFFLE_DEVICE float tgammaf(float x) { return static_cast<float>(__builtin_tgamma(x)); }
RIFFLE_DEVICE double tgamma(double x) { return __builtin_tgamma(x); }
RIFFLE_DEVICE double tanh(double x) { return riffle_device::exact_tanh(x); }
RIFFLE_DEVICE float exp10f(float x) {
  return RIFFLE_FAST_OR_EXACT(__exp10f(x), __builtin_exp10f(x));
}
RIFFLE_DEVICE double exp10(double x) { return riffle_device::exact_exp10(x); }
RIFFLE_DEVICE float log10f(float x) {
  return RIFFLE_FAST_OR_EXACT(__log10f(x), RIFFLE_OWN_FLOAT(log10, x));
}
RIFFLE_DEVICE double log10(double x) { return RIFFLE_OWN_DOUBLE(log10, x); }
RIFFLE_DEVICE float cbrtf(float x) { return __builtin_cbrtf(x); }
RIFFLE_DEVICE double cbrt(double x) { return RIFFLE_OWN_DOUBLE(cbrt, x); }
#undef RIFFLE_OWN_FLOAT
#undef RIFFLE_OWN_DOUBLE
RIFFLE_DEVICE float powf(float x, float y) {
  return RIFFLE_FAST_OR_EXACT(__powf(x, y), __builtin_powf(x, y));
}
RIFFLE_DEVICE double pow(double x, double y) { return __builtin_pow(x, y); }
// Of two zeros -0 is the smaller, as on hardware: C leaves it open, so the plain builtins will not
// do.
RIFFLE_DEVICE float fminf(float x, float y) { return __builtin_elementwise_minimumnum(x, y); }
RIFFLE_DEVICE double fmin(double x, double y) { return __builtin_elementwise_minimumnum(x, y); }
RIFFLE_DEVICE float fmaxf(float x, float y) { return __builtin_elementwise_maximumnum(x, y); }
RIFFLE_DEVICE double fmax(double x, double y) { return __builtin_elementwise_maximumnum(x, y); }
RIFFLE_DEVICE float fmaf(float x, float y, float z) { return __builtin_fmaf(x, y, z); }
RIFFLE_DEVICE double fma(double x, double y, double z) { return __builtin_fma(x, y, z); }
// NaN arguments fail the comparison and come out of the subtraction.
RIFFLE_DEVICE float fdimf(float x, float y) { return x <= y ? 0.0f : x - y; }
RIFFLE_DEVICE double fdim(double x, double y) { return x <= y ? 0.0 : x - y; }

RIFFLE_DEVICE void sincosf(float x, float* sine, float* cosine) {
  *sine = sinf(x);
  *cosine = cosf(x);
}
RIFFLE_DEVICE void sincos(double x, double* sine, double* cosine) {
  *sine = sin(x);
  *cosine = cos(x);
}

// The square of a float is exact in double, and cannot overflow there.
RIFFLE_DEVICE float hypotf(float x, float y) {
  if (__builtin_isinf(x) || __builtin_isinf(y)) return __builtin_inff();
  const double a = x, b = y;
  return static_cast<float>(__builtin_sqrt(a * a + b * b));
}
RIFFLE_DEVICE double hypot(double x, double y) { return __builtin_hypot(x, y); }

// Integer results saturate: the casts do on the device (-fno-strict-float-cast-overflow).
RIFFLE_DEVICE long lrintf(float x) { return static_cast<long>(__builtin_rintf(x)); }
RIFFLE_DEVICE long lrint(double x) { return static_cast<long>(__builtin_rint(x)); }
RIFFLE_DEVICE long long llrintf(float x) { return static_cast<long long>(__builtin_rintf(x)); }
RIFFLE_DEVICE long long llrint(double x) { return static_cast<long long>(__builtin_rint(x)); }
RIFFLE_DEVICE long lroundf(float x) { return static_cast<long>(__builtin_roundf(x)); }
RIFFLE_DEVICE long lround(double x) { return static_cast<long>(__builtin_round(x)); }
RIFFLE_DEVICE long long llroundf(float x) { return static_cast<long long>(__builtin_roundf(x)); }
RIFFLE_DEVICE long long llround(double x) { return static_cast<long long>(__builtin_round(x)); }

RIFFLE_DEVICE int ilogbf(float x) { return __builtin_ilogbf(x); }
RIFFLE_DEVICE int ilogb(double x) { return __builtin_ilogb(x); }
RIFFLE_DEVICE float ldexpf(float x, int exponent) { return __builtin_ldexpf(x, exponent); }
RIFFLE_DEVICE double ldexp(double x, int exponent) { return __builtin_ldexp(x, exponent); }
RIFFLE_DEVICE float scalbnf(float x, int exponent) { return __builtin_ldexpf(x, exponent); }
RIFFLE_DEVICE double scalbn(double x, int exponent) { return __builtin_ldexp(x, exponent); }
namespace riffle_device {
RIFFLE_DEVICE int clamp_exponent(long exponent) {
  return exponent > 100000 ? 100000 : exponent < -100000 ? -100000 : static_cast<int>(exponent);
}
}  // namespace riffle_device
RIFFLE_DEVICE float scalblnf(float x, long exponent) {
  return __builtin_ldexpf(x, riffle_device::clamp_exponent(exponent));
}
RIFFLE_DEVICE double scalbln(double x, long exponent) {
  return __builtin_ldexp(x, riffle_device::clamp_exponent(exponent));
}
RIFFLE_DEVICE float frexpf(float x, int* exponent) { return __builtin_frexpf(x, exponent); }
RIFFLE_DEVICE double frexp(double x, int* exponent) { return __builtin_frexp(x, exponent); }
RIFFLE_DEVICE float modff(float x, float* integral) {
  *integral = __builtin_truncf(x);
  return __builtin_copysignf(__builtin_isinf(x) ? 0.0f : x - *integral, x);
}
RIFFLE_DEVICE double modf(double x, double* integral) {
  *integral = __builtin_trunc(x);
  return __builtin_copysign(__builtin_isinf(x) ? 0.0 : x - *integral, x);
}
RIFFLE_DEVICE float remquof(float x, float y, int* quotient) {
  return __builtin_remquof(x, y, quotient);
}
RIFFLE_DEVICE double remquo(double x, double y, int* quotient) {
  return __builtin_remquo(x, y, quotient);
}
RIFFLE_DEVICE float nanf(const char*) { return __builtin_nanf(""); }
RIFFLE_DEVICE double nan(const char*) { return __builtin_nan(""); }

// Bessel functions have no builtins: calls of libm.
#ifndef RIFFLE_AS_HOST
extern "C" {
#define RIFFLE_BESSEL(name)        \
  __device__ float name##f(float); \
  __device__ double name(double);
RIFFLE_BESSEL(j0)
RIFFLE_BESSEL(j1)
RIFFLE_BESSEL(y0)
RIFFLE_BESSEL(y1)
__device__ float __riffle_jnf(int, float) __asm__("jnf");
__device__ double __riffle_jn(int, double) __asm__("jn");
__device__ float __riffle_ynf(int, float) __asm__("ynf");
__device__ double __riffle_yn(int, double) __asm__("yn");
#undef RIFFLE_BESSEL
}
// The C library has negative orders, CUDA has not. Orders 0 and 1 are the better functions above.
#define RIFFLE_BESSEL_ORDER(name, letter)                                 \
  RIFFLE_DEVICE float name##f(int order, float x) {                       \
    return order < 0 ? __builtin_nanf("") : __riffle_##name##f(order, x); \
  }                                                                       \
  RIFFLE_DEVICE double name(int order, double x) {                        \
    if (order == 0) return letter##0(x);                                  \
    if (order == 1) return letter##1(x);                                  \
    return order < 0 ? __builtin_nan("") : __riffle_##name(order, x);     \
  }
RIFFLE_BESSEL_ORDER(jn, j)
RIFFLE_BESSEL_ORDER(yn, y)
#undef RIFFLE_BESSEL_ORDER
#endif

RIFFLE_DEVICE int abs(int x) { return x < 0 ? static_cast<int>(0u - static_cast<unsigned>(x)) : x; }
RIFFLE_DEVICE long labs(long x) {
  return x < 0 ? static_cast<long>(0ul - static_cast<unsigned long>(x)) : x;
}
RIFFLE_DEVICE long long llabs(long long x) {
  return x < 0 ? static_cast<long long>(0ull - static_cast<unsigned long long>(x)) : x;
}
// Overloads that nvcc has at global scope too.
RIFFLE_DEVICE long abs(long x) { return labs(x); }
RIFFLE_DEVICE long long abs(long long x) { return llabs(x); }
RIFFLE_DEVICE float frexp(float x, int* exponent) { return frexpf(x, exponent); }
RIFFLE_DEVICE float modf(float x, float* integral) { return modff(x, integral); }
RIFFLE_DEVICE float remquo(float x, float y, int* quotient) { return remquof(x, y, quotient); }
