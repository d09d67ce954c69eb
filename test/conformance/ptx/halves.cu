// SPDX-License-Identifier: Apache-2.0
// Arithmetic of 16-bit types.
#include "../cases.h"
#include "operation.h"

#define OPERATIONS(X) \
  X(add_f16_, h, OP2(h, h, h, "add.f16")) \
  X(add_rn_sat_f16_, h, OP2(h, h, h, "add.rn.sat.f16")) \
  X(add_ftz_f16_, h, OP2(h, h, h, "add.ftz.f16")) \
  X(sub_f16_, h, OP2(h, h, h, "sub.f16")) \
  X(sub_rn_sat_f16_, h, OP2(h, h, h, "sub.rn.sat.f16")) \
  X(sub_ftz_f16_, h, OP2(h, h, h, "sub.ftz.f16")) \
  X(mul_f16_, h, OP2(h, h, h, "mul.f16")) \
  X(mul_rn_sat_f16_, h, OP2(h, h, h, "mul.rn.sat.f16")) \
  X(mul_ftz_f16_, h, OP2(h, h, h, "mul.ftz.f16")) \
  X(fma_rn_ftz_sat_f16_, h, OP3(h, h, h, h, "fma.rn.ftz.sat.f16")) \
  X(fma_rn_f16_, h, OP3(h, h, h, h, "fma.rn.f16")) \
  X(fma_rn_relu_f16_, h, OP3(h, h, h, h, "fma.rn.relu.f16")) \
  X(min_f16_, h, OP2(h, h, h, "min.f16")) \
  X(min_NaN_f16_, h, OP2(h, h, h, "min.NaN.f16")) \
  X(min_xorsign_abs_f16_, h, OP2(h, h, h, "min.xorsign.abs.f16")) \
  X(min_NaN_xorsign_abs_f16_, h, OP2(h, h, h, "min.NaN.xorsign.abs.f16")) \
  X(max_f16_, h, OP2(h, h, h, "max.f16")) \
  X(max_NaN_f16_, h, OP2(h, h, h, "max.NaN.f16")) \
  X(max_xorsign_abs_f16_, h, OP2(h, h, h, "max.xorsign.abs.f16")) \
  X(max_NaN_xorsign_abs_f16_, h, OP2(h, h, h, "max.NaN.xorsign.abs.f16")) \
  X(neg_f16_, h, OP1(h, h, "neg.f16")) \
  X(abs_f16_, h, OP1(h, h, "abs.f16")) \
  X(add_f16x2_, H, OP2(r, r, r, "add.f16x2")) \
  X(add_rn_sat_f16x2_, H, OP2(r, r, r, "add.rn.sat.f16x2")) \
  X(add_ftz_f16x2_, H, OP2(r, r, r, "add.ftz.f16x2")) \
  X(sub_f16x2_, H, OP2(r, r, r, "sub.f16x2")) \
  X(sub_rn_sat_f16x2_, H, OP2(r, r, r, "sub.rn.sat.f16x2")) \
  X(sub_ftz_f16x2_, H, OP2(r, r, r, "sub.ftz.f16x2")) \
  X(mul_f16x2_, H, OP2(r, r, r, "mul.f16x2")) \
  X(mul_rn_sat_f16x2_, H, OP2(r, r, r, "mul.rn.sat.f16x2")) \
  X(mul_ftz_f16x2_, H, OP2(r, r, r, "mul.ftz.f16x2")) \
  X(fma_rn_ftz_sat_f16x2_, H, OP3(r, r, r, r, "fma.rn.ftz.sat.f16x2")) \
  X(fma_rn_f16x2_, H, OP3(r, r, r, r, "fma.rn.f16x2")) \
  X(fma_rn_relu_f16x2_, H, OP3(r, r, r, r, "fma.rn.relu.f16x2")) \
  X(min_f16x2_, H, OP2(r, r, r, "min.f16x2")) \
  X(min_NaN_f16x2_, H, OP2(r, r, r, "min.NaN.f16x2")) \
  X(min_xorsign_abs_f16x2_, H, OP2(r, r, r, "min.xorsign.abs.f16x2")) \
  X(min_NaN_xorsign_abs_f16x2_, H, OP2(r, r, r, "min.NaN.xorsign.abs.f16x2")) \
  X(max_f16x2_, H, OP2(r, r, r, "max.f16x2")) \
  X(max_NaN_f16x2_, H, OP2(r, r, r, "max.NaN.f16x2")) \
  X(max_xorsign_abs_f16x2_, H, OP2(r, r, r, "max.xorsign.abs.f16x2")) \
  X(max_NaN_xorsign_abs_f16x2_, H, OP2(r, r, r, "max.NaN.xorsign.abs.f16x2")) \
  X(neg_f16x2_, H, OP1(r, r, "neg.f16x2")) \
  X(abs_f16x2_, H, OP1(r, r, "abs.f16x2")) \
  X(fma_rn_bf16_, b, OP3(h, h, h, h, "fma.rn.bf16")) \
  X(fma_rn_relu_bf16_, b, OP3(h, h, h, h, "fma.rn.relu.bf16")) \
  X(min_bf16_, b, OP2(h, h, h, "min.bf16")) \
  X(min_NaN_bf16_, b, OP2(h, h, h, "min.NaN.bf16")) \
  X(min_xorsign_abs_bf16_, b, OP2(h, h, h, "min.xorsign.abs.bf16")) \
  X(min_NaN_xorsign_abs_bf16_, b, OP2(h, h, h, "min.NaN.xorsign.abs.bf16")) \
  X(max_bf16_, b, OP2(h, h, h, "max.bf16")) \
  X(max_NaN_bf16_, b, OP2(h, h, h, "max.NaN.bf16")) \
  X(max_xorsign_abs_bf16_, b, OP2(h, h, h, "max.xorsign.abs.bf16")) \
  X(max_NaN_xorsign_abs_bf16_, b, OP2(h, h, h, "max.NaN.xorsign.abs.bf16")) \
  X(neg_bf16_, b, OP1(h, h, "neg.bf16")) \
  X(abs_bf16_, b, OP1(h, h, "abs.bf16")) \
  X(fma_rn_bf16x2_, B, OP3(r, r, r, r, "fma.rn.bf16x2")) \
  X(fma_rn_relu_bf16x2_, B, OP3(r, r, r, r, "fma.rn.relu.bf16x2")) \
  X(min_bf16x2_, B, OP2(r, r, r, "min.bf16x2")) \
  X(min_NaN_bf16x2_, B, OP2(r, r, r, "min.NaN.bf16x2")) \
  X(min_xorsign_abs_bf16x2_, B, OP2(r, r, r, "min.xorsign.abs.bf16x2")) \
  X(min_NaN_xorsign_abs_bf16x2_, B, OP2(r, r, r, "min.NaN.xorsign.abs.bf16x2")) \
  X(max_bf16x2_, B, OP2(r, r, r, "max.bf16x2")) \
  X(max_NaN_bf16x2_, B, OP2(r, r, r, "max.NaN.bf16x2")) \
  X(max_xorsign_abs_bf16x2_, B, OP2(r, r, r, "max.xorsign.abs.bf16x2")) \
  X(max_NaN_xorsign_abs_bf16x2_, B, OP2(r, r, r, "max.NaN.xorsign.abs.bf16x2")) \
  X(neg_bf16x2_, B, OP1(r, r, "neg.bf16x2")) \
  X(abs_bf16x2_, B, OP1(r, r, "abs.bf16x2")) \
  X(set_eq_u32_f16_, hi, OP2(r, h, h, "set.eq.u32.f16")) \
  X(set_eq_f16_f16_, h, OP2(h, h, h, "set.eq.f16.f16")) \
  X(set_eq_f16x2_f16x2_, H, OP2(r, r, r, "set.eq.f16x2.f16x2")) \
  X(setp_eq_f16_, hi, TEXT(r, h, h, h, "{ .reg .pred p, q; setp.eq.f16 p, %1, %2; setp.eq.or.f16 q, %3, %2, p; selp.u32 %0, 1, 0, p; @q add.u32 %0, %0, 2; }")) \
  X(setp_eq_f16x2_, Hi, TEXT(r, r, r, r, "{ .reg .pred p, q, s; setp.eq.f16x2 p|q, %1, %2; setp.eq.f16x2 s|_, %3, %2; selp.u32 %0, 1, 0, p; @q add.u32 %0, %0, 2; @s add.u32 %0, %0, 4; }")) \
  X(set_ne_u32_f16_, hi, OP2(r, h, h, "set.ne.u32.f16")) \
  X(set_ne_f16_f16_, h, OP2(h, h, h, "set.ne.f16.f16")) \
  X(set_ne_f16x2_f16x2_, H, OP2(r, r, r, "set.ne.f16x2.f16x2")) \
  X(setp_ne_f16_, hi, TEXT(r, h, h, h, "{ .reg .pred p, q; setp.ne.f16 p, %1, %2; setp.ne.or.f16 q, %3, %2, p; selp.u32 %0, 1, 0, p; @q add.u32 %0, %0, 2; }")) \
  X(setp_ne_f16x2_, Hi, TEXT(r, r, r, r, "{ .reg .pred p, q, s; setp.ne.f16x2 p|q, %1, %2; setp.ne.f16x2 s|_, %3, %2; selp.u32 %0, 1, 0, p; @q add.u32 %0, %0, 2; @s add.u32 %0, %0, 4; }")) \
  X(set_lt_u32_f16_, hi, OP2(r, h, h, "set.lt.u32.f16")) \
  X(set_lt_f16_f16_, h, OP2(h, h, h, "set.lt.f16.f16")) \
  X(set_lt_f16x2_f16x2_, H, OP2(r, r, r, "set.lt.f16x2.f16x2")) \
  X(setp_lt_f16_, hi, TEXT(r, h, h, h, "{ .reg .pred p, q; setp.lt.f16 p, %1, %2; setp.lt.or.f16 q, %3, %2, p; selp.u32 %0, 1, 0, p; @q add.u32 %0, %0, 2; }")) \
  X(setp_lt_f16x2_, Hi, TEXT(r, r, r, r, "{ .reg .pred p, q, s; setp.lt.f16x2 p|q, %1, %2; setp.lt.f16x2 s|_, %3, %2; selp.u32 %0, 1, 0, p; @q add.u32 %0, %0, 2; @s add.u32 %0, %0, 4; }")) \
  X(set_geu_u32_f16_, hi, OP2(r, h, h, "set.geu.u32.f16")) \
  X(set_geu_f16_f16_, h, OP2(h, h, h, "set.geu.f16.f16")) \
  X(set_geu_f16x2_f16x2_, H, OP2(r, r, r, "set.geu.f16x2.f16x2")) \
  X(setp_geu_f16_, hi, TEXT(r, h, h, h, "{ .reg .pred p, q; setp.geu.f16 p, %1, %2; setp.geu.or.f16 q, %3, %2, p; selp.u32 %0, 1, 0, p; @q add.u32 %0, %0, 2; }")) \
  X(setp_geu_f16x2_, Hi, TEXT(r, r, r, r, "{ .reg .pred p, q, s; setp.geu.f16x2 p|q, %1, %2; setp.geu.f16x2 s|_, %3, %2; selp.u32 %0, 1, 0, p; @q add.u32 %0, %0, 2; @s add.u32 %0, %0, 4; }")) \
  X(set_num_u32_f16_, hi, OP2(r, h, h, "set.num.u32.f16")) \
  X(set_num_f16_f16_, h, OP2(h, h, h, "set.num.f16.f16")) \
  X(set_num_f16x2_f16x2_, H, OP2(r, r, r, "set.num.f16x2.f16x2")) \
  X(setp_num_f16_, hi, TEXT(r, h, h, h, "{ .reg .pred p, q; setp.num.f16 p, %1, %2; setp.num.or.f16 q, %3, %2, p; selp.u32 %0, 1, 0, p; @q add.u32 %0, %0, 2; }")) \
  X(setp_num_f16x2_, Hi, TEXT(r, r, r, r, "{ .reg .pred p, q, s; setp.num.f16x2 p|q, %1, %2; setp.num.f16x2 s|_, %3, %2; selp.u32 %0, 1, 0, p; @q add.u32 %0, %0, 2; @s add.u32 %0, %0, 4; }")) \
  X(set_nan_u32_f16_, hi, OP2(r, h, h, "set.nan.u32.f16")) \
  X(set_nan_f16_f16_, h, OP2(h, h, h, "set.nan.f16.f16")) \
  X(set_nan_f16x2_f16x2_, H, OP2(r, r, r, "set.nan.f16x2.f16x2")) \
  X(setp_nan_f16_, hi, TEXT(r, h, h, h, "{ .reg .pred p, q; setp.nan.f16 p, %1, %2; setp.nan.or.f16 q, %3, %2, p; selp.u32 %0, 1, 0, p; @q add.u32 %0, %0, 2; }")) \
  X(setp_nan_f16x2_, Hi, TEXT(r, r, r, r, "{ .reg .pred p, q, s; setp.nan.f16x2 p|q, %1, %2; setp.nan.f16x2 s|_, %3, %2; selp.u32 %0, 1, 0, p; @q add.u32 %0, %0, 2; @s add.u32 %0, %0, 4; }")) \
  X(set_leu_u32_f16_, hi, OP2(r, h, h, "set.leu.u32.f16")) \
  X(set_leu_f16_f16_, h, OP2(h, h, h, "set.leu.f16.f16")) \
  X(set_leu_f16x2_f16x2_, H, OP2(r, r, r, "set.leu.f16x2.f16x2")) \
  X(setp_leu_f16_, hi, TEXT(r, h, h, h, "{ .reg .pred p, q; setp.leu.f16 p, %1, %2; setp.leu.or.f16 q, %3, %2, p; selp.u32 %0, 1, 0, p; @q add.u32 %0, %0, 2; }")) \
  X(setp_leu_f16x2_, Hi, TEXT(r, r, r, r, "{ .reg .pred p, q, s; setp.leu.f16x2 p|q, %1, %2; setp.leu.f16x2 s|_, %3, %2; selp.u32 %0, 1, 0, p; @q add.u32 %0, %0, 2; @s add.u32 %0, %0, 4; }")) \
  X(set_gt_u32_f16_, hi, OP2(r, h, h, "set.gt.u32.f16")) \
  X(set_gt_f16_f16_, h, OP2(h, h, h, "set.gt.f16.f16")) \
  X(set_gt_f16x2_f16x2_, H, OP2(r, r, r, "set.gt.f16x2.f16x2")) \
  X(setp_gt_f16_, hi, TEXT(r, h, h, h, "{ .reg .pred p, q; setp.gt.f16 p, %1, %2; setp.gt.or.f16 q, %3, %2, p; selp.u32 %0, 1, 0, p; @q add.u32 %0, %0, 2; }")) \
  X(setp_gt_f16x2_, Hi, TEXT(r, r, r, r, "{ .reg .pred p, q, s; setp.gt.f16x2 p|q, %1, %2; setp.gt.f16x2 s|_, %3, %2; selp.u32 %0, 1, 0, p; @q add.u32 %0, %0, 2; @s add.u32 %0, %0, 4; }"))

OPERATIONS(DEFINE)

// Arithmetic and comparisons of 16-bit types.
CASE(halves) {
  OPERATIONS(RUN)
}
#undef OPERATIONS

#define OPERATIONS(X) \
  X(add_bf16_, b, OP2(h, h, h, "add.bf16")) \
  X(sub_bf16_, b, OP2(h, h, h, "sub.bf16")) \
  X(mul_bf16_, b, OP2(h, h, h, "mul.bf16")) \
  X(add_bf16x2_, B, OP2(r, r, r, "add.bf16x2")) \
  X(sub_bf16x2_, B, OP2(r, r, r, "sub.bf16x2")) \
  X(mul_bf16x2_, B, OP2(r, r, r, "mul.bf16x2")) \
  X(set_eq_u32_bf16_, bi, OP2(r, h, h, "set.eq.u32.bf16")) \
  X(set_eq_bf16x2_bf16x2_, B, OP2(r, r, r, "set.eq.bf16x2.bf16x2")) \
  X(setp_eq_bf16_, bi, TEXT(r, h, h, h, "{ .reg .pred p, q; setp.eq.bf16 p, %1, %2; setp.eq.or.bf16 q, %3, %2, p; selp.u32 %0, 1, 0, p; @q add.u32 %0, %0, 2; }")) \
  X(set_ltu_u32_bf16_, bi, OP2(r, h, h, "set.ltu.u32.bf16")) \
  X(set_ltu_bf16x2_bf16x2_, B, OP2(r, r, r, "set.ltu.bf16x2.bf16x2")) \
  X(setp_ltu_bf16_, bi, TEXT(r, h, h, h, "{ .reg .pred p, q; setp.ltu.bf16 p, %1, %2; setp.ltu.or.bf16 q, %3, %2, p; selp.u32 %0, 1, 0, p; @q add.u32 %0, %0, 2; }")) \
  X(set_gt_u32_bf16_, bi, OP2(r, h, h, "set.gt.u32.bf16")) \
  X(set_gt_bf16x2_bf16x2_, B, OP2(r, r, r, "set.gt.bf16x2.bf16x2")) \
  X(setp_gt_bf16_, bi, TEXT(r, h, h, h, "{ .reg .pred p, q; setp.gt.bf16 p, %1, %2; setp.gt.or.bf16 q, %3, %2, p; selp.u32 %0, 1, 0, p; @q add.u32 %0, %0, 2; }")) \
  X(add_u16x2_, i, OP2(r, r, r, "add.u16x2")) \
  X(add_s16x2_, i, OP2(r, r, r, "add.s16x2")) \
  X(min_s16x2_, i, OP2(r, r, r, "min.s16x2")) \
  X(max_u16x2_, i, OP2(r, r, r, "max.u16x2")) \
  X(min_relu_s16x2_, i, OP2(r, r, r, "min.relu.s16x2")) \
  X(max_relu_s16x2_, i, OP2(r, r, r, "max.relu.s16x2")) \
  X(min_relu_s32_, i, OP2(r, r, r, "min.relu.s32")) \
  X(max_relu_s32_, i, OP2(r, r, r, "max.relu.s32"))

OPERATIONS(DEFINE)

// Arithmetic of bfloat and of packed integers that sm_90 has.
CASE(halves_sm90) {
  OPERATIONS(RUN)
}
#undef OPERATIONS
