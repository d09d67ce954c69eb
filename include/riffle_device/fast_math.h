// SPDX-License-Identifier: Apache-2.0
// CUDA's fast intrinsics. Their contract is a maximal error that the full functions meet too; what
// is cheaper on a CPU with less accuracy takes the cheaper form.
#pragma once

#include "function_macros.h"

RIFFLE_DEVICE float __sinf(float x) { return __builtin_sinf(x); }
RIFFLE_DEVICE float __cosf(float x) { return __builtin_cosf(x); }
RIFFLE_DEVICE void __sincosf(float x, float* sine, float* cosine) {
  *sine = __builtin_sinf(x);
  *cosine = __builtin_cosf(x);
}
RIFFLE_DEVICE float __tanf(float x) { return __builtin_sinf(x) / __builtin_cosf(x); }
RIFFLE_DEVICE float __expf(float x) { return __builtin_expf(x); }
RIFFLE_DEVICE float __exp10f(float x) { return __builtin_exp10f(x); }
RIFFLE_DEVICE float __logf(float x) { return __builtin_logf(x); }
RIFFLE_DEVICE float __log2f(float x) { return __builtin_log2f(x); }
RIFFLE_DEVICE float __log10f(float x) { return __builtin_log10f(x); }
// exp2(y * log2(x)), by definition: negative x gives NaN whatever y is.
RIFFLE_DEVICE float __powf(float x, float y) { return __builtin_exp2f(y * __builtin_log2f(x)); }
RIFFLE_DEVICE float __tanhf(float x) { return __builtin_tanhf(x); }
// For divisors beyond 2^126 the guide promises 0 (NaN for an infinite dividend).
RIFFLE_DEVICE float __fdividef(float x, float y) {
  const float size = __builtin_fabsf(y);
  return size > 0x1p126f && size < __builtin_inff() ? x * __builtin_copysignf(0.0f, y) : x / y;
}
RIFFLE_DEVICE float __saturatef(float x) {
  // The order of the comparisons turns NaN into +0.
  return x > 0.0f ? (x < 1.0f ? x : 1.0f) : 0.0f;
}
