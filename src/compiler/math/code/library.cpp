// SPDX-License-Identifier: Apache-2.0
// The functions under the names that link_math looks for: the C library's behind a prefix. This file
// is compiled to bitcode, which is part of the kernel compiler.
#include "area.h"
#include "bessel.h"
#include "error_function.h"
#include "error_function_double.h"
#include "exponential.h"
#include "exponential_double.h"
#include "hyperbolic.h"
#include "hyperbolic_double.h"
#include "inverse.h"
#include "inverse_double.h"
#include "logarithm.h"
#include "power_double.h"
#include "remainder.h"
#include "root.h"
#include "trigonometric.h"
#include "trigonometric_double.h"

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
RIFFLE_1(asinf, asin_float)
RIFFLE_1(acosf, acos_float)
RIFFLE_1(atanf, atan_float)
RIFFLE_2(atan2f, atan2_float)
RIFFLE_1(sinhf, sinh_float)
RIFFLE_1(coshf, cosh_float)
RIFFLE_1(tanhf, tanh_float)
RIFFLE_1(asinhf, asinh_float)
RIFFLE_1(acoshf, acosh_float)
RIFFLE_1(atanhf, atanh_float)
RIFFLE_1(erff, erf_float)
RIFFLE_1(erfcf, erfc_float)
RIFFLE_1(normcdff, normcdf_float)
RIFFLE_1(cbrtf, cbrt_float)
RIFFLE_2(fmodf, fmod_float)

#define RIFFLE_DOUBLE(name, function)                                 \
  extern "C" double own_##name(double) __asm__("riffle.math." #name); \
  double own_##name(double x) { return riffle_math::function(x); }
RIFFLE_DOUBLE(exp, exp_double)
RIFFLE_DOUBLE(exp2, exp2_double)
RIFFLE_DOUBLE(log, log_double)
RIFFLE_DOUBLE(log2, log2_double)
RIFFLE_DOUBLE(log10, log10_double)
RIFFLE_DOUBLE(sin, sin_double)
RIFFLE_DOUBLE(cos, cos_double)
RIFFLE_DOUBLE(tan, tan_double)
RIFFLE_DOUBLE(asin, asin_double)
RIFFLE_DOUBLE(acos, acos_double)
RIFFLE_DOUBLE(atan, atan_double)
RIFFLE_DOUBLE(sinh, sinh_double)
RIFFLE_DOUBLE(cosh, cosh_double)
RIFFLE_DOUBLE(expm1, expm1_double)
RIFFLE_DOUBLE(log1p, log1p_double)
RIFFLE_DOUBLE(j0, j0_double)
RIFFLE_DOUBLE(j1, j1_double)
RIFFLE_DOUBLE(y0, y0_double)
RIFFLE_DOUBLE(y1, y1_double)
RIFFLE_DOUBLE(cbrt, cbrt_double)
RIFFLE_DOUBLE(erf, erf_double)
RIFFLE_DOUBLE(erfc, erfc_double)
#define RIFFLE_DOUBLE_2(name, function)                                       \
  extern "C" double own_##name(double, double) __asm__("riffle.math." #name); \
  double own_##name(double x, double y) { return riffle_math::function(x, y); }
RIFFLE_DOUBLE_2(atan2, atan2_double)
RIFFLE_DOUBLE_2(hypot, hypot_double)
RIFFLE_DOUBLE_2(pow, pow_double)
RIFFLE_DOUBLE_2(fmod, fmod_double)

// PTX's approximations.
#define RIFFLE_FAST(name, function)                                       \
  extern "C" float fast_##name(float) __asm__("riffle.math.fast." #name); \
  float fast_##name(float x) { return riffle_math::function(x); }
RIFFLE_FAST(exp2f, exp2_float)
RIFFLE_FAST(log2f, log2_fast)
RIFFLE_FAST(sinf, sin_fast)
RIFFLE_FAST(cosf, cos_fast)
RIFFLE_FAST(rsqrtf, rsqrt_fast)
