// SPDX-License-Identifier: Apache-2.0
// bfloat16: __nv_bfloat16, __nv_bfloat162 and their functions, for both sides where CUDA has them there.
#ifndef __CUDA_BF16_H__
#define __CUDA_BF16_H__

#include <cuda_fp16.h>
#include <vector_functions.h>
#include <vector_types.h>
#if defined(__CUDACC__)
#include <cuda_runtime.h>
#endif

#ifdef __cplusplus
#include "riffle_half/rounding.h"

#define RIFFLE_NARROW __nv_bfloat16
#define RIFFLE_OTHER __half
#define RIFFLE_NARROW2 __nv_bfloat162
#define RIFFLE_RAW __nv_bfloat16_raw
#define RIFFLE_RAW2 __nv_bfloat162_raw
#define RIFFLE_FORMAT riffle_half::Bfloat
#define RIFFLE_FORMAT_NAME "bf16"
#define RIFFLE_SATURATED_SUM(name) name##_rn
#include "riffle_half/type.inc"

// Each keeps what the other can say of its float.
__host__ __device__ inline __half::__half(const __nv_bfloat16 x) : __half(static_cast<float>(x)) {}
__host__ __device__ inline __nv_bfloat16::__nv_bfloat16(const __half x)
    : __nv_bfloat16(static_cast<float>(x)) {}

#define RIFFLE_CONVERSIONS(suffix, mode)                                        \
  RIFFLE_HALF_FN __nv_bfloat16 __float2bfloat16_##suffix(const float x) {       \
    return __nv_bfloat16_raw{riffle_half::Bfloat::round(x, riffle_half::mode)}; \
  }                                                                             \
  RIFFLE_INTEGERS(suffix, mode)
#define RIFFLE_INTEGER_CONVERSIONS(name, type, suffix, mode)                        \
  RIFFLE_HALF_FN __nv_bfloat16 __##name##2bfloat16_##suffix(const type x) {         \
    return __nv_bfloat16_raw{                                                       \
        riffle_half::from_integer<riffle_half::Bfloat>(x, riffle_half::mode)};      \
  }                                                                                 \
  RIFFLE_HALF_FN type __bfloat162##name##_##suffix(const __nv_bfloat16 x) {         \
    return riffle_half::to_integer<type>(static_cast<float>(x), riffle_half::mode); \
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

RIFFLE_HALF_FN __nv_bfloat16 __float2bfloat16(const float x) { return __nv_bfloat16(x); }
RIFFLE_HALF_FN __nv_bfloat16 __double2bfloat16(const double x) { return __nv_bfloat16(x); }
RIFFLE_HALF_FN float __bfloat162float(const __nv_bfloat16 x) { return static_cast<float>(x); }
RIFFLE_HALF_FN signed char __bfloat162char_rz(const __nv_bfloat16 x) {
  return static_cast<signed char>(x);
}
RIFFLE_HALF_FN unsigned char __bfloat162uchar_rz(const __nv_bfloat16 x) {
  return static_cast<unsigned char>(x);
}

RIFFLE_HALF_FN short __bfloat16_as_short(const __nv_bfloat16 x) {
  return static_cast<short>(riffle_half::bits(x));
}
RIFFLE_HALF_FN unsigned short __bfloat16_as_ushort(const __nv_bfloat16 x) {
  return static_cast<unsigned short>(riffle_half::bits(x));
}
RIFFLE_HALF_FN __nv_bfloat16 __short_as_bfloat16(const short x) {
  return __nv_bfloat16_raw{static_cast<unsigned short>(x)};
}
RIFFLE_HALF_FN __nv_bfloat16 __ushort_as_bfloat16(const unsigned short x) {
  return __nv_bfloat16_raw{x};
}

RIFFLE_HALF_FN __nv_bfloat162 __float2bfloat162_rn(const float x) {
  return {__nv_bfloat16(x), __nv_bfloat16(x)};
}
RIFFLE_HALF_FN __nv_bfloat162 __floats2bfloat162_rn(const float x, const float y) {
  return {__nv_bfloat16(x), __nv_bfloat16(y)};
}
RIFFLE_HALF_FN __nv_bfloat162 __float22bfloat162_rn(const float2 x) {
  return {__nv_bfloat16(x.x), __nv_bfloat16(x.y)};
}
RIFFLE_HALF_FN float2 __bfloat1622float2(const __nv_bfloat162 x) {
  float2 result;
  result.x = static_cast<float>(x.x);
  result.y = static_cast<float>(x.y);
  return result;
}
RIFFLE_HALF_FN __nv_bfloat162 __bfloat162bfloat162(const __nv_bfloat16 x) { return {x, x}; }
RIFFLE_HALF_FN __nv_bfloat162 __halves2bfloat162(const __nv_bfloat16 x, const __nv_bfloat16 y) {
  return {x, y};
}
RIFFLE_HALF_FN __nv_bfloat162 make_bfloat162(const __nv_bfloat16 x, const __nv_bfloat16 y) {
  return {x, y};
}
RIFFLE_HALF_FN __nv_bfloat16 __low2bfloat16(const __nv_bfloat162 x) { return x.x; }
RIFFLE_HALF_FN __nv_bfloat16 __high2bfloat16(const __nv_bfloat162 x) { return x.y; }
RIFFLE_HALF_FN __nv_bfloat162 __low2bfloat162(const __nv_bfloat162 x) { return {x.x, x.x}; }
RIFFLE_HALF_FN __nv_bfloat162 __high2bfloat162(const __nv_bfloat162 x) { return {x.y, x.y}; }
RIFFLE_HALF_FN __nv_bfloat162 __lows2bfloat162(const __nv_bfloat162 x, const __nv_bfloat162 y) {
  return {x.x, y.x};
}
RIFFLE_HALF_FN __nv_bfloat162 __highs2bfloat162(const __nv_bfloat162 x, const __nv_bfloat162 y) {
  return {x.y, y.y};
}

#include "riffle_half/operations.inc"
#undef RIFFLE_NARROW
#undef RIFFLE_OTHER
#undef RIFFLE_NARROW2
#undef RIFFLE_RAW
#undef RIFFLE_RAW2
#undef RIFFLE_FORMAT
#undef RIFFLE_FORMAT_NAME
#undef RIFFLE_SATURATED_SUM

typedef __nv_bfloat16 nv_bfloat16;
typedef __nv_bfloat162 nv_bfloat162;

#define CUDART_INF_BF16 __ushort_as_bfloat16((unsigned short)0x7F80U)
#define CUDART_NAN_BF16 __ushort_as_bfloat16((unsigned short)0x7FFFU)
#define CUDART_MIN_DENORM_BF16 __ushort_as_bfloat16((unsigned short)0x0001U)
#define CUDART_MAX_NORMAL_BF16 __ushort_as_bfloat16((unsigned short)0x7F7FU)
#define CUDART_NEG_ZERO_BF16 __ushort_as_bfloat16((unsigned short)0x8000U)
#define CUDART_ZERO_BF16 __ushort_as_bfloat16((unsigned short)0x0000U)
#define CUDART_ONE_BF16 __ushort_as_bfloat16((unsigned short)0x3F80U)
#endif  // __cplusplus

#endif  // __CUDA_BF16_H__
