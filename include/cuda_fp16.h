// SPDX-License-Identifier: Apache-2.0
// IEEE half precision: __half, __half2 and their functions, for both sides where CUDA has them there.
#ifndef __CUDA_FP16_H__
#define __CUDA_FP16_H__

#include <vector_functions.h>
#include <vector_types.h>
#if defined(__CUDACC__)
#include <cuda_runtime.h>
#endif

#ifdef __cplusplus
#include "riffle_half/rounding.h"

struct __nv_bfloat16;
#define RIFFLE_NARROW __half
#define RIFFLE_OTHER __nv_bfloat16
#define RIFFLE_NARROW2 __half2
#define RIFFLE_RAW __half_raw
#define RIFFLE_RAW2 __half2_raw
#define RIFFLE_FORMAT riffle_half::Half
#define RIFFLE_FORMAT_NAME "f16"
#define RIFFLE_SATURATED_SUM(name) name
#include "riffle_half/type.inc"

#define RIFFLE_CONVERSIONS(suffix, mode)                               \
  RIFFLE_HALF_FN __half __float2half_##suffix(const float x) {         \
    return __half_raw{riffle_half::Half::round(x, riffle_half::mode)}; \
  }                                                                    \
  RIFFLE_INTEGERS(suffix, mode)
#define RIFFLE_INTEGER_CONVERSIONS(name, type, suffix, mode)                               \
  RIFFLE_HALF_FN __half __##name##2half_##suffix(const type x) {                           \
    return __half_raw{riffle_half::from_integer<riffle_half::Half>(x, riffle_half::mode)}; \
  }                                                                                        \
  RIFFLE_HALF_FN type __half2##name##_##suffix(const __half x) {                           \
    return riffle_half::to_integer<type>(static_cast<float>(x), riffle_half::mode);        \
  }
#define RIFFLE_INTEGERS(suffix, mode)                              \
  RIFFLE_INTEGER_CONVERSIONS(short, short, suffix, mode)           \
  RIFFLE_INTEGER_CONVERSIONS(ushort, unsigned short, suffix, mode) \
  RIFFLE_INTEGER_CONVERSIONS(int, int, suffix, mode)               \
  RIFFLE_INTEGER_CONVERSIONS(uint, unsigned int, suffix, mode)     \
  RIFFLE_INTEGER_CONVERSIONS(ll, long long, suffix, mode)          \
  RIFFLE_INTEGER_CONVERSIONS(ull, unsigned long long, suffix, mode)
RIFFLE_CONVERSIONS(rn, kNearest)
RIFFLE_CONVERSIONS(rz, kZero)
RIFFLE_CONVERSIONS(rd, kDown)
RIFFLE_CONVERSIONS(ru, kUp)
#undef RIFFLE_CONVERSIONS
#undef RIFFLE_INTEGERS
#undef RIFFLE_INTEGER_CONVERSIONS

RIFFLE_HALF_FN __half __float2half(const float x) { return __half(x); }
RIFFLE_HALF_FN __half __double2half(const double x) { return __half(x); }
RIFFLE_HALF_FN float __half2float(const __half x) { return static_cast<float>(x); }
RIFFLE_HALF_FN signed char __half2char_rz(const __half x) { return static_cast<signed char>(x); }
RIFFLE_HALF_FN unsigned char __half2uchar_rz(const __half x) {
  return static_cast<unsigned char>(x);
}

RIFFLE_HALF_FN short __half_as_short(const __half x) {
  return static_cast<short>(riffle_half::bits(x));
}
RIFFLE_HALF_FN unsigned short __half_as_ushort(const __half x) {
  return static_cast<unsigned short>(riffle_half::bits(x));
}
RIFFLE_HALF_FN __half __short_as_half(const short x) {
  return __half_raw{static_cast<unsigned short>(x)};
}
RIFFLE_HALF_FN __half __ushort_as_half(const unsigned short x) { return __half_raw{x}; }

RIFFLE_HALF_FN __half2 __float2half2_rn(const float x) { return {__half(x), __half(x)}; }
RIFFLE_HALF_FN __half2 __floats2half2_rn(const float x, const float y) {
  return {__half(x), __half(y)};
}
RIFFLE_HALF_FN __half2 __float22half2_rn(const float2 x) { return {__half(x.x), __half(x.y)}; }
RIFFLE_HALF_FN float2 __half22float2(const __half2 x) {
  float2 result;
  result.x = static_cast<float>(x.x);
  result.y = static_cast<float>(x.y);
  return result;
}
RIFFLE_HALF_FN __half2 __half2half2(const __half x) { return {x, x}; }
RIFFLE_HALF_FN __half2 __halves2half2(const __half x, const __half y) { return {x, y}; }
RIFFLE_HALF_FN __half2 make_half2(const __half x, const __half y) { return {x, y}; }
RIFFLE_HALF_FN __half __low2half(const __half2 x) { return x.x; }
RIFFLE_HALF_FN __half __high2half(const __half2 x) { return x.y; }
RIFFLE_HALF_FN __half2 __low2half2(const __half2 x) { return {x.x, x.x}; }
RIFFLE_HALF_FN __half2 __high2half2(const __half2 x) { return {x.y, x.y}; }
RIFFLE_HALF_FN __half2 __lows2half2(const __half2 x, const __half2 y) { return {x.x, y.x}; }
RIFFLE_HALF_FN __half2 __highs2half2(const __half2 x, const __half2 y) { return {x.y, y.y}; }

#include "riffle_half/operations.inc"
#undef RIFFLE_NARROW
#undef RIFFLE_OTHER
#undef RIFFLE_NARROW2
#undef RIFFLE_RAW
#undef RIFFLE_RAW2
#undef RIFFLE_FORMAT
#undef RIFFLE_FORMAT_NAME
#undef RIFFLE_SATURATED_SUM

#ifndef CUDA_NO_HALF
typedef __half half;
typedef __half2 half2;
typedef __half __nv_half;
typedef __half2 __nv_half2;
typedef __half_raw __nv_half_raw;
typedef __half2_raw __nv_half2_raw;
typedef __half nv_half;
typedef __half2 nv_half2;
#endif

#define CUDART_INF_FP16 __ushort_as_half((unsigned short)0x7C00U)
#define CUDART_NAN_FP16 __ushort_as_half((unsigned short)0x7FFFU)
#define CUDART_MIN_DENORM_FP16 __ushort_as_half((unsigned short)0x0001U)
#define CUDART_MAX_NORMAL_FP16 __ushort_as_half((unsigned short)0x7BFFU)
#define CUDART_NEG_ZERO_FP16 __ushort_as_half((unsigned short)0x8000U)
#define CUDART_ZERO_FP16 __ushort_as_half((unsigned short)0x0000U)
#define CUDART_ONE_FP16 __ushort_as_half((unsigned short)0x3C00U)
#endif  // __cplusplus

#endif  // __CUDA_FP16_H__
