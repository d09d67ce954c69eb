// SPDX-License-Identifier: Apache-2.0
// Global names of the functions in special.h, their float forms and float overloads, on both sides.
#pragma once

#include "bessel.h"
#include "function_macros.h"
#include "special.h"

// Newer C libraries have some of these: then host code takes libm's, and only the device gets ours.
#if !defined(RIFFLE_AS_HOST) && defined(__GLIBC_PREREQ)
#if __GLIBC_PREREQ(2, 41)
#define RIFFLE_PI_FUNCTION RIFFLE_DEVICE
#endif
#if __GLIBC_PREREQ(2, 42)
#define RIFFLE_ROOT_FUNCTION RIFFLE_DEVICE
#endif
#endif
#ifndef RIFFLE_PI_FUNCTION
#define RIFFLE_PI_FUNCTION RIFFLE_BOTH
#endif
#ifndef RIFFLE_ROOT_FUNCTION
#define RIFFLE_ROOT_FUNCTION RIFFLE_BOTH
#endif

RIFFLE_PI_FUNCTION double sinpi(double x) { return riffle_device::sin_pi(x); }
RIFFLE_PI_FUNCTION double cospi(double x) { return riffle_device::cos_pi(x); }
RIFFLE_PI_FUNCTION float sinpif(float x) { return static_cast<float>(riffle_device::sin_pi(x)); }
RIFFLE_PI_FUNCTION float cospif(float x) { return static_cast<float>(riffle_device::cos_pi(x)); }
RIFFLE_ROOT_FUNCTION double rsqrt(double x) { return riffle_device::reciprocal_root(x); }
// In kernels it is the math library's, without root and division.
#ifdef __CUDA_ARCH__
RIFFLE_ROOT_FUNCTION float rsqrtf(float x) { return __nvvm_rsqrt_approx_f(x); }
#else
RIFFLE_ROOT_FUNCTION float rsqrtf(float x) { return 1.0f / __builtin_sqrtf(x); }
#endif
#undef RIFFLE_PI_FUNCTION
#undef RIFFLE_ROOT_FUNCTION

RIFFLE_BOTH void sincospi(double x, double* sine, double* cosine) {
  *sine = riffle_device::sin_pi(x);
  *cosine = riffle_device::cos_pi(x);
}
RIFFLE_BOTH void sincospif(float x, float* sine, float* cosine) {
  *sine = static_cast<float>(riffle_device::sin_pi(x));
  *cosine = static_cast<float>(riffle_device::cos_pi(x));
}

// name(double), namef(float) and the overload name(float), from a function of double.
#define RIFFLE_FROM_DOUBLE(name, function)                                                      \
  RIFFLE_BOTH double name(double x) { return riffle_device::function(x); }                      \
  RIFFLE_BOTH float name##f(float x) { return static_cast<float>(riffle_device::function(x)); } \
  RIFFLE_BOTH float name(float x) { return name##f(x); }
RIFFLE_FROM_DOUBLE(rcbrt, reciprocal_cube_root)
RIFFLE_FROM_DOUBLE(erfcx, scaled_erfc)
#undef RIFFLE_FROM_DOUBLE

// In kernels the float form is the math library's, under libdevice's name.
#ifdef __CUDA_ARCH__
extern "C" __device__ float __riffle_normcdff(float) __asm__("__nv_normcdff");
RIFFLE_BOTH float normcdff(float x) { return __riffle_normcdff(x); }
#else
RIFFLE_BOTH float normcdff(float x) { return static_cast<float>(riffle_device::normal_cdf(x)); }
#endif
RIFFLE_BOTH double normcdf(double x) { return riffle_device::normal_cdf(x); }
RIFFLE_BOTH float normcdf(float x) { return normcdff(x); }

// Inverses: one Halley step is enough for float.
#define RIFFLE_INVERSE(name, function)                                                             \
  RIFFLE_BOTH double name(double x) { return riffle_device::function(x, 2); }                      \
  RIFFLE_BOTH float name##f(float x) { return static_cast<float>(riffle_device::function(x, 2)); } \
  RIFFLE_BOTH float name(float x) { return name##f(x); }
RIFFLE_INVERSE(erfinv, erf_inverse)
RIFFLE_INVERSE(erfcinv, erfc_inverse)
RIFFLE_INVERSE(normcdfinv, normal_inverse)
#undef RIFFLE_INVERSE

RIFFLE_BOTH double cyl_bessel_i0(double x) { return riffle_device::bessel_i0(x); }
RIFFLE_BOTH double cyl_bessel_i1(double x) { return riffle_device::bessel_i1(x); }
RIFFLE_BOTH float cyl_bessel_i0f(float x) {
  return static_cast<float>(riffle_device::bessel_i0(x));
}
RIFFLE_BOTH float cyl_bessel_i1f(float x) {
  return static_cast<float>(riffle_device::bessel_i1(x));
}

RIFFLE_BOTH float fdividef(float x, float y) { return x / y; }
RIFFLE_BOTH double fdivide(double x, double y) { return x / y; }

#ifndef RIFFLE_AS_HOST
// Float overloads of names that the C++ library does not overload.
#ifdef __CUDACC_RTC__
// As the functions for double are there: else one of two that fit as badly would be the better one for its side.
#define RIFFLE_OVERLOAD RIFFLE_DEVICE
#else
#define RIFFLE_OVERLOAD RIFFLE_BOTH
#endif
RIFFLE_BOTH float rsqrt(float x) { return rsqrtf(x); }
RIFFLE_BOTH float sinpi(float x) { return static_cast<float>(riffle_device::sin_pi(x)); }
RIFFLE_BOTH float cospi(float x) { return static_cast<float>(riffle_device::cos_pi(x)); }
RIFFLE_BOTH void sincospi(float x, float* sine, float* cosine) { sincospif(x, sine, cosine); }
RIFFLE_BOTH float fdivide(float x, float y) { return x / y; }
RIFFLE_OVERLOAD float exp10(float x) { return __builtin_exp10f(x); }
RIFFLE_OVERLOAD float j0(float x) { return j0f(x); }
RIFFLE_OVERLOAD float j1(float x) { return j1f(x); }
RIFFLE_OVERLOAD float jn(int order, float x) { return jnf(order, x); }
RIFFLE_OVERLOAD float y0(float x) { return y0f(x); }
RIFFLE_OVERLOAD float y1(float x) { return y1f(x); }
RIFFLE_OVERLOAD float yn(int order, float x) { return ynf(order, x); }
RIFFLE_BOTH float cyl_bessel_i0(float x) { return cyl_bessel_i0f(x); }
RIFFLE_BOTH float cyl_bessel_i1(float x) { return cyl_bessel_i1f(x); }
RIFFLE_OVERLOAD void sincos(float x, float* sine, float* cosine) {
  *sine = __builtin_sinf(x);
  *cosine = __builtin_cosf(x);
}
#undef RIFFLE_OVERLOAD
#endif
