// SPDX-License-Identifier: Apache-2.0
// cvt between all types.
#include "../cases.h"
#include "operation.h"

#define OPERATIONS(X) \
  X(cvt_rni_u8_f16_, hi, OP1(r, h, "cvt.rni.u8.f16")) \
  X(cvt_rzi_u8_f16_, hi, OP1(r, h, "cvt.rzi.u8.f16")) \
  X(cvt_rmi_u8_f16_, hi, OP1(r, h, "cvt.rmi.u8.f16")) \
  X(cvt_rpi_u8_f16_, hi, OP1(r, h, "cvt.rpi.u8.f16")) \
  X(cvt_rzi_s8_f16_, hi, OP1(r, h, "cvt.rzi.s8.f16")) \
  X(cvt_rmi_s8_f16_, hi, OP1(r, h, "cvt.rmi.s8.f16")) \
  X(cvt_rzi_u16_f16_, hi, OP1(h, h, "cvt.rzi.u16.f16")) \
  X(cvt_rmi_u16_f16_, hi, OP1(h, h, "cvt.rmi.u16.f16")) \
  X(cvt_rni_s16_f16_, hi, OP1(h, h, "cvt.rni.s16.f16")) \
  X(cvt_rzi_s16_f16_, hi, OP1(h, h, "cvt.rzi.s16.f16")) \
  X(cvt_rmi_s16_f16_, hi, OP1(h, h, "cvt.rmi.s16.f16")) \
  X(cvt_rpi_s16_f16_, hi, OP1(h, h, "cvt.rpi.s16.f16")) \
  X(cvt_rzi_u32_f16_, hi, OP1(r, h, "cvt.rzi.u32.f16")) \
  X(cvt_rmi_u32_f16_, hi, OP1(r, h, "cvt.rmi.u32.f16")) \
  X(cvt_rni_s32_f16_, hi, OP1(r, h, "cvt.rni.s32.f16")) \
  X(cvt_rzi_s32_f16_, hi, OP1(r, h, "cvt.rzi.s32.f16")) \
  X(cvt_rmi_s32_f16_, hi, OP1(r, h, "cvt.rmi.s32.f16")) \
  X(cvt_rpi_s32_f16_, hi, OP1(r, h, "cvt.rpi.s32.f16")) \
  X(cvt_rni_u64_f16_, hi, OP1(l, h, "cvt.rni.u64.f16")) \
  X(cvt_rzi_u64_f16_, hi, OP1(l, h, "cvt.rzi.u64.f16")) \
  X(cvt_rmi_u64_f16_, hi, OP1(l, h, "cvt.rmi.u64.f16")) \
  X(cvt_rpi_u64_f16_, hi, OP1(l, h, "cvt.rpi.u64.f16")) \
  X(cvt_rzi_s64_f16_, hi, OP1(l, h, "cvt.rzi.s64.f16")) \
  X(cvt_rmi_s64_f16_, hi, OP1(l, h, "cvt.rmi.s64.f16")) \
  X(cvt_rni_u8_f32_, fi, OP1(r, r, "cvt.rni.u8.f32")) \
  X(cvt_rzi_u8_f32_, fi, OP1(r, r, "cvt.rzi.u8.f32")) \
  X(cvt_rmi_u8_f32_, fi, OP1(r, r, "cvt.rmi.u8.f32")) \
  X(cvt_rpi_u8_f32_, fi, OP1(r, r, "cvt.rpi.u8.f32")) \
  X(cvt_rzi_s8_f32_, fi, OP1(r, r, "cvt.rzi.s8.f32")) \
  X(cvt_rmi_s8_f32_, fi, OP1(r, r, "cvt.rmi.s8.f32")) \
  X(cvt_rzi_u16_f32_, fi, OP1(h, r, "cvt.rzi.u16.f32")) \
  X(cvt_rmi_u16_f32_, fi, OP1(h, r, "cvt.rmi.u16.f32")) \
  X(cvt_rni_s16_f32_, fi, OP1(h, r, "cvt.rni.s16.f32")) \
  X(cvt_rzi_s16_f32_, fi, OP1(h, r, "cvt.rzi.s16.f32")) \
  X(cvt_rmi_s16_f32_, fi, OP1(h, r, "cvt.rmi.s16.f32")) \
  X(cvt_rpi_s16_f32_, fi, OP1(h, r, "cvt.rpi.s16.f32")) \
  X(cvt_rzi_u32_f32_, fi, OP1(r, r, "cvt.rzi.u32.f32")) \
  X(cvt_rmi_u32_f32_, fi, OP1(r, r, "cvt.rmi.u32.f32")) \
  X(cvt_rni_s32_f32_, fi, OP1(r, r, "cvt.rni.s32.f32")) \
  X(cvt_rzi_s32_f32_, fi, OP1(r, r, "cvt.rzi.s32.f32")) \
  X(cvt_rmi_s32_f32_, fi, OP1(r, r, "cvt.rmi.s32.f32")) \
  X(cvt_rpi_s32_f32_, fi, OP1(r, r, "cvt.rpi.s32.f32")) \
  X(cvt_rni_u64_f32_, fi, OP1(l, r, "cvt.rni.u64.f32")) \
  X(cvt_rzi_u64_f32_, fi, OP1(l, r, "cvt.rzi.u64.f32")) \
  X(cvt_rmi_u64_f32_, fi, OP1(l, r, "cvt.rmi.u64.f32")) \
  X(cvt_rpi_u64_f32_, fi, OP1(l, r, "cvt.rpi.u64.f32")) \
  X(cvt_rzi_s64_f32_, fi, OP1(l, r, "cvt.rzi.s64.f32")) \
  X(cvt_rmi_s64_f32_, fi, OP1(l, r, "cvt.rmi.s64.f32")) \
  X(cvt_rni_u8_f64_, di, OP1(r, l, "cvt.rni.u8.f64")) \
  X(cvt_rzi_u8_f64_, di, OP1(r, l, "cvt.rzi.u8.f64")) \
  X(cvt_rmi_u8_f64_, di, OP1(r, l, "cvt.rmi.u8.f64")) \
  X(cvt_rpi_u8_f64_, di, OP1(r, l, "cvt.rpi.u8.f64")) \
  X(cvt_rzi_s8_f64_, di, OP1(r, l, "cvt.rzi.s8.f64")) \
  X(cvt_rmi_s8_f64_, di, OP1(r, l, "cvt.rmi.s8.f64")) \
  X(cvt_rzi_u16_f64_, di, OP1(h, l, "cvt.rzi.u16.f64")) \
  X(cvt_rmi_u16_f64_, di, OP1(h, l, "cvt.rmi.u16.f64")) \
  X(cvt_rni_s16_f64_, di, OP1(h, l, "cvt.rni.s16.f64")) \
  X(cvt_rzi_s16_f64_, di, OP1(h, l, "cvt.rzi.s16.f64")) \
  X(cvt_rmi_s16_f64_, di, OP1(h, l, "cvt.rmi.s16.f64")) \
  X(cvt_rpi_s16_f64_, di, OP1(h, l, "cvt.rpi.s16.f64")) \
  X(cvt_rzi_u32_f64_, di, OP1(r, l, "cvt.rzi.u32.f64")) \
  X(cvt_rmi_u32_f64_, di, OP1(r, l, "cvt.rmi.u32.f64")) \
  X(cvt_rni_s32_f64_, di, OP1(r, l, "cvt.rni.s32.f64")) \
  X(cvt_rzi_s32_f64_, di, OP1(r, l, "cvt.rzi.s32.f64")) \
  X(cvt_rmi_s32_f64_, di, OP1(r, l, "cvt.rmi.s32.f64")) \
  X(cvt_rpi_s32_f64_, di, OP1(r, l, "cvt.rpi.s32.f64")) \
  X(cvt_rni_u64_f64_, di, OP1(l, l, "cvt.rni.u64.f64")) \
  X(cvt_rzi_u64_f64_, di, OP1(l, l, "cvt.rzi.u64.f64")) \
  X(cvt_rmi_u64_f64_, di, OP1(l, l, "cvt.rmi.u64.f64")) \
  X(cvt_rpi_u64_f64_, di, OP1(l, l, "cvt.rpi.u64.f64")) \
  X(cvt_rzi_s64_f64_, di, OP1(l, l, "cvt.rzi.s64.f64")) \
  X(cvt_rmi_s64_f64_, di, OP1(l, l, "cvt.rmi.s64.f64")) \
  X(cvt_rn_f16_u8_, ih, OP1(h, r, "cvt.rn.f16.u8")) \
  X(cvt_rz_f16_u8_, ih, OP1(h, r, "cvt.rz.f16.u8")) \
  X(cvt_rm_f16_u8_, ih, OP1(h, r, "cvt.rm.f16.u8")) \
  X(cvt_rp_f16_u8_, ih, OP1(h, r, "cvt.rp.f16.u8")) \
  X(cvt_rn_f16_s8_, ih, OP1(h, r, "cvt.rn.f16.s8")) \
  X(cvt_rz_f16_s8_, ih, OP1(h, r, "cvt.rz.f16.s8")) \
  X(cvt_rm_f16_s8_, ih, OP1(h, r, "cvt.rm.f16.s8")) \
  X(cvt_rp_f16_s8_, ih, OP1(h, r, "cvt.rp.f16.s8")) \
  X(cvt_rn_f16_u16_, ih, OP1(h, h, "cvt.rn.f16.u16")) \
  X(cvt_rz_f16_u16_, ih, OP1(h, h, "cvt.rz.f16.u16")) \
  X(cvt_rm_f16_u16_, ih, OP1(h, h, "cvt.rm.f16.u16")) \
  X(cvt_rp_f16_u16_, ih, OP1(h, h, "cvt.rp.f16.u16")) \
  X(cvt_rn_f16_s16_, ih, OP1(h, h, "cvt.rn.f16.s16")) \
  X(cvt_rz_f16_s16_, ih, OP1(h, h, "cvt.rz.f16.s16")) \
  X(cvt_rm_f16_s16_, ih, OP1(h, h, "cvt.rm.f16.s16")) \
  X(cvt_rp_f16_s16_, ih, OP1(h, h, "cvt.rp.f16.s16")) \
  X(cvt_rn_f16_u32_, ih, OP1(h, r, "cvt.rn.f16.u32")) \
  X(cvt_rz_f16_u32_, ih, OP1(h, r, "cvt.rz.f16.u32")) \
  X(cvt_rm_f16_u32_, ih, OP1(h, r, "cvt.rm.f16.u32")) \
  X(cvt_rp_f16_u32_, ih, OP1(h, r, "cvt.rp.f16.u32")) \
  X(cvt_rn_f16_s32_, ih, OP1(h, r, "cvt.rn.f16.s32")) \
  X(cvt_rz_f16_s32_, ih, OP1(h, r, "cvt.rz.f16.s32")) \
  X(cvt_rm_f16_s32_, ih, OP1(h, r, "cvt.rm.f16.s32")) \
  X(cvt_rp_f16_s32_, ih, OP1(h, r, "cvt.rp.f16.s32")) \
  X(cvt_rn_f16_u64_, ih, OP1(h, l, "cvt.rn.f16.u64")) \
  X(cvt_rz_f16_u64_, ih, OP1(h, l, "cvt.rz.f16.u64")) \
  X(cvt_rm_f16_u64_, ih, OP1(h, l, "cvt.rm.f16.u64")) \
  X(cvt_rp_f16_u64_, ih, OP1(h, l, "cvt.rp.f16.u64")) \
  X(cvt_rn_f16_s64_, ih, OP1(h, l, "cvt.rn.f16.s64")) \
  X(cvt_rz_f16_s64_, ih, OP1(h, l, "cvt.rz.f16.s64")) \
  X(cvt_rm_f16_s64_, ih, OP1(h, l, "cvt.rm.f16.s64")) \
  X(cvt_rp_f16_s64_, ih, OP1(h, l, "cvt.rp.f16.s64")) \
  X(cvt_rn_f32_u8_, if, OP1(r, r, "cvt.rn.f32.u8")) \
  X(cvt_rz_f32_u8_, if, OP1(r, r, "cvt.rz.f32.u8")) \
  X(cvt_rm_f32_u8_, if, OP1(r, r, "cvt.rm.f32.u8")) \
  X(cvt_rp_f32_u8_, if, OP1(r, r, "cvt.rp.f32.u8")) \
  X(cvt_rn_f32_s8_, if, OP1(r, r, "cvt.rn.f32.s8")) \
  X(cvt_rz_f32_s8_, if, OP1(r, r, "cvt.rz.f32.s8")) \
  X(cvt_rm_f32_s8_, if, OP1(r, r, "cvt.rm.f32.s8")) \
  X(cvt_rp_f32_s8_, if, OP1(r, r, "cvt.rp.f32.s8")) \
  X(cvt_rn_f32_u16_, if, OP1(r, h, "cvt.rn.f32.u16")) \
  X(cvt_rz_f32_u16_, if, OP1(r, h, "cvt.rz.f32.u16")) \
  X(cvt_rm_f32_u16_, if, OP1(r, h, "cvt.rm.f32.u16")) \
  X(cvt_rp_f32_u16_, if, OP1(r, h, "cvt.rp.f32.u16")) \
  X(cvt_rn_f32_s16_, if, OP1(r, h, "cvt.rn.f32.s16")) \
  X(cvt_rz_f32_s16_, if, OP1(r, h, "cvt.rz.f32.s16")) \
  X(cvt_rm_f32_s16_, if, OP1(r, h, "cvt.rm.f32.s16")) \
  X(cvt_rp_f32_s16_, if, OP1(r, h, "cvt.rp.f32.s16")) \
  X(cvt_rn_f32_u32_, if, OP1(r, r, "cvt.rn.f32.u32")) \
  X(cvt_rz_f32_u32_, if, OP1(r, r, "cvt.rz.f32.u32")) \
  X(cvt_rm_f32_u32_, if, OP1(r, r, "cvt.rm.f32.u32")) \
  X(cvt_rp_f32_u32_, if, OP1(r, r, "cvt.rp.f32.u32")) \
  X(cvt_rn_f32_s32_, if, OP1(r, r, "cvt.rn.f32.s32")) \
  X(cvt_rz_f32_s32_, if, OP1(r, r, "cvt.rz.f32.s32")) \
  X(cvt_rm_f32_s32_, if, OP1(r, r, "cvt.rm.f32.s32")) \
  X(cvt_rp_f32_s32_, if, OP1(r, r, "cvt.rp.f32.s32")) \
  X(cvt_rn_f32_u64_, if, OP1(r, l, "cvt.rn.f32.u64")) \
  X(cvt_rz_f32_u64_, if, OP1(r, l, "cvt.rz.f32.u64")) \
  X(cvt_rm_f32_u64_, if, OP1(r, l, "cvt.rm.f32.u64")) \
  X(cvt_rp_f32_u64_, if, OP1(r, l, "cvt.rp.f32.u64")) \
  X(cvt_rn_f32_s64_, if, OP1(r, l, "cvt.rn.f32.s64")) \
  X(cvt_rz_f32_s64_, if, OP1(r, l, "cvt.rz.f32.s64")) \
  X(cvt_rm_f32_s64_, if, OP1(r, l, "cvt.rm.f32.s64")) \
  X(cvt_rp_f32_s64_, if, OP1(r, l, "cvt.rp.f32.s64")) \
  X(cvt_rn_f64_u8_, id, OP1(l, r, "cvt.rn.f64.u8")) \
  X(cvt_rz_f64_u8_, id, OP1(l, r, "cvt.rz.f64.u8")) \
  X(cvt_rm_f64_u8_, id, OP1(l, r, "cvt.rm.f64.u8")) \
  X(cvt_rp_f64_u8_, id, OP1(l, r, "cvt.rp.f64.u8")) \
  X(cvt_rn_f64_s8_, id, OP1(l, r, "cvt.rn.f64.s8")) \
  X(cvt_rz_f64_s8_, id, OP1(l, r, "cvt.rz.f64.s8")) \
  X(cvt_rm_f64_s8_, id, OP1(l, r, "cvt.rm.f64.s8")) \
  X(cvt_rp_f64_s8_, id, OP1(l, r, "cvt.rp.f64.s8")) \
  X(cvt_rn_f64_u16_, id, OP1(l, h, "cvt.rn.f64.u16")) \
  X(cvt_rz_f64_u16_, id, OP1(l, h, "cvt.rz.f64.u16")) \
  X(cvt_rm_f64_u16_, id, OP1(l, h, "cvt.rm.f64.u16")) \
  X(cvt_rp_f64_u16_, id, OP1(l, h, "cvt.rp.f64.u16")) \
  X(cvt_rn_f64_s16_, id, OP1(l, h, "cvt.rn.f64.s16")) \
  X(cvt_rz_f64_s16_, id, OP1(l, h, "cvt.rz.f64.s16")) \
  X(cvt_rm_f64_s16_, id, OP1(l, h, "cvt.rm.f64.s16")) \
  X(cvt_rp_f64_s16_, id, OP1(l, h, "cvt.rp.f64.s16")) \
  X(cvt_rn_f64_u32_, id, OP1(l, r, "cvt.rn.f64.u32")) \
  X(cvt_rz_f64_u32_, id, OP1(l, r, "cvt.rz.f64.u32")) \
  X(cvt_rm_f64_u32_, id, OP1(l, r, "cvt.rm.f64.u32")) \
  X(cvt_rp_f64_u32_, id, OP1(l, r, "cvt.rp.f64.u32")) \
  X(cvt_rn_f64_s32_, id, OP1(l, r, "cvt.rn.f64.s32")) \
  X(cvt_rz_f64_s32_, id, OP1(l, r, "cvt.rz.f64.s32")) \
  X(cvt_rm_f64_s32_, id, OP1(l, r, "cvt.rm.f64.s32")) \
  X(cvt_rp_f64_s32_, id, OP1(l, r, "cvt.rp.f64.s32")) \
  X(cvt_rn_f64_u64_, id, OP1(l, l, "cvt.rn.f64.u64")) \
  X(cvt_rz_f64_u64_, id, OP1(l, l, "cvt.rz.f64.u64")) \
  X(cvt_rm_f64_u64_, id, OP1(l, l, "cvt.rm.f64.u64")) \
  X(cvt_rp_f64_u64_, id, OP1(l, l, "cvt.rp.f64.u64")) \
  X(cvt_rn_f64_s64_, id, OP1(l, l, "cvt.rn.f64.s64")) \
  X(cvt_rz_f64_s64_, id, OP1(l, l, "cvt.rz.f64.s64")) \
  X(cvt_rm_f64_s64_, id, OP1(l, l, "cvt.rm.f64.s64")) \
  X(cvt_rp_f64_s64_, id, OP1(l, l, "cvt.rp.f64.s64")) \
  X(cvt_rn_f16_f32_, fh, OP1(h, r, "cvt.rn.f16.f32")) \
  X(cvt_rn_f16_f64_, dh, OP1(h, l, "cvt.rn.f16.f64")) \
  X(cvt_rn_f32_f64_, df, OP1(r, l, "cvt.rn.f32.f64")) \
  X(cvt_rz_f16_f32_, fh, OP1(h, r, "cvt.rz.f16.f32")) \
  X(cvt_rz_f16_f64_, dh, OP1(h, l, "cvt.rz.f16.f64")) \
  X(cvt_rz_f32_f64_, df, OP1(r, l, "cvt.rz.f32.f64")) \
  X(cvt_rm_f16_f32_, fh, OP1(h, r, "cvt.rm.f16.f32")) \
  X(cvt_rm_f16_f64_, dh, OP1(h, l, "cvt.rm.f16.f64")) \
  X(cvt_rm_f32_f64_, df, OP1(r, l, "cvt.rm.f32.f64")) \
  X(cvt_rp_f16_f32_, fh, OP1(h, r, "cvt.rp.f16.f32")) \
  X(cvt_rp_f16_f64_, dh, OP1(h, l, "cvt.rp.f16.f64")) \
  X(cvt_rp_f32_f64_, df, OP1(r, l, "cvt.rp.f32.f64")) \
  X(cvt_rn_bf16_f32_, fb, OP1(h, r, "cvt.rn.bf16.f32")) \
  X(cvt_rn_relu_bf16_f32_, fb, OP1(h, r, "cvt.rn.relu.bf16.f32")) \
  X(cvt_rn_relu_f16_f32_, fh, OP1(h, r, "cvt.rn.relu.f16.f32")) \
  X(cvt_rn_f16x2_f32_, fH, OP2(r, r, r, "cvt.rn.f16x2.f32")) \
  X(cvt_rn_bf16x2_f32_, fB, OP2(r, r, r, "cvt.rn.bf16x2.f32")) \
  X(cvt_rn_relu_f16x2_f32_, fH, OP2(r, r, r, "cvt.rn.relu.f16x2.f32")) \
  X(cvt_rn_relu_bf16x2_f32_, fB, OP2(r, r, r, "cvt.rn.relu.bf16x2.f32")) \
  X(cvt_rz_bf16_f32_, fb, OP1(h, r, "cvt.rz.bf16.f32")) \
  X(cvt_rz_relu_bf16_f32_, fb, OP1(h, r, "cvt.rz.relu.bf16.f32")) \
  X(cvt_rz_relu_f16_f32_, fh, OP1(h, r, "cvt.rz.relu.f16.f32")) \
  X(cvt_rz_f16x2_f32_, fH, OP2(r, r, r, "cvt.rz.f16x2.f32")) \
  X(cvt_rz_bf16x2_f32_, fB, OP2(r, r, r, "cvt.rz.bf16x2.f32")) \
  X(cvt_rz_relu_f16x2_f32_, fH, OP2(r, r, r, "cvt.rz.relu.f16x2.f32")) \
  X(cvt_rz_relu_bf16x2_f32_, fB, OP2(r, r, r, "cvt.rz.relu.bf16x2.f32")) \
  X(cvt_f32_f16_, hf, OP1(r, h, "cvt.f32.f16")) \
  X(cvt_f32_bf16_, bf, OP1(r, h, "cvt.f32.bf16")) \
  X(cvt_f64_f16_, hd, OP1(l, h, "cvt.f64.f16")) \
  X(cvt_f64_f32_, fd, OP1(l, r, "cvt.f64.f32")) \
  X(cvt_sat_f32_f32_, ff, OP1(r, r, "cvt.sat.f32.f32")) \
  X(cvt_sat_f16_f16_, hh, OP1(h, h, "cvt.sat.f16.f16")) \
  X(cvt_rn_sat_f16_f32_, fh, OP1(h, r, "cvt.rn.sat.f16.f32")) \
  X(cvt_rn_sat_f32_f64_, df, OP1(r, l, "cvt.rn.sat.f32.f64")) \
  X(cvt_sat_f64_f64_, dd, OP1(l, l, "cvt.sat.f64.f64")) \
  X(cvt_rni_ftz_f32_f32_, ff, OP1(r, r, "cvt.rni.ftz.f32.f32")) \
  X(cvt_rpi_sat_f32_f32_, ff, OP1(r, r, "cvt.rpi.sat.f32.f32")) \
  X(cvt_rmi_f16_f16_, hh, OP1(h, h, "cvt.rmi.f16.f16")) \
  X(cvt_rni_f64_f64_, dd, OP1(l, l, "cvt.rni.f64.f64")) \
  X(cvt_rn_ftz_f32_f64_, df, OP1(r, l, "cvt.rn.ftz.f32.f64")) \
  X(cvt_ftz_f64_f32_, fd, OP1(l, r, "cvt.ftz.f64.f32")) \
  X(cvt_rzi_ftz_s32_f32_, fi, OP1(r, r, "cvt.rzi.ftz.s32.f32")) \
  X(cvt_rzi_sat_s16_f32_, fi, OP1(r, r, "cvt.rzi.sat.s16.f32")) \
  X(cvt_rna_tf32_f32_, fi, OP1(r, r, "cvt.rna.tf32.f32")) \
  X(cvt_sat_s8_s32_, i, OP1(r, r, "cvt.sat.s8.s32")) \
  X(cvt_s8_s32_, i, OP1(r, r, "cvt.s8.s32")) \
  X(cvt_sat_u8_s32_, i, OP1(r, r, "cvt.sat.u8.s32")) \
  X(cvt_u8_s32_, i, OP1(r, r, "cvt.u8.s32")) \
  X(cvt_sat_u8_s64_, i, OP1(r, l, "cvt.sat.u8.s64")) \
  X(cvt_u8_s64_, i, OP1(r, l, "cvt.u8.s64")) \
  X(cvt_sat_s16_u64_, i, OP1(h, l, "cvt.sat.s16.u64")) \
  X(cvt_s16_u64_, i, OP1(h, l, "cvt.s16.u64")) \
  X(cvt_sat_s32_s64_, i, OP1(r, l, "cvt.sat.s32.s64")) \
  X(cvt_s32_s64_, i, OP1(r, l, "cvt.s32.s64")) \
  X(cvt_sat_u32_s64_, i, OP1(r, l, "cvt.sat.u32.s64")) \
  X(cvt_u32_s64_, i, OP1(r, l, "cvt.u32.s64")) \
  X(cvt_sat_u32_s32_, i, OP1(r, r, "cvt.sat.u32.s32")) \
  X(cvt_u32_s32_, i, OP1(r, r, "cvt.u32.s32")) \
  X(cvt_sat_s32_u32_, i, OP1(r, r, "cvt.sat.s32.u32")) \
  X(cvt_s32_u32_, i, OP1(r, r, "cvt.s32.u32")) \
  X(cvt_sat_u64_s32_, i, OP1(l, r, "cvt.sat.u64.s32")) \
  X(cvt_u64_s32_, i, OP1(l, r, "cvt.u64.s32")) \
  X(cvt_sat_u16_s16_, i, OP1(h, h, "cvt.sat.u16.s16")) \
  X(cvt_u16_s16_, i, OP1(h, h, "cvt.u16.s16")) \
  X(cvt_sat_s8_u16_, i, OP1(r, h, "cvt.sat.s8.u16")) \
  X(cvt_s8_u16_, i, OP1(r, h, "cvt.s8.u16"))

OPERATIONS(DEFINE)

// cvt between all types, with all roundings.
CASE(conversions) {
  OPERATIONS(RUN)
}
#undef OPERATIONS

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

// cvt to tf32, 8-bit floats and bfloat.
CASE(conversions_sm90) {
  OPERATIONS(RUN)
}
#undef OPERATIONS
