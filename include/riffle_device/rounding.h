// SPDX-License-Identifier: Apache-2.0
// Single-precision arithmetic with an explicit rounding mode (__fadd_rz, __fmaf_ru, ...), exact.
// Each operation is done in double and its rounding error is found; "rounding to odd" (the last bit
// becomes 1 if anything was lost) then makes the second rounding, to float, right in every
// direction.
#pragma once

#include "convert.h"
#include "function_macros.h"
#include "rounding_double.h"
#include "special.h"

namespace riffle_device {

// `lost` has the sign of exact - rounded.
RIFFLE_DEVICE double to_odd(double rounded, double lost) {
  const unsigned long long bits = __builtin_bit_cast(unsigned long long, rounded);
  if (lost == 0.0 || lost != lost || (bits & 1)) return rounded;
  const bool away = (lost > 0.0) == (rounded > 0.0);
  return __builtin_bit_cast(double, away ? bits + 1 : bits - 1);
}

// Exact sum of two doubles that came from floats: no overflow.
RIFFLE_DEVICE float rounded_sum(double a, double b, Rounding mode) {
#pragma clang fp contract(off)
  const double sum = a + b;
  if (sum == 0.0) {
    // Opposite terms give -0 only when rounding down.
    const bool plus = !__builtin_signbit(a) && !__builtin_signbit(b);
    return mode == kDown && !plus ? -0.0f : static_cast<float>(sum);
  }
  if (!__builtin_isfinite(sum)) return static_cast<float>(sum);
  const double b_part = sum - a;
  const double lost = (a - (sum - b_part)) + (b - b_part);
  return double_to_float(to_odd(sum, lost), mode);
}
RIFFLE_DEVICE float rounded_quotient(float x, float y, Rounding mode) {
  const double quotient = static_cast<double>(x) / static_cast<double>(y);
  const double rest = __builtin_fma(-quotient, static_cast<double>(y), static_cast<double>(x));
  return double_to_float(to_odd(quotient, y < 0.0f ? -rest : rest), mode);
}
RIFFLE_DEVICE float rounded_root(float x, Rounding mode) {
  const double root = __builtin_sqrt(static_cast<double>(x));
  return double_to_float(to_odd(root, __builtin_fma(-root, root, static_cast<double>(x))), mode);
}

}  // namespace riffle_device

// The product of two floats is exact in double.
#define RIFFLE_DIRECTED(suffix, mode)                                                             \
  RIFFLE_DEVICE float __fadd_##suffix(float x, float y) {                                         \
    return riffle_device::rounded_sum(x, y, mode);                                                \
  }                                                                                               \
  RIFFLE_DEVICE float __fsub_##suffix(float x, float y) {                                         \
    return riffle_device::rounded_sum(x, -y, mode);                                               \
  }                                                                                               \
  RIFFLE_DEVICE float __fmul_##suffix(float x, float y) {                                         \
    return riffle_device::double_to_float(static_cast<double>(x) * static_cast<double>(y), mode); \
  }                                                                                               \
  RIFFLE_DEVICE float __fmaf_##suffix(float x, float y, float z) {                                \
    return riffle_device::rounded_sum(static_cast<double>(x) * static_cast<double>(y), z, mode);  \
  }                                                                                               \
  RIFFLE_DEVICE float __fdiv_##suffix(float x, float y) {                                         \
    return riffle_device::rounded_quotient(x, y, mode);                                           \
  }                                                                                               \
  RIFFLE_DEVICE float __frcp_##suffix(float x) {                                                  \
    return riffle_device::rounded_quotient(1.0f, x, mode);                                        \
  }                                                                                               \
  RIFFLE_DEVICE float __fsqrt_##suffix(float x) { return riffle_device::rounded_root(x, mode); }
RIFFLE_DIRECTED(rz, riffle_device::kZero)
RIFFLE_DIRECTED(ru, riffle_device::kUp)
RIFFLE_DIRECTED(rd, riffle_device::kDown)
#undef RIFFLE_DIRECTED

// Nearest is the machine's own mode; contraction with neighbours is what these names must prevent.
RIFFLE_DEVICE float __fadd_rn(float x, float y) {
#pragma clang fp contract(off)
  return x + y;
}
RIFFLE_DEVICE float __fsub_rn(float x, float y) {
#pragma clang fp contract(off)
  return x - y;
}
RIFFLE_DEVICE float __fmul_rn(float x, float y) {
#pragma clang fp contract(off)
  return x * y;
}
RIFFLE_DEVICE float __fmaf_rn(float x, float y, float z) { return __builtin_fmaf(x, y, z); }
RIFFLE_DEVICE float __fdiv_rn(float x, float y) { return x / y; }
RIFFLE_DEVICE float __frcp_rn(float x) { return 1.0f / x; }
RIFFLE_DEVICE float __fsqrt_rn(float x) { return __builtin_sqrtf(x); }
RIFFLE_DEVICE float __frsqrt_rn(float x) {
#pragma clang fp contract(off)
  const double wide = x;
  const double y = riffle_device::reciprocal_root(wide);
  if (!__builtin_isfinite(y) || y == 0.0) return static_cast<float>(y);
  // Only a y in the middle between two floats is in doubt, and then all products below are exact.
  const double square = y * y;
  const double product = wide * square;
  const double product_error = __builtin_fma(wide, square, -product);
  return static_cast<float>(riffle_device::to_odd(y, (1.0 - product) - product_error));
}

// The flush-to-zero forms differ only when subnormal inputs or results occur.
#define RIFFLE_IEEE_FMA(suffix)                                         \
  RIFFLE_DEVICE float __fmaf_ieee_##suffix(float x, float y, float z) { \
    return __fmaf_##suffix(x, y, z);                                    \
  }
RIFFLE_IEEE_FMA(rn)
RIFFLE_IEEE_FMA(rz)
RIFFLE_IEEE_FMA(ru)
RIFFLE_IEEE_FMA(rd)
#undef RIFFLE_IEEE_FMA

RIFFLE_DEVICE double __dadd_rn(double x, double y) {
#pragma clang fp contract(off)
  return x + y;
}
RIFFLE_DEVICE double __dsub_rn(double x, double y) {
#pragma clang fp contract(off)
  return x - y;
}
RIFFLE_DEVICE double __dmul_rn(double x, double y) {
#pragma clang fp contract(off)
  return x * y;
}
RIFFLE_DEVICE double __fma_rn(double x, double y, double z) { return __builtin_fma(x, y, z); }
RIFFLE_DEVICE double __ddiv_rn(double x, double y) { return x / y; }
RIFFLE_DEVICE double __drcp_rn(double x) { return 1.0 / x; }
RIFFLE_DEVICE double __dsqrt_rn(double x) { return __builtin_sqrt(x); }

#define RIFFLE_DIRECTED(suffix, mode)                                 \
  RIFFLE_DEVICE double __dadd_##suffix(double x, double y) {          \
    return riffle_device::directed_sum(x, y, mode);                   \
  }                                                                   \
  RIFFLE_DEVICE double __dsub_##suffix(double x, double y) {          \
    return riffle_device::directed_sum(x, -y, mode);                  \
  }                                                                   \
  RIFFLE_DEVICE double __dmul_##suffix(double x, double y) {          \
    return riffle_device::directed_product(x, y, mode);               \
  }                                                                   \
  RIFFLE_DEVICE double __fma_##suffix(double x, double y, double z) { \
    return riffle_device::exact_fma(x, y, z, mode);                   \
  }                                                                   \
  RIFFLE_DEVICE double __ddiv_##suffix(double x, double y) {          \
    return riffle_device::directed_quotient(x, y, mode);              \
  }                                                                   \
  RIFFLE_DEVICE double __drcp_##suffix(double x) {                    \
    return riffle_device::directed_quotient(1.0, x, mode);            \
  }                                                                   \
  RIFFLE_DEVICE double __dsqrt_##suffix(double x) { return riffle_device::directed_root(x, mode); }
RIFFLE_DIRECTED(rz, riffle_device::kZero)
RIFFLE_DIRECTED(ru, riffle_device::kUp)
RIFFLE_DIRECTED(rd, riffle_device::kDown)
#undef RIFFLE_DIRECTED
