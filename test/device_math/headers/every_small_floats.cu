// SPDX-License-Identifier: Apache-2.0
// Every one of the conversions of 8-, 6- and 4-bit floats of CUDA 13.0: result, name, parameters. `BOTH` are there for host code too.
#include <cuda_fp4.h>
#include <cuda_fp6.h>
#include <cuda_fp8.h>
#include "every_function.h"

// clang-format off
BOTH_3(__nv_fp8_storage_t, __nv_cvt_double_to_fp8, double, __nv_saturation_t, __nv_fp8_interpretation_t)
BOTH_3(__nv_fp8x2_storage_t, __nv_cvt_double2_to_fp8x2, double2, __nv_saturation_t, __nv_fp8_interpretation_t)
BOTH_3(__nv_fp8_storage_t, __nv_cvt_float_to_fp8, float, __nv_saturation_t, __nv_fp8_interpretation_t)
BOTH_3(__nv_fp8x2_storage_t, __nv_cvt_float2_to_fp8x2, float2, __nv_saturation_t, __nv_fp8_interpretation_t)
BOTH_3(__nv_fp8_storage_t, __nv_cvt_halfraw_to_fp8, __half_raw, __nv_saturation_t, __nv_fp8_interpretation_t)
BOTH_3(__nv_fp8x2_storage_t, __nv_cvt_halfraw2_to_fp8x2, __half2_raw, __nv_saturation_t, __nv_fp8_interpretation_t)
BOTH_3(__nv_fp8_storage_t, __nv_cvt_bfloat16raw_to_fp8, __nv_bfloat16_raw, __nv_saturation_t, __nv_fp8_interpretation_t)
BOTH_3(__nv_fp8x2_storage_t, __nv_cvt_bfloat16raw2_to_fp8x2, __nv_bfloat162_raw, __nv_saturation_t, __nv_fp8_interpretation_t)
BOTH_2(__half_raw, __nv_cvt_fp8_to_halfraw, __nv_fp8_storage_t, __nv_fp8_interpretation_t)
BOTH_2(__half2_raw, __nv_cvt_fp8x2_to_halfraw2, __nv_fp8x2_storage_t, __nv_fp8_interpretation_t)
BOTH_3(__nv_fp8_storage_t, __nv_cvt_bfloat16raw_to_e8m0, __nv_bfloat16_raw, __nv_saturation_t, cudaRoundMode)
BOTH_3(__nv_fp8x2_storage_t, __nv_cvt_bfloat162raw_to_e8m0x2, __nv_bfloat162_raw, __nv_saturation_t, cudaRoundMode)
BOTH_3(__nv_fp8_storage_t, __nv_cvt_float_to_e8m0, float, __nv_saturation_t, cudaRoundMode)
BOTH_3(__nv_fp8x2_storage_t, __nv_cvt_float2_to_e8m0x2, float2, __nv_saturation_t, cudaRoundMode)
BOTH_3(__nv_fp8_storage_t, __nv_cvt_double_to_e8m0, double, __nv_saturation_t, cudaRoundMode)
BOTH_3(__nv_fp8x2_storage_t, __nv_cvt_double2_to_e8m0x2, double2, __nv_saturation_t, cudaRoundMode)
BOTH_1(__nv_bfloat16_raw, __nv_cvt_e8m0_to_bf16raw, __nv_fp8_storage_t)
BOTH_1(__nv_bfloat162_raw, __nv_cvt_e8m0x2_to_bf162raw, __nv_fp8x2_storage_t)
BOTH_3(__nv_fp6_storage_t, __nv_cvt_double_to_fp6, double, __nv_fp6_interpretation_t, cudaRoundMode)
BOTH_3(__nv_fp6x2_storage_t, __nv_cvt_double2_to_fp6x2, double2, __nv_fp6_interpretation_t, cudaRoundMode)
BOTH_3(__nv_fp6_storage_t, __nv_cvt_float_to_fp6, float, __nv_fp6_interpretation_t, cudaRoundMode)
BOTH_3(__nv_fp6x2_storage_t, __nv_cvt_float2_to_fp6x2, float2, __nv_fp6_interpretation_t, cudaRoundMode)
BOTH_3(__nv_fp6_storage_t, __nv_cvt_halfraw_to_fp6, __half_raw, __nv_fp6_interpretation_t, cudaRoundMode)
BOTH_3(__nv_fp6x2_storage_t, __nv_cvt_halfraw2_to_fp6x2, __half2_raw, __nv_fp6_interpretation_t, cudaRoundMode)
BOTH_3(__nv_fp6_storage_t, __nv_cvt_bfloat16raw_to_fp6, __nv_bfloat16_raw, __nv_fp6_interpretation_t, cudaRoundMode)
BOTH_3(__nv_fp6x2_storage_t, __nv_cvt_bfloat16raw2_to_fp6x2, __nv_bfloat162_raw, __nv_fp6_interpretation_t, cudaRoundMode)
BOTH_2(__half_raw, __nv_cvt_fp6_to_halfraw, __nv_fp6_storage_t, __nv_fp6_interpretation_t)
BOTH_2(__half2_raw, __nv_cvt_fp6x2_to_halfraw2, __nv_fp6x2_storage_t, __nv_fp6_interpretation_t)
BOTH_3(__nv_fp4_storage_t, __nv_cvt_double_to_fp4, double, __nv_fp4_interpretation_t, cudaRoundMode)
BOTH_3(__nv_fp4x2_storage_t, __nv_cvt_double2_to_fp4x2, double2, __nv_fp4_interpretation_t, cudaRoundMode)
BOTH_3(__nv_fp4_storage_t, __nv_cvt_float_to_fp4, float, __nv_fp4_interpretation_t, cudaRoundMode)
BOTH_3(__nv_fp4x2_storage_t, __nv_cvt_float2_to_fp4x2, float2, __nv_fp4_interpretation_t, cudaRoundMode)
BOTH_3(__nv_fp4_storage_t, __nv_cvt_halfraw_to_fp4, __half_raw, __nv_fp4_interpretation_t, cudaRoundMode)
BOTH_3(__nv_fp4x2_storage_t, __nv_cvt_halfraw2_to_fp4x2, __half2_raw, __nv_fp4_interpretation_t, cudaRoundMode)
BOTH_3(__nv_fp4_storage_t, __nv_cvt_bfloat16raw_to_fp4, __nv_bfloat16_raw, __nv_fp4_interpretation_t, cudaRoundMode)
BOTH_3(__nv_fp4x2_storage_t, __nv_cvt_bfloat16raw2_to_fp4x2, __nv_bfloat162_raw, __nv_fp4_interpretation_t, cudaRoundMode)
BOTH_2(__half_raw, __nv_cvt_fp4_to_halfraw, __nv_fp4_storage_t, __nv_fp4_interpretation_t)
BOTH_2(__half2_raw, __nv_cvt_fp4x2_to_halfraw2, __nv_fp4x2_storage_t, __nv_fp4_interpretation_t)
// clang-format on
