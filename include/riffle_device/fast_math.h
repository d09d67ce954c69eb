// SPDX-License-Identifier: Apache-2.0
// CUDA's fast intrinsics, made of PTX's approximations as nvcc makes them. The kernel compiler has
// forms of those with the hardware's accuracy and less work than the full functions.
#pragma once

#include "function_macros.h"

#ifdef RIFFLE_AS_HOST
#define RIFFLE_APPROXIMATE(nvvm_name, function, x) __builtin_##function##f(x)
#else
#define RIFFLE_APPROXIMATE(nvvm_name, function, x) __nvvm_##nvvm_name##_approx_f(x)
#endif

RIFFLE_DEVICE float __sinf(float x) { return RIFFLE_APPROXIMATE(sin, sin, x); }
RIFFLE_DEVICE float __cosf(float x) { return RIFFLE_APPROXIMATE(cos, cos, x); }
RIFFLE_DEVICE void __sincosf(float x, float* sine, float* cosine) {
  *sine = __sinf(x);
  *cosine = __cosf(x);
}
RIFFLE_DEVICE float __tanf(float x) { return __sinf(x) / __cosf(x); }
RIFFLE_DEVICE float __expf(float x) { return RIFFLE_APPROXIMATE(ex2, exp2, x * 0x1.715476p+0f); }
RIFFLE_DEVICE float __exp10f(float x) { return RIFFLE_APPROXIMATE(ex2, exp2, x * 0x1.a934fp+1f); }
RIFFLE_DEVICE float __log2f(float x) { return RIFFLE_APPROXIMATE(lg2, log2, x); }
RIFFLE_DEVICE float __logf(float x) { return __log2f(x) * 0x1.62e43p-1f; }
RIFFLE_DEVICE float __log10f(float x) { return __log2f(x) * 0x1.344136p-2f; }
// By definition: negative x gives NaN whatever y is.
RIFFLE_DEVICE float __powf(float x, float y) {
  return RIFFLE_APPROXIMATE(ex2, exp2, y * __log2f(x));
}
RIFFLE_DEVICE float __tanhf(float x) { return __builtin_tanhf(x); }
#undef RIFFLE_APPROXIMATE
// For divisors beyond 2^126 the guide promises 0 (NaN for an infinite dividend).
RIFFLE_DEVICE float __fdividef(float x, float y) {
  const float size = __builtin_fabsf(y);
  return size > 0x1p126f && size < __builtin_inff() ? x * __builtin_copysignf(0.0f, y) : x / y;
}
RIFFLE_DEVICE float __saturatef(float x) {
  // The order of the comparisons turns NaN into +0.
  return x > 0.0f ? (x < 1.0f ? x : 1.0f) : 0.0f;
}
