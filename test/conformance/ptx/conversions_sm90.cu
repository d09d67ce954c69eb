// SPDX-License-Identifier: Apache-2.0
// cvt to tf32, 8-bit floats and bfloat.
#include "operation.h"

#define OPERATIONS(X) \
  X(cvt_rn_tf32_f32_, fi, OP1(r, r, "cvt.rn.tf32.f32")) \
  X(cvt_rn_relu_tf32_f32_, fi, OP1(r, r, "cvt.rn.relu.tf32.f32")) \
  X(cvt_rz_tf32_f32_, fi, OP1(r, r, "cvt.rz.tf32.f32")) \
  X(cvt_rz_relu_tf32_f32_, fi, OP1(r, r, "cvt.rz.relu.tf32.f32")) \
  X(cvt_rn_satfinite_e4m3x2_f32_, fi, OP2(h, r, r, "cvt.rn.satfinite.e4m3x2.f32")) \
  X(cvt_rn_satfinite_e4m3x2_f16x2_, Hi, OP1(h, r, "cvt.rn.satfinite.e4m3x2.f16x2")) \
  X(cvt_rn_f16x2_e4m3x2_, iH, OP1(r, h, "cvt.rn.f16x2.e4m3x2")) \
  X(cvt_rn_satfinite_e5m2x2_f32_, fi, OP2(h, r, r, "cvt.rn.satfinite.e5m2x2.f32")) \
  X(cvt_rn_satfinite_e5m2x2_f16x2_, Hi, OP1(h, r, "cvt.rn.satfinite.e5m2x2.f16x2")) \
  X(cvt_rn_f16x2_e5m2x2_, iH, OP1(r, h, "cvt.rn.f16x2.e5m2x2")) \
  X(cvt_rn_satfinite_relu_e4m3x2_f32_, fi, OP2(h, r, r, "cvt.rn.satfinite.relu.e4m3x2.f32")) \
  X(cvt_rn_satfinite_relu_e4m3x2_f16x2_, Hi, OP1(h, r, "cvt.rn.satfinite.relu.e4m3x2.f16x2")) \
  X(cvt_rn_relu_f16x2_e4m3x2_, iH, OP1(r, h, "cvt.rn.relu.f16x2.e4m3x2")) \
  X(cvt_rn_satfinite_relu_e5m2x2_f32_, fi, OP2(h, r, r, "cvt.rn.satfinite.relu.e5m2x2.f32")) \
  X(cvt_rn_satfinite_relu_e5m2x2_f16x2_, Hi, OP1(h, r, "cvt.rn.satfinite.relu.e5m2x2.f16x2")) \
  X(cvt_rn_relu_f16x2_e5m2x2_, iH, OP1(r, h, "cvt.rn.relu.f16x2.e5m2x2")) \
  X(cvt_rn_bf16_s16_, ib, OP1(h, h, "cvt.rn.bf16.s16")) \
  X(cvt_rzi_s16_bf16_, bi, OP1(h, h, "cvt.rzi.s16.bf16")) \
  X(cvt_rn_bf16_u32_, ib, OP1(h, r, "cvt.rn.bf16.u32")) \
  X(cvt_rzi_u32_bf16_, bi, OP1(r, h, "cvt.rzi.u32.bf16")) \
  X(cvt_rn_bf16_s64_, ib, OP1(h, l, "cvt.rn.bf16.s64")) \
  X(cvt_rzi_s64_bf16_, bi, OP1(l, h, "cvt.rzi.s64.bf16")) \
  X(cvt_rn_bf16_f16_, hb, OP1(h, h, "cvt.rn.bf16.f16")) \
  X(cvt_rn_f16_bf16_, bh, OP1(h, h, "cvt.rn.f16.bf16")) \
  X(cvt_rn_bf16_f64_, db, OP1(h, l, "cvt.rn.bf16.f64")) \
  X(cvt_f64_bf16_, bd, OP1(l, h, "cvt.f64.bf16")) \
  X(cvt_rni_bf16_bf16_, bb, OP1(h, h, "cvt.rni.bf16.bf16"))

OPERATIONS(DEFINE)

int main() { OPERATIONS(RUN) }
