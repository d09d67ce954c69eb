// SPDX-License-Identifier: Apache-2.0
// 4-bit floating point: e2m1, which has neither infinity nor NaN.
#ifndef __CUDA_FP4_H__
#define __CUDA_FP4_H__

#ifdef __cplusplus
#include "riffle_half/small_float.h"

#include <device_types.h>

typedef unsigned char __nv_fp4_storage_t;
typedef unsigned char __nv_fp4x2_storage_t;
typedef unsigned short __nv_fp4x4_storage_t;
enum __nv_fp4_interpretation_t { __NV_E2M1 };

namespace riffle_half {
using E2m1 = SmallFloat<2, 1, 0x7, 0, 0>;
}  // namespace riffle_half

RIFFLE_HALF_FN __nv_fp4_storage_t
__nv_cvt_float_to_fp4(const float x, const __nv_fp4_interpretation_t interpretation,
                      const enum cudaRoundMode rounding) {
  (void)interpretation;
  (void)rounding;
  return riffle_half::E2m1::encode(x, true);
}
RIFFLE_HALF_FN __nv_fp4_storage_t
__nv_cvt_double_to_fp4(const double x, const __nv_fp4_interpretation_t interpretation,
                       const enum cudaRoundMode rounding) {
  return __nv_cvt_float_to_fp4(riffle_half::to_odd(x), interpretation, rounding);
}
RIFFLE_HALF_FN __nv_fp4_storage_t
__nv_cvt_halfraw_to_fp4(const __half_raw x, const __nv_fp4_interpretation_t interpretation,
                        const enum cudaRoundMode rounding) {
  return __nv_cvt_float_to_fp4(riffle_half::Half::to_float(x.x), interpretation, rounding);
}
RIFFLE_HALF_FN __nv_fp4_storage_t __nv_cvt_bfloat16raw_to_fp4(
    const __nv_bfloat16_raw x, const __nv_fp4_interpretation_t interpretation,
    const enum cudaRoundMode rounding) {
  return __nv_cvt_float_to_fp4(riffle_half::Bfloat::to_float(x.x), interpretation, rounding);
}
RIFFLE_HALF_FN __half_raw __nv_cvt_fp4_to_halfraw(const __nv_fp4_storage_t x,
                                                  const __nv_fp4_interpretation_t interpretation) {
  (void)interpretation;
  return __half_raw{riffle_half::Half::nearest(riffle_half::E2m1::decode(x))};
}

RIFFLE_HALF_FN __nv_fp4x2_storage_t
__nv_cvt_float2_to_fp4x2(const float2 x, const __nv_fp4_interpretation_t interpretation,
                         const enum cudaRoundMode rounding) {
  return static_cast<__nv_fp4x2_storage_t>(__nv_cvt_float_to_fp4(x.x, interpretation, rounding) |
                                           __nv_cvt_float_to_fp4(x.y, interpretation, rounding)
                                               << 4);
}
RIFFLE_HALF_FN __nv_fp4x2_storage_t
__nv_cvt_double2_to_fp4x2(const double2 x, const __nv_fp4_interpretation_t interpretation,
                          const enum cudaRoundMode rounding) {
  return __nv_cvt_float2_to_fp4x2(float2{riffle_half::to_odd(x.x), riffle_half::to_odd(x.y)},
                                  interpretation, rounding);
}
RIFFLE_HALF_FN __nv_fp4x2_storage_t
__nv_cvt_halfraw2_to_fp4x2(const __half2_raw x, const __nv_fp4_interpretation_t interpretation,
                           const enum cudaRoundMode rounding) {
  return __nv_cvt_float2_to_fp4x2(__half22float2(__half2(x)), interpretation, rounding);
}
RIFFLE_HALF_FN __nv_fp4x2_storage_t __nv_cvt_bfloat16raw2_to_fp4x2(
    const __nv_bfloat162_raw x, const __nv_fp4_interpretation_t interpretation,
    const enum cudaRoundMode rounding) {
  return __nv_cvt_float2_to_fp4x2(__bfloat1622float2(__nv_bfloat162(x)), interpretation, rounding);
}
RIFFLE_HALF_FN __half2_raw __nv_cvt_fp4x2_to_halfraw2(
    const __nv_fp4x2_storage_t x, const __nv_fp4_interpretation_t interpretation) {
  return __half2_raw{
      __nv_cvt_fp4_to_halfraw(static_cast<__nv_fp4_storage_t>(x & 0xfu), interpretation).x,
      __nv_cvt_fp4_to_halfraw(static_cast<__nv_fp4_storage_t>(x >> 4 & 0xfu), interpretation).x};
}

RIFFLE_SMALL_FLOAT(__nv_fp4_e2m1, E2m1, __nv_fp4_storage_t)
RIFFLE_SMALL_FLOAT_PACKS(__nv_fp4x2_e2m1, __nv_fp4x4_e2m1, E2m1, 4, __nv_fp4x2_storage_t,
                         __nv_fp4x4_storage_t)

#endif  // __cplusplus

#endif  // __CUDA_FP4_H__
