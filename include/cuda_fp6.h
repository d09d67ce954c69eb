// SPDX-License-Identifier: Apache-2.0
// 6-bit floating point: e2m3 and e3m2, which have neither infinity nor NaN.
#ifndef __CUDA_FP6_H__
#define __CUDA_FP6_H__

#ifdef __cplusplus
#include "riffle_half/small_float.h"

#include <device_types.h>

typedef unsigned char __nv_fp6_storage_t;
typedef unsigned short __nv_fp6x2_storage_t;
typedef unsigned int __nv_fp6x4_storage_t;
enum __nv_fp6_interpretation_t { __NV_E2M3, __NV_E3M2 };

namespace riffle_half {
using E2m3 = SmallFloat<2, 3, 0x1f, 0, 0>;
using E3m2 = SmallFloat<3, 2, 0x1f, 0, 0>;
}  // namespace riffle_half

RIFFLE_HALF_FN __nv_fp6_storage_t
__nv_cvt_float_to_fp6(const float x, const __nv_fp6_interpretation_t interpretation,
                      const enum cudaRoundMode rounding) {
  (void)rounding;
  return interpretation == __NV_E3M2 ? riffle_half::E3m2::encode(x, true)
                                     : riffle_half::E2m3::encode(x, true);
}
RIFFLE_HALF_FN __nv_fp6_storage_t
__nv_cvt_double_to_fp6(const double x, const __nv_fp6_interpretation_t interpretation,
                       const enum cudaRoundMode rounding) {
  return __nv_cvt_float_to_fp6(riffle_half::to_odd(x), interpretation, rounding);
}
RIFFLE_HALF_FN __nv_fp6_storage_t
__nv_cvt_halfraw_to_fp6(const __half_raw x, const __nv_fp6_interpretation_t interpretation,
                        const enum cudaRoundMode rounding) {
  return __nv_cvt_float_to_fp6(riffle_half::Half::to_float(x.x), interpretation, rounding);
}
RIFFLE_HALF_FN __nv_fp6_storage_t __nv_cvt_bfloat16raw_to_fp6(
    const __nv_bfloat16_raw x, const __nv_fp6_interpretation_t interpretation,
    const enum cudaRoundMode rounding) {
  return __nv_cvt_float_to_fp6(riffle_half::Bfloat::to_float(x.x), interpretation, rounding);
}
RIFFLE_HALF_FN __half_raw __nv_cvt_fp6_to_halfraw(const __nv_fp6_storage_t x,
                                                  const __nv_fp6_interpretation_t interpretation) {
  return __half_raw{riffle_half::Half::nearest(
      interpretation == __NV_E3M2 ? riffle_half::E3m2::decode(x) : riffle_half::E2m3::decode(x))};
}

RIFFLE_HALF_FN __nv_fp6x2_storage_t
__nv_cvt_float2_to_fp6x2(const float2 x, const __nv_fp6_interpretation_t interpretation,
                         const enum cudaRoundMode rounding) {
  return static_cast<__nv_fp6x2_storage_t>(__nv_cvt_float_to_fp6(x.x, interpretation, rounding) |
                                           __nv_cvt_float_to_fp6(x.y, interpretation, rounding)
                                               << 8);
}
RIFFLE_HALF_FN __nv_fp6x2_storage_t
__nv_cvt_double2_to_fp6x2(const double2 x, const __nv_fp6_interpretation_t interpretation,
                          const enum cudaRoundMode rounding) {
  return __nv_cvt_float2_to_fp6x2(float2{riffle_half::to_odd(x.x), riffle_half::to_odd(x.y)},
                                  interpretation, rounding);
}
RIFFLE_HALF_FN __nv_fp6x2_storage_t
__nv_cvt_halfraw2_to_fp6x2(const __half2_raw x, const __nv_fp6_interpretation_t interpretation,
                           const enum cudaRoundMode rounding) {
  return __nv_cvt_float2_to_fp6x2(__half22float2(__half2(x)), interpretation, rounding);
}
RIFFLE_HALF_FN __nv_fp6x2_storage_t __nv_cvt_bfloat16raw2_to_fp6x2(
    const __nv_bfloat162_raw x, const __nv_fp6_interpretation_t interpretation,
    const enum cudaRoundMode rounding) {
  return __nv_cvt_float2_to_fp6x2(__bfloat1622float2(__nv_bfloat162(x)), interpretation, rounding);
}
RIFFLE_HALF_FN __half2_raw __nv_cvt_fp6x2_to_halfraw2(
    const __nv_fp6x2_storage_t x, const __nv_fp6_interpretation_t interpretation) {
  return __half2_raw{
      __nv_cvt_fp6_to_halfraw(static_cast<__nv_fp6_storage_t>(x & 0xffu), interpretation).x,
      __nv_cvt_fp6_to_halfraw(static_cast<__nv_fp6_storage_t>(x >> 8 & 0xffu), interpretation).x};
}

RIFFLE_SMALL_FLOAT(__nv_fp6_e2m3, E2m3, __nv_fp6_storage_t)
RIFFLE_SMALL_FLOAT(__nv_fp6_e3m2, E3m2, __nv_fp6_storage_t)
RIFFLE_SMALL_FLOAT_PACKS(__nv_fp6x2_e2m3, __nv_fp6x4_e2m3, E2m3, 8, __nv_fp6x2_storage_t,
                         __nv_fp6x4_storage_t)
RIFFLE_SMALL_FLOAT_PACKS(__nv_fp6x2_e3m2, __nv_fp6x4_e3m2, E3m2, 8, __nv_fp6x2_storage_t,
                         __nv_fp6x4_storage_t)

#endif  // __cplusplus

#endif  // __CUDA_FP6_H__
