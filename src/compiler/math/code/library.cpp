// SPDX-License-Identifier: Apache-2.0
// The functions under the names that link_math looks for: the C library's behind a prefix. This file
// is compiled to bitcode, which is part of the kernel compiler.
#include "exponential.h"
#include "logarithm.h"
#include "trigonometric.h"

#define RIFFLE_1(name, function)                              \
  extern "C" float name(float) __asm__("riffle.math." #name); \
  float name(float x) { return riffle_math::function(x); }
#define RIFFLE_2(name, function)                                     \
  extern "C" float name(float, float) __asm__("riffle.math." #name); \
  float name(float x, float y) { return riffle_math::function(x, y); }

RIFFLE_1(expf, exp_float)
RIFFLE_1(exp2f, exp2_float)
RIFFLE_1(exp10f, exp10_float)
RIFFLE_1(expm1f, expm1_float)
RIFFLE_1(logf, log_float)
RIFFLE_1(log2f, log2_float)
RIFFLE_1(log10f, log10_float)
RIFFLE_1(log1pf, log1p_float)
RIFFLE_2(powf, pow_float)
RIFFLE_1(sinf, sin_float)
RIFFLE_1(cosf, cos_float)
RIFFLE_1(tanf, tan_float)

// PTX's approximations.
#define RIFFLE_FAST(name, function)                                       \
  extern "C" float fast_##name(float) __asm__("riffle.math.fast." #name); \
  float fast_##name(float x) { return riffle_math::function(x); }
RIFFLE_FAST(exp2f, exp2_float)
RIFFLE_FAST(log2f, log2_fast)
RIFFLE_FAST(sinf, sin_fast)
RIFFLE_FAST(cosf, cos_fast)
