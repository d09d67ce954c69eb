// SPDX-License-Identifier: Apache-2.0
// 8-bit floating point: e4m3 (no infinity), e5m2 (IEEE-like) and their functions.
#ifndef __CUDA_FP8_H__
#define __CUDA_FP8_H__

#ifdef __cplusplus
#include <device_types.h>

#include "riffle_half/small_float.h"

typedef unsigned char __nv_fp8_storage_t;
typedef unsigned short __nv_fp8x2_storage_t;
typedef unsigned int __nv_fp8x4_storage_t;
enum __nv_fp8_interpretation_t { __NV_E4M3, __NV_E5M2 };

namespace riffle_half {
using E4m3 = SmallFloat<4, 3, 0x7e, 0x7f, 0>;
using E5m2 = SmallFloat<5, 2, 0x7b, 0x7f, 0x7c>;
/// A power of two; no sign, no zero.
struct E8m0 {
  RIFFLE_HALF_FN unsigned char encode(float x, bool) {
    const unsigned bits = bits_of<unsigned>(x), size = bits & 0x7fffffffu;
    if (size > 0x7f800000u) return 0xff;
    const unsigned code = (size >> 23) + (rounds_up(size) ? 1u : 0u);
    return static_cast<unsigned char>(code > 0xfe ? 0xfe : code);
  }
  /// Upwards from a float's size; 2^-127 and below are the smallest power.
  RIFFLE_HALF_FN bool rounds_up(unsigned size) {
    return (size & 0x7fffffu) != 0 && size > 0x400000u;
  }
  RIFFLE_HALF_FN float decode(unsigned code) {
    if (code == 0xff) return bits_of<float>(0x7fffffffu);
    return bits_of<float>(code == 0 ? 0x400000u : code << 23);
  }
};
}  // namespace riffle_half

RIFFLE_HALF_FN __nv_fp8_storage_t
__nv_cvt_float_to_fp8(const float x, const __nv_saturation_t saturate,
                      const __nv_fp8_interpretation_t interpretation) {
  return interpretation == __NV_E5M2 ? riffle_half::E5m2::encode(x, saturate == __NV_SATFINITE)
                                     : riffle_half::E4m3::encode(x, saturate == __NV_SATFINITE);
}
RIFFLE_HALF_FN __nv_fp8_storage_t
__nv_cvt_double_to_fp8(const double x, const __nv_saturation_t saturate,
                       const __nv_fp8_interpretation_t interpretation) {
  // Unlike from float, NaN keeps its sign and is the first of e5m2's.
  if (x != x)
    return static_cast<__nv_fp8_storage_t>(
        (__builtin_signbit(x) ? 0x80u : 0u) |
        (interpretation == __NV_E5M2
             ? 0x7eu | (riffle_half::bits_of<unsigned long long>(x) >> 50 & 3u)
             : 0x7fu));
  return __nv_cvt_float_to_fp8(riffle_half::to_odd(x), saturate, interpretation);
}
RIFFLE_HALF_FN __nv_fp8_storage_t
__nv_cvt_halfraw_to_fp8(const __half_raw x, const __nv_saturation_t saturate,
                        const __nv_fp8_interpretation_t interpretation) {
  return __nv_cvt_float_to_fp8(riffle_half::Half::to_float(x.x), saturate, interpretation);
}
RIFFLE_HALF_FN __nv_fp8_storage_t
__nv_cvt_bfloat16raw_to_fp8(const __nv_bfloat16_raw x, const __nv_saturation_t saturate,
                            const __nv_fp8_interpretation_t interpretation) {
  return __nv_cvt_float_to_fp8(riffle_half::Bfloat::to_float(x.x), saturate, interpretation);
}
RIFFLE_HALF_FN __half_raw __nv_cvt_fp8_to_halfraw(const __nv_fp8_storage_t x,
                                                  const __nv_fp8_interpretation_t interpretation) {
  return __half_raw{riffle_half::Half::nearest(
      interpretation == __NV_E5M2 ? riffle_half::E5m2::decode(x) : riffle_half::E4m3::decode(x))};
}

RIFFLE_HALF_FN __nv_fp8x2_storage_t
__nv_cvt_float2_to_fp8x2(const float2 x, const __nv_saturation_t saturate,
                         const __nv_fp8_interpretation_t interpretation) {
  return static_cast<__nv_fp8x2_storage_t>(__nv_cvt_float_to_fp8(x.x, saturate, interpretation) |
                                           __nv_cvt_float_to_fp8(x.y, saturate, interpretation)
                                               << 8);
}
RIFFLE_HALF_FN __nv_fp8x2_storage_t
__nv_cvt_double2_to_fp8x2(const double2 x, const __nv_saturation_t saturate,
                          const __nv_fp8_interpretation_t interpretation) {
  return __nv_cvt_float2_to_fp8x2(float2{riffle_half::to_odd(x.x), riffle_half::to_odd(x.y)},
                                  saturate, interpretation);
}
RIFFLE_HALF_FN __nv_fp8x2_storage_t
__nv_cvt_halfraw2_to_fp8x2(const __half2_raw x, const __nv_saturation_t saturate,
                           const __nv_fp8_interpretation_t interpretation) {
  return __nv_cvt_float2_to_fp8x2(__half22float2(__half2(x)), saturate, interpretation);
}
RIFFLE_HALF_FN __nv_fp8x2_storage_t
__nv_cvt_bfloat16raw2_to_fp8x2(const __nv_bfloat162_raw x, const __nv_saturation_t saturate,
                               const __nv_fp8_interpretation_t interpretation) {
  return __nv_cvt_float2_to_fp8x2(__bfloat1622float2(__nv_bfloat162(x)), saturate, interpretation);
}
RIFFLE_HALF_FN __half2_raw __nv_cvt_fp8x2_to_halfraw2(
    const __nv_fp8x2_storage_t x, const __nv_fp8_interpretation_t interpretation) {
  return __half2_raw{
      __nv_cvt_fp8_to_halfraw(static_cast<__nv_fp8_storage_t>(x & 0xffu), interpretation).x,
      __nv_cvt_fp8_to_halfraw(static_cast<__nv_fp8_storage_t>(x >> 8 & 0xffu), interpretation).x};
}

// Only towards zero and upwards.
RIFFLE_HALF_FN __nv_fp8_storage_t __nv_cvt_float_to_e8m0(const float x,
                                                         const __nv_saturation_t saturate,
                                                         const enum cudaRoundMode rounding) {
  const unsigned size = riffle_half::bits_of<unsigned>(x) & 0x7fffffffu;
  if (size > 0x7f800000u) return 0xff;
  const unsigned up = rounding == cudaRoundPosInf && riffle_half::E8m0::rounds_up(size) ? 1 : 0;
  const unsigned code = (size >> 23) + up;
  return static_cast<__nv_fp8_storage_t>(code < 0xff                  ? code
                                         : saturate == __NV_SATFINITE ? 0xfe
                                                                      : 0xff);
}
RIFFLE_HALF_FN __nv_fp8_storage_t __nv_cvt_double_to_e8m0(const double x,
                                                          const __nv_saturation_t saturate,
                                                          const enum cudaRoundMode rounding) {
  return __nv_cvt_float_to_e8m0(riffle_half::to_odd(x), saturate, rounding);
}
RIFFLE_HALF_FN __nv_fp8_storage_t __nv_cvt_bfloat16raw_to_e8m0(const __nv_bfloat16_raw x,
                                                               const __nv_saturation_t saturate,
                                                               const enum cudaRoundMode rounding) {
  return __nv_cvt_float_to_e8m0(riffle_half::Bfloat::to_float(x.x), saturate, rounding);
}
RIFFLE_HALF_FN __nv_bfloat16_raw __nv_cvt_e8m0_to_bf16raw(const __nv_fp8_storage_t x) {
  return __nv_bfloat16_raw{riffle_half::Bfloat::nearest(riffle_half::E8m0::decode(x))};
}

RIFFLE_HALF_FN __nv_fp8x2_storage_t __nv_cvt_float2_to_e8m0x2(const float2 x,
                                                              const __nv_saturation_t saturate,
                                                              const enum cudaRoundMode rounding) {
  return static_cast<__nv_fp8x2_storage_t>(__nv_cvt_float_to_e8m0(x.x, saturate, rounding) |
                                           __nv_cvt_float_to_e8m0(x.y, saturate, rounding) << 8);
}
RIFFLE_HALF_FN __nv_fp8x2_storage_t __nv_cvt_double2_to_e8m0x2(const double2 x,
                                                               const __nv_saturation_t saturate,
                                                               const enum cudaRoundMode rounding) {
  return __nv_cvt_float2_to_e8m0x2(float2{riffle_half::to_odd(x.x), riffle_half::to_odd(x.y)},
                                   saturate, rounding);
}
RIFFLE_HALF_FN __nv_fp8x2_storage_t
__nv_cvt_bfloat162raw_to_e8m0x2(const __nv_bfloat162_raw x, const __nv_saturation_t saturate,
                                const enum cudaRoundMode rounding) {
  return __nv_cvt_float2_to_e8m0x2(__bfloat1622float2(__nv_bfloat162(x)), saturate, rounding);
}
RIFFLE_HALF_FN __nv_bfloat162_raw __nv_cvt_e8m0x2_to_bf162raw(const __nv_fp8x2_storage_t x) {
  return __nv_bfloat162_raw{
      __nv_cvt_e8m0_to_bf16raw(static_cast<__nv_fp8_storage_t>(x & 0xffu)).x,
      __nv_cvt_e8m0_to_bf16raw(static_cast<__nv_fp8_storage_t>(x >> 8 & 0xffu)).x};
}

RIFFLE_SMALL_FLOAT(__nv_fp8_e4m3, E4m3, __nv_fp8_storage_t)
RIFFLE_SMALL_FLOAT(__nv_fp8_e5m2, E5m2, __nv_fp8_storage_t)
RIFFLE_SMALL_FLOAT(__nv_fp8_e8m0, E8m0, __nv_fp8_storage_t)
RIFFLE_SMALL_FLOAT_PACKS(__nv_fp8x2_e4m3, __nv_fp8x4_e4m3, E4m3, 8, __nv_fp8x2_storage_t,
                         __nv_fp8x4_storage_t)
RIFFLE_SMALL_FLOAT_PACKS(__nv_fp8x2_e5m2, __nv_fp8x4_e5m2, E5m2, 8, __nv_fp8x2_storage_t,
                         __nv_fp8x4_storage_t)

RIFFLE_SMALL_FLOAT_PACKS(__nv_fp8x2_e8m0, __nv_fp8x4_e8m0, E8m0, 8, __nv_fp8x2_storage_t,
                         __nv_fp8x4_storage_t)

#endif  // __cplusplus

#endif  // __CUDA_FP8_H__
