// SPDX-License-Identifier: Apache-2.0
// Multiplication and division of complex numbers as clang calls them for std::complex and _Complex
// (compiler-rt's names), with C's rules for infinities. Defined here because the host's versions
// return pairs in another way than device code expects.
#pragma once

#include "function_macros.h"

#define RIFFLE_COMPLEX(real, suffix, letter)                                                 \
  RIFFLE_DEVICE real __riffle_unit_or_zero(real x) {                                         \
    return __builtin_copysign##suffix(__builtin_isinf(x) ? real(1) : real(0), x);            \
  }                                                                                          \
  extern "C" inline __attribute__((device, weak)) real _Complex __mul##letter##c3(           \
      real a, real b, real c, real d) {                                                      \
    real re = a * c - b * d, im = a * d + b * c;                                             \
    if (re != re && im != im) {                                                              \
      bool again = false;                                                                    \
      if (__builtin_isinf(a) || __builtin_isinf(b)) {                                        \
        a = __riffle_unit_or_zero(a);                                                        \
        b = __riffle_unit_or_zero(b);                                                        \
        if (c != c) c = __builtin_copysign##suffix(real(0), c);                              \
        if (d != d) d = __builtin_copysign##suffix(real(0), d);                              \
        again = true;                                                                        \
      }                                                                                      \
      if (__builtin_isinf(c) || __builtin_isinf(d)) {                                        \
        c = __riffle_unit_or_zero(c);                                                        \
        d = __riffle_unit_or_zero(d);                                                        \
        if (a != a) a = __builtin_copysign##suffix(real(0), a);                              \
        if (b != b) b = __builtin_copysign##suffix(real(0), b);                              \
        again = true;                                                                        \
      }                                                                                      \
      if (again) {                                                                           \
        re = __builtin_inf##suffix() * (a * c - b * d);                                      \
        im = __builtin_inf##suffix() * (a * d + b * c);                                      \
      }                                                                                      \
    }                                                                                        \
    real _Complex z;                                                                         \
    __real__(z) = re;                                                                        \
    __imag__(z) = im;                                                                        \
    return z;                                                                                \
  }                                                                                          \
  extern "C" inline __attribute__((device, weak)) real _Complex __div##letter##c3(           \
      real a, real b, real c, real d) {                                                      \
    int scale = 0;                                                                           \
    const real exponent = __builtin_logb##suffix(                                            \
        __builtin_fmax##suffix(__builtin_fabs##suffix(c), __builtin_fabs##suffix(d)));       \
    if (__builtin_isfinite(exponent)) {                                                      \
      scale = static_cast<int>(exponent);                                                    \
      c = __builtin_ldexp##suffix(c, -scale);                                                \
      d = __builtin_ldexp##suffix(d, -scale);                                                \
    }                                                                                        \
    const real norm = c * c + d * d;                                                         \
    real re = __builtin_ldexp##suffix((a * c + b * d) / norm, -scale);                       \
    real im = __builtin_ldexp##suffix((b * c - a * d) / norm, -scale);                       \
    if (re != re && im != im) {                                                              \
      if (norm == real(0) && (a == a || b == b)) {                                           \
        re = __builtin_copysign##suffix(__builtin_inf##suffix(), c) * a;                     \
        im = __builtin_copysign##suffix(__builtin_inf##suffix(), c) * b;                     \
      } else if ((__builtin_isinf(a) || __builtin_isinf(b)) && __builtin_isfinite(c) &&      \
                 __builtin_isfinite(d)) {                                                    \
        a = __riffle_unit_or_zero(a);                                                        \
        b = __riffle_unit_or_zero(b);                                                        \
        re = __builtin_inf##suffix() * (a * c + b * d);                                      \
        im = __builtin_inf##suffix() * (b * c - a * d);                                      \
      } else if (__builtin_isinf(exponent) && exponent > real(0) && __builtin_isfinite(a) && \
                 __builtin_isfinite(b)) {                                                    \
        c = __riffle_unit_or_zero(c);                                                        \
        d = __riffle_unit_or_zero(d);                                                        \
        re = real(0) * (a * c + b * d);                                                      \
        im = real(0) * (b * c - a * d);                                                      \
      }                                                                                      \
    }                                                                                        \
    real _Complex z;                                                                         \
    __real__(z) = re;                                                                        \
    __imag__(z) = im;                                                                        \
    return z;                                                                                \
  }
RIFFLE_COMPLEX(float, f, s)
RIFFLE_COMPLEX(double, , d)
#undef RIFFLE_COMPLEX
