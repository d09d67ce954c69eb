// SPDX-License-Identifier: Apache-2.0
// Arithmetic of bfloat and of packed integers that sm_90 has.
#include "operation.h"

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

int main() { OPERATIONS(RUN) }
