// SPDX-License-Identifier: Apache-2.0
// Video instructions.
#include "../cases.h"
#include "operation.h"

#define OPERATIONS(X) \
  X(vadd_s32s32s32_, i, TEXT(r, r, r, r, "vadd.s32.s32.s32 %0, %1.b1, %2.h1;")) \
  X(vadd_s32s32s32_sat_, i, TEXT(r, r, r, r, "vadd.s32.s32.s32.sat %0, %1, %2.b3;")) \
  X(vadd_u32u32u32_, i, TEXT(r, r, r, r, "vadd.u32.u32.u32 %0, %1.b1, %2.h1;")) \
  X(vadd_u32u32u32_sat_, i, TEXT(r, r, r, r, "vadd.u32.u32.u32.sat %0, %1, %2.b3;")) \
  X(vadd_s32u32s32_, i, TEXT(r, r, r, r, "vadd.s32.u32.s32 %0, %1.b1, %2.h1;")) \
  X(vadd_s32u32s32_sat_, i, TEXT(r, r, r, r, "vadd.s32.u32.s32.sat %0, %1, %2.b3;")) \
  X(vadd_u32s32u32_, i, TEXT(r, r, r, r, "vadd.u32.s32.u32 %0, %1.b1, %2.h1;")) \
  X(vadd_u32s32u32_sat_, i, TEXT(r, r, r, r, "vadd.u32.s32.u32.sat %0, %1, %2.b3;")) \
  X(vadd_add_, i, TEXT(r, r, r, r, "vadd.s32.s32.s32.sat.add %0, %1, %2, %3;")) \
  X(vadd_min_, i, TEXT(r, r, r, r, "vadd.s32.s32.u32.min %0, %1.h0, %2.b2, %3;")) \
  X(vadd_max_, i, TEXT(r, r, r, r, "vadd.u32.u32.u32.max %0, %1.h1, %2.b0, %3;")) \
  X(vadd_merge_, i, TEXT(r, r, r, r, "vadd.s32.s32.s32.sat %0.h1, %1, %2, %3;")) \
  X(vadd_merge_b_, i, TEXT(r, r, r, r, "vadd.u32.s32.s32 %0.b2, %1, %2, %3;")) \
  X(vsub_s32s32s32_, i, TEXT(r, r, r, r, "vsub.s32.s32.s32 %0, %1.b1, %2.h1;")) \
  X(vsub_s32s32s32_sat_, i, TEXT(r, r, r, r, "vsub.s32.s32.s32.sat %0, %1, %2.b3;")) \
  X(vsub_u32u32u32_, i, TEXT(r, r, r, r, "vsub.u32.u32.u32 %0, %1.b1, %2.h1;")) \
  X(vsub_u32u32u32_sat_, i, TEXT(r, r, r, r, "vsub.u32.u32.u32.sat %0, %1, %2.b3;")) \
  X(vsub_s32u32s32_, i, TEXT(r, r, r, r, "vsub.s32.u32.s32 %0, %1.b1, %2.h1;")) \
  X(vsub_s32u32s32_sat_, i, TEXT(r, r, r, r, "vsub.s32.u32.s32.sat %0, %1, %2.b3;")) \
  X(vsub_u32s32u32_, i, TEXT(r, r, r, r, "vsub.u32.s32.u32 %0, %1.b1, %2.h1;")) \
  X(vsub_u32s32u32_sat_, i, TEXT(r, r, r, r, "vsub.u32.s32.u32.sat %0, %1, %2.b3;")) \
  X(vsub_add_, i, TEXT(r, r, r, r, "vsub.s32.s32.s32.sat.add %0, %1, %2, %3;")) \
  X(vsub_min_, i, TEXT(r, r, r, r, "vsub.s32.s32.u32.min %0, %1.h0, %2.b2, %3;")) \
  X(vsub_max_, i, TEXT(r, r, r, r, "vsub.u32.u32.u32.max %0, %1.h1, %2.b0, %3;")) \
  X(vsub_merge_, i, TEXT(r, r, r, r, "vsub.s32.s32.s32.sat %0.h1, %1, %2, %3;")) \
  X(vsub_merge_b_, i, TEXT(r, r, r, r, "vsub.u32.s32.s32 %0.b2, %1, %2, %3;")) \
  X(vabsdiff_s32s32s32_, i, TEXT(r, r, r, r, "vabsdiff.s32.s32.s32 %0, %1.b1, %2.h1;")) \
  X(vabsdiff_s32s32s32_sat_, i, TEXT(r, r, r, r, "vabsdiff.s32.s32.s32.sat %0, %1, %2.b3;")) \
  X(vabsdiff_u32u32u32_, i, TEXT(r, r, r, r, "vabsdiff.u32.u32.u32 %0, %1.b1, %2.h1;")) \
  X(vabsdiff_u32u32u32_sat_, i, TEXT(r, r, r, r, "vabsdiff.u32.u32.u32.sat %0, %1, %2.b3;")) \
  X(vabsdiff_s32u32s32_, i, TEXT(r, r, r, r, "vabsdiff.s32.u32.s32 %0, %1.b1, %2.h1;")) \
  X(vabsdiff_s32u32s32_sat_, i, TEXT(r, r, r, r, "vabsdiff.s32.u32.s32.sat %0, %1, %2.b3;")) \
  X(vabsdiff_u32s32u32_, i, TEXT(r, r, r, r, "vabsdiff.u32.s32.u32 %0, %1.b1, %2.h1;")) \
  X(vabsdiff_u32s32u32_sat_, i, TEXT(r, r, r, r, "vabsdiff.u32.s32.u32.sat %0, %1, %2.b3;")) \
  X(vabsdiff_add_, i, TEXT(r, r, r, r, "vabsdiff.s32.s32.s32.sat.add %0, %1, %2, %3;")) \
  X(vabsdiff_min_, i, TEXT(r, r, r, r, "vabsdiff.s32.s32.u32.min %0, %1.h0, %2.b2, %3;")) \
  X(vabsdiff_max_, i, TEXT(r, r, r, r, "vabsdiff.u32.u32.u32.max %0, %1.h1, %2.b0, %3;")) \
  X(vabsdiff_merge_, i, TEXT(r, r, r, r, "vabsdiff.s32.s32.s32.sat %0.h1, %1, %2, %3;")) \
  X(vabsdiff_merge_b_, i, TEXT(r, r, r, r, "vabsdiff.u32.s32.s32 %0.b2, %1, %2, %3;")) \
  X(vmin_s32s32s32_, i, TEXT(r, r, r, r, "vmin.s32.s32.s32 %0, %1.b1, %2.h1;")) \
  X(vmin_s32s32s32_sat_, i, TEXT(r, r, r, r, "vmin.s32.s32.s32.sat %0, %1, %2.b3;")) \
  X(vmin_u32u32u32_, i, TEXT(r, r, r, r, "vmin.u32.u32.u32 %0, %1.b1, %2.h1;")) \
  X(vmin_u32u32u32_sat_, i, TEXT(r, r, r, r, "vmin.u32.u32.u32.sat %0, %1, %2.b3;")) \
  X(vmin_s32u32s32_, i, TEXT(r, r, r, r, "vmin.s32.u32.s32 %0, %1.b1, %2.h1;")) \
  X(vmin_s32u32s32_sat_, i, TEXT(r, r, r, r, "vmin.s32.u32.s32.sat %0, %1, %2.b3;")) \
  X(vmin_u32s32u32_, i, TEXT(r, r, r, r, "vmin.u32.s32.u32 %0, %1.b1, %2.h1;")) \
  X(vmin_u32s32u32_sat_, i, TEXT(r, r, r, r, "vmin.u32.s32.u32.sat %0, %1, %2.b3;")) \
  X(vmin_add_, i, TEXT(r, r, r, r, "vmin.s32.s32.s32.sat.add %0, %1, %2, %3;")) \
  X(vmin_min_, i, TEXT(r, r, r, r, "vmin.s32.s32.u32.min %0, %1.h0, %2.b2, %3;")) \
  X(vmin_max_, i, TEXT(r, r, r, r, "vmin.u32.u32.u32.max %0, %1.h1, %2.b0, %3;")) \
  X(vmin_merge_, i, TEXT(r, r, r, r, "vmin.s32.s32.s32.sat %0.h1, %1, %2, %3;")) \
  X(vmin_merge_b_, i, TEXT(r, r, r, r, "vmin.u32.s32.s32 %0.b2, %1, %2, %3;")) \
  X(vmax_s32s32s32_, i, TEXT(r, r, r, r, "vmax.s32.s32.s32 %0, %1.b1, %2.h1;")) \
  X(vmax_s32s32s32_sat_, i, TEXT(r, r, r, r, "vmax.s32.s32.s32.sat %0, %1, %2.b3;")) \
  X(vmax_u32u32u32_, i, TEXT(r, r, r, r, "vmax.u32.u32.u32 %0, %1.b1, %2.h1;")) \
  X(vmax_u32u32u32_sat_, i, TEXT(r, r, r, r, "vmax.u32.u32.u32.sat %0, %1, %2.b3;")) \
  X(vmax_s32u32s32_, i, TEXT(r, r, r, r, "vmax.s32.u32.s32 %0, %1.b1, %2.h1;")) \
  X(vmax_s32u32s32_sat_, i, TEXT(r, r, r, r, "vmax.s32.u32.s32.sat %0, %1, %2.b3;")) \
  X(vmax_u32s32u32_, i, TEXT(r, r, r, r, "vmax.u32.s32.u32 %0, %1.b1, %2.h1;")) \
  X(vmax_u32s32u32_sat_, i, TEXT(r, r, r, r, "vmax.u32.s32.u32.sat %0, %1, %2.b3;")) \
  X(vmax_add_, i, TEXT(r, r, r, r, "vmax.s32.s32.s32.sat.add %0, %1, %2, %3;")) \
  X(vmax_min_, i, TEXT(r, r, r, r, "vmax.s32.s32.u32.min %0, %1.h0, %2.b2, %3;")) \
  X(vmax_max_, i, TEXT(r, r, r, r, "vmax.u32.u32.u32.max %0, %1.h1, %2.b0, %3;")) \
  X(vmax_merge_, i, TEXT(r, r, r, r, "vmax.s32.s32.s32.sat %0.h1, %1, %2, %3;")) \
  X(vmax_merge_b_, i, TEXT(r, r, r, r, "vmax.u32.s32.s32 %0.b2, %1, %2, %3;")) \
  X(vshl_u32u32_clamp_, i, TEXT(r, r, r, r, "vshl.u32.u32.u32.clamp %0, %1, %2.b0;")) \
  X(vshl_u32u32_clamp_add_, i, TEXT(r, r, r, r, "vshl.u32.u32.u32.sat.clamp.add %0, %1.h0, %2.b0, %3;")) \
  X(vshl_s32s32_clamp_, i, TEXT(r, r, r, r, "vshl.s32.s32.u32.clamp %0, %1, %2.b0;")) \
  X(vshl_s32s32_clamp_add_, i, TEXT(r, r, r, r, "vshl.s32.s32.u32.sat.clamp.add %0, %1.h0, %2.b0, %3;")) \
  X(vshl_u32s32_clamp_, i, TEXT(r, r, r, r, "vshl.u32.s32.u32.clamp %0, %1, %2.b0;")) \
  X(vshl_u32s32_clamp_add_, i, TEXT(r, r, r, r, "vshl.u32.s32.u32.sat.clamp.add %0, %1.h0, %2.b0, %3;")) \
  X(vshr_u32u32_clamp_, i, TEXT(r, r, r, r, "vshr.u32.u32.u32.clamp %0, %1, %2.b0;")) \
  X(vshr_u32u32_clamp_add_, i, TEXT(r, r, r, r, "vshr.u32.u32.u32.sat.clamp.add %0, %1.h0, %2.b0, %3;")) \
  X(vshr_s32s32_clamp_, i, TEXT(r, r, r, r, "vshr.s32.s32.u32.clamp %0, %1, %2.b0;")) \
  X(vshr_s32s32_clamp_add_, i, TEXT(r, r, r, r, "vshr.s32.s32.u32.sat.clamp.add %0, %1.h0, %2.b0, %3;")) \
  X(vshr_u32s32_clamp_, i, TEXT(r, r, r, r, "vshr.u32.s32.u32.clamp %0, %1, %2.b0;")) \
  X(vshr_u32s32_clamp_add_, i, TEXT(r, r, r, r, "vshr.u32.s32.u32.sat.clamp.add %0, %1.h0, %2.b0, %3;")) \
  X(vshl_u32u32_wrap_, i, TEXT(r, r, r, r, "vshl.u32.u32.u32.wrap %0, %1, %2.b0;")) \
  X(vshl_u32u32_wrap_add_, i, TEXT(r, r, r, r, "vshl.u32.u32.u32.sat.wrap.add %0, %1.h0, %2.b0, %3;")) \
  X(vshl_s32s32_wrap_, i, TEXT(r, r, r, r, "vshl.s32.s32.u32.wrap %0, %1, %2.b0;")) \
  X(vshl_s32s32_wrap_add_, i, TEXT(r, r, r, r, "vshl.s32.s32.u32.sat.wrap.add %0, %1.h0, %2.b0, %3;")) \
  X(vshl_u32s32_wrap_, i, TEXT(r, r, r, r, "vshl.u32.s32.u32.wrap %0, %1, %2.b0;")) \
  X(vshl_u32s32_wrap_add_, i, TEXT(r, r, r, r, "vshl.u32.s32.u32.sat.wrap.add %0, %1.h0, %2.b0, %3;")) \
  X(vshr_u32u32_wrap_, i, TEXT(r, r, r, r, "vshr.u32.u32.u32.wrap %0, %1, %2.b0;")) \
  X(vshr_u32u32_wrap_add_, i, TEXT(r, r, r, r, "vshr.u32.u32.u32.sat.wrap.add %0, %1.h0, %2.b0, %3;")) \
  X(vshr_s32s32_wrap_, i, TEXT(r, r, r, r, "vshr.s32.s32.u32.wrap %0, %1, %2.b0;")) \
  X(vshr_s32s32_wrap_add_, i, TEXT(r, r, r, r, "vshr.s32.s32.u32.sat.wrap.add %0, %1.h0, %2.b0, %3;")) \
  X(vshr_u32s32_wrap_, i, TEXT(r, r, r, r, "vshr.u32.s32.u32.wrap %0, %1, %2.b0;")) \
  X(vshr_u32s32_wrap_add_, i, TEXT(r, r, r, r, "vshr.u32.s32.u32.sat.wrap.add %0, %1.h0, %2.b0, %3;")) \
  X(vmad_u_, i, TEXT(r, r, r, r, "vmad.u32.u32.u32 %0, %1.h0, %2.b1, %3;")) \
  X(vmad_u_sat7_, i, TEXT(r, r, r, r, "vmad.u32.u32.u32.sat.shr7 %0, %1.h0, %2.h1, %3;")) \
  X(vmad_u_15_, i, TEXT(r, r, r, r, "vmad.u32.u32.u32.shr15 %0, %1, %2, %3;")) \
  X(vmad_s_, i, TEXT(r, r, r, r, "vmad.s32.s32.s32 %0, %1.h0, %2.b1, %3;")) \
  X(vmad_s_sat7_, i, TEXT(r, r, r, r, "vmad.s32.s32.s32.sat.shr7 %0, %1.h0, %2.h1, %3;")) \
  X(vmad_s_15_, i, TEXT(r, r, r, r, "vmad.s32.s32.s32.shr15 %0, %1, %2, %3;")) \
  X(vmad_m_, i, TEXT(r, r, r, r, "vmad.s32.u32.s32 %0, %1.h0, %2.b1, %3;")) \
  X(vmad_m_sat7_, i, TEXT(r, r, r, r, "vmad.s32.u32.s32.sat.shr7 %0, %1.h0, %2.h1, %3;")) \
  X(vmad_m_15_, i, TEXT(r, r, r, r, "vmad.s32.u32.s32.shr15 %0, %1, %2, %3;")) \
  X(vmad_po_, i, TEXT(r, r, r, r, "vmad.u32.u32.u32.po %0, %1.b0, %2.b1, %3;")) \
  X(vmad_negc_, i, TEXT(r, r, r, r, "vmad.s32.s32.s32 %0, %1.b0, %2.b1, -%3;")) \
  X(vmad_nega_, i, TEXT(r, r, r, r, "vmad.s32.s32.s32.sat %0, -%1, %2.b1, %3;")) \
  X(vset_eq_, i, TEXT(r, r, r, r, "vset.s32.u32.eq %0, %1.b0, %2.b1;")) \
  X(vset_ne_, i, TEXT(r, r, r, r, "vset.s32.u32.ne %0, %1.b0, %2.b1;")) \
  X(vset_lt_, i, TEXT(r, r, r, r, "vset.s32.u32.lt %0, %1.b0, %2.b1;")) \
  X(vset_le_, i, TEXT(r, r, r, r, "vset.s32.u32.le %0, %1.b0, %2.b1;")) \
  X(vset_gt_, i, TEXT(r, r, r, r, "vset.s32.u32.gt %0, %1.b0, %2.b1;")) \
  X(vset_ge_, i, TEXT(r, r, r, r, "vset.s32.u32.ge %0, %1.b0, %2.b1;")) \
  X(vset_add_, i, TEXT(r, r, r, r, "vset.u32.u32.lt.add %0, %1.h0, %2.h1, %3;")) \
  X(vset_merge_, i, TEXT(r, r, r, r, "vset.u32.u32.ge %0.b3, %1.h0, %2.h1, %3;")) \
  X(vadd2_u32u32u32_, i, TEXT(r, r, r, r, "vadd2.u32.u32.u32 %0, %1, %2, %3;")) \
  X(vadd2_s32s32s32_, i, TEXT(r, r, r, r, "vadd2.s32.s32.s32 %0, %1, %2, %3;")) \
  X(vadd2_s32u32s32_, i, TEXT(r, r, r, r, "vadd2.s32.u32.s32 %0, %1, %2, %3;")) \
  X(vadd2_u32_sat_, i, TEXT(r, r, r, r, "vadd2.u32.u32.u32.sat %0, %1, %2, %3;")) \
  X(vadd2_u32_add_, i, TEXT(r, r, r, r, "vadd2.u32.u32.u32.add %0, %1, %2, %3;")) \
  X(vadd2_s32_sat_, i, TEXT(r, r, r, r, "vadd2.s32.s32.s32.sat %0, %1, %2, %3;")) \
  X(vadd2_s32_add_, i, TEXT(r, r, r, r, "vadd2.s32.s32.s32.add %0, %1, %2, %3;")) \
  X(vsub2_u32u32u32_, i, TEXT(r, r, r, r, "vsub2.u32.u32.u32 %0, %1, %2, %3;")) \
  X(vsub2_s32s32s32_, i, TEXT(r, r, r, r, "vsub2.s32.s32.s32 %0, %1, %2, %3;")) \
  X(vsub2_s32u32s32_, i, TEXT(r, r, r, r, "vsub2.s32.u32.s32 %0, %1, %2, %3;")) \
  X(vsub2_u32_sat_, i, TEXT(r, r, r, r, "vsub2.u32.u32.u32.sat %0, %1, %2, %3;")) \
  X(vsub2_u32_add_, i, TEXT(r, r, r, r, "vsub2.u32.u32.u32.add %0, %1, %2, %3;")) \
  X(vsub2_s32_sat_, i, TEXT(r, r, r, r, "vsub2.s32.s32.s32.sat %0, %1, %2, %3;")) \
  X(vsub2_s32_add_, i, TEXT(r, r, r, r, "vsub2.s32.s32.s32.add %0, %1, %2, %3;")) \
  X(vavrg2_u32u32u32_, i, TEXT(r, r, r, r, "vavrg2.u32.u32.u32 %0, %1, %2, %3;")) \
  X(vavrg2_s32s32s32_, i, TEXT(r, r, r, r, "vavrg2.s32.s32.s32 %0, %1, %2, %3;")) \
  X(vavrg2_s32u32s32_, i, TEXT(r, r, r, r, "vavrg2.s32.u32.s32 %0, %1, %2, %3;")) \
  X(vavrg2_u32_add_, i, TEXT(r, r, r, r, "vavrg2.u32.u32.u32.add %0, %1, %2, %3;")) \
  X(vavrg2_s32_add_, i, TEXT(r, r, r, r, "vavrg2.s32.s32.s32.add %0, %1, %2, %3;")) \
  X(vabsdiff2_u32u32u32_, i, TEXT(r, r, r, r, "vabsdiff2.u32.u32.u32 %0, %1, %2, %3;")) \
  X(vabsdiff2_s32s32s32_, i, TEXT(r, r, r, r, "vabsdiff2.s32.s32.s32 %0, %1, %2, %3;")) \
  X(vabsdiff2_s32u32s32_, i, TEXT(r, r, r, r, "vabsdiff2.s32.u32.s32 %0, %1, %2, %3;")) \
  X(vabsdiff2_u32_sat_, i, TEXT(r, r, r, r, "vabsdiff2.u32.u32.u32.sat %0, %1, %2, %3;")) \
  X(vabsdiff2_u32_add_, i, TEXT(r, r, r, r, "vabsdiff2.u32.u32.u32.add %0, %1, %2, %3;")) \
  X(vabsdiff2_s32_sat_, i, TEXT(r, r, r, r, "vabsdiff2.s32.s32.s32.sat %0, %1, %2, %3;")) \
  X(vabsdiff2_s32_add_, i, TEXT(r, r, r, r, "vabsdiff2.s32.s32.s32.add %0, %1, %2, %3;")) \
  X(vmin2_u32u32u32_, i, TEXT(r, r, r, r, "vmin2.u32.u32.u32 %0, %1, %2, %3;")) \
  X(vmin2_s32s32s32_, i, TEXT(r, r, r, r, "vmin2.s32.s32.s32 %0, %1, %2, %3;")) \
  X(vmin2_s32u32s32_, i, TEXT(r, r, r, r, "vmin2.s32.u32.s32 %0, %1, %2, %3;")) \
  X(vmin2_u32_sat_, i, TEXT(r, r, r, r, "vmin2.u32.u32.u32.sat %0, %1, %2, %3;")) \
  X(vmin2_u32_add_, i, TEXT(r, r, r, r, "vmin2.u32.u32.u32.add %0, %1, %2, %3;")) \
  X(vmin2_s32_sat_, i, TEXT(r, r, r, r, "vmin2.s32.s32.s32.sat %0, %1, %2, %3;")) \
  X(vmin2_s32_add_, i, TEXT(r, r, r, r, "vmin2.s32.s32.s32.add %0, %1, %2, %3;")) \
  X(vmax2_u32u32u32_, i, TEXT(r, r, r, r, "vmax2.u32.u32.u32 %0, %1, %2, %3;")) \
  X(vmax2_s32s32s32_, i, TEXT(r, r, r, r, "vmax2.s32.s32.s32 %0, %1, %2, %3;")) \
  X(vmax2_s32u32s32_, i, TEXT(r, r, r, r, "vmax2.s32.u32.s32 %0, %1, %2, %3;")) \
  X(vmax2_u32_sat_, i, TEXT(r, r, r, r, "vmax2.u32.u32.u32.sat %0, %1, %2, %3;")) \
  X(vmax2_u32_add_, i, TEXT(r, r, r, r, "vmax2.u32.u32.u32.add %0, %1, %2, %3;")) \
  X(vmax2_s32_sat_, i, TEXT(r, r, r, r, "vmax2.s32.s32.s32.sat %0, %1, %2, %3;")) \
  X(vmax2_s32_add_, i, TEXT(r, r, r, r, "vmax2.s32.s32.s32.add %0, %1, %2, %3;")) \
  X(vadd2_mask_, i, TEXT(r, r, r, r, "vadd2.u32.u32.u32 %0.h1, %1.h31, %2, %3;")) \
  X(vset2_eq_, i, TEXT(r, r, r, r, "vset2.u32.u32.eq %0, %1, %2, %3;")) \
  X(vset2_lt_, i, TEXT(r, r, r, r, "vset2.u32.u32.lt %0, %1, %2, %3;")) \
  X(vset2_ge_, i, TEXT(r, r, r, r, "vset2.u32.u32.ge %0, %1, %2, %3;")) \
  X(vset2_add_, i, TEXT(r, r, r, r, "vset2.s32.s32.lt.add %0, %1, %2, %3;")) \
  X(vadd4_u32u32u32_, i, TEXT(r, r, r, r, "vadd4.u32.u32.u32 %0, %1, %2, %3;")) \
  X(vadd4_s32s32s32_, i, TEXT(r, r, r, r, "vadd4.s32.s32.s32 %0, %1, %2, %3;")) \
  X(vadd4_s32u32s32_, i, TEXT(r, r, r, r, "vadd4.s32.u32.s32 %0, %1, %2, %3;")) \
  X(vadd4_u32_sat_, i, TEXT(r, r, r, r, "vadd4.u32.u32.u32.sat %0, %1, %2, %3;")) \
  X(vadd4_u32_add_, i, TEXT(r, r, r, r, "vadd4.u32.u32.u32.add %0, %1, %2, %3;")) \
  X(vadd4_s32_sat_, i, TEXT(r, r, r, r, "vadd4.s32.s32.s32.sat %0, %1, %2, %3;")) \
  X(vadd4_s32_add_, i, TEXT(r, r, r, r, "vadd4.s32.s32.s32.add %0, %1, %2, %3;")) \
  X(vsub4_u32u32u32_, i, TEXT(r, r, r, r, "vsub4.u32.u32.u32 %0, %1, %2, %3;")) \
  X(vsub4_s32s32s32_, i, TEXT(r, r, r, r, "vsub4.s32.s32.s32 %0, %1, %2, %3;")) \
  X(vsub4_s32u32s32_, i, TEXT(r, r, r, r, "vsub4.s32.u32.s32 %0, %1, %2, %3;")) \
  X(vsub4_u32_sat_, i, TEXT(r, r, r, r, "vsub4.u32.u32.u32.sat %0, %1, %2, %3;")) \
  X(vsub4_u32_add_, i, TEXT(r, r, r, r, "vsub4.u32.u32.u32.add %0, %1, %2, %3;")) \
  X(vsub4_s32_sat_, i, TEXT(r, r, r, r, "vsub4.s32.s32.s32.sat %0, %1, %2, %3;")) \
  X(vsub4_s32_add_, i, TEXT(r, r, r, r, "vsub4.s32.s32.s32.add %0, %1, %2, %3;")) \
  X(vavrg4_u32u32u32_, i, TEXT(r, r, r, r, "vavrg4.u32.u32.u32 %0, %1, %2, %3;")) \
  X(vavrg4_s32s32s32_, i, TEXT(r, r, r, r, "vavrg4.s32.s32.s32 %0, %1, %2, %3;")) \
  X(vavrg4_s32u32s32_, i, TEXT(r, r, r, r, "vavrg4.s32.u32.s32 %0, %1, %2, %3;")) \
  X(vavrg4_u32_add_, i, TEXT(r, r, r, r, "vavrg4.u32.u32.u32.add %0, %1, %2, %3;")) \
  X(vavrg4_s32_add_, i, TEXT(r, r, r, r, "vavrg4.s32.s32.s32.add %0, %1, %2, %3;")) \
  X(vabsdiff4_u32u32u32_, i, TEXT(r, r, r, r, "vabsdiff4.u32.u32.u32 %0, %1, %2, %3;")) \
  X(vabsdiff4_s32s32s32_, i, TEXT(r, r, r, r, "vabsdiff4.s32.s32.s32 %0, %1, %2, %3;")) \
  X(vabsdiff4_s32u32s32_, i, TEXT(r, r, r, r, "vabsdiff4.s32.u32.s32 %0, %1, %2, %3;")) \
  X(vabsdiff4_u32_sat_, i, TEXT(r, r, r, r, "vabsdiff4.u32.u32.u32.sat %0, %1, %2, %3;")) \
  X(vabsdiff4_u32_add_, i, TEXT(r, r, r, r, "vabsdiff4.u32.u32.u32.add %0, %1, %2, %3;")) \
  X(vabsdiff4_s32_sat_, i, TEXT(r, r, r, r, "vabsdiff4.s32.s32.s32.sat %0, %1, %2, %3;")) \
  X(vabsdiff4_s32_add_, i, TEXT(r, r, r, r, "vabsdiff4.s32.s32.s32.add %0, %1, %2, %3;")) \
  X(vmin4_u32u32u32_, i, TEXT(r, r, r, r, "vmin4.u32.u32.u32 %0, %1, %2, %3;")) \
  X(vmin4_s32s32s32_, i, TEXT(r, r, r, r, "vmin4.s32.s32.s32 %0, %1, %2, %3;")) \
  X(vmin4_s32u32s32_, i, TEXT(r, r, r, r, "vmin4.s32.u32.s32 %0, %1, %2, %3;")) \
  X(vmin4_u32_sat_, i, TEXT(r, r, r, r, "vmin4.u32.u32.u32.sat %0, %1, %2, %3;")) \
  X(vmin4_u32_add_, i, TEXT(r, r, r, r, "vmin4.u32.u32.u32.add %0, %1, %2, %3;")) \
  X(vmin4_s32_sat_, i, TEXT(r, r, r, r, "vmin4.s32.s32.s32.sat %0, %1, %2, %3;")) \
  X(vmin4_s32_add_, i, TEXT(r, r, r, r, "vmin4.s32.s32.s32.add %0, %1, %2, %3;")) \
  X(vmax4_u32u32u32_, i, TEXT(r, r, r, r, "vmax4.u32.u32.u32 %0, %1, %2, %3;")) \
  X(vmax4_s32s32s32_, i, TEXT(r, r, r, r, "vmax4.s32.s32.s32 %0, %1, %2, %3;")) \
  X(vmax4_s32u32s32_, i, TEXT(r, r, r, r, "vmax4.s32.u32.s32 %0, %1, %2, %3;")) \
  X(vmax4_u32_sat_, i, TEXT(r, r, r, r, "vmax4.u32.u32.u32.sat %0, %1, %2, %3;")) \
  X(vmax4_u32_add_, i, TEXT(r, r, r, r, "vmax4.u32.u32.u32.add %0, %1, %2, %3;")) \
  X(vmax4_s32_sat_, i, TEXT(r, r, r, r, "vmax4.s32.s32.s32.sat %0, %1, %2, %3;")) \
  X(vmax4_s32_add_, i, TEXT(r, r, r, r, "vmax4.s32.s32.s32.add %0, %1, %2, %3;")) \
  X(vadd4_mask_, i, TEXT(r, r, r, r, "vadd4.u32.u32.u32 %0.b20, %1.b7531, %2, %3;")) \
  X(vset4_eq_, i, TEXT(r, r, r, r, "vset4.u32.u32.eq %0, %1, %2, %3;")) \
  X(vset4_lt_, i, TEXT(r, r, r, r, "vset4.u32.u32.lt %0, %1, %2, %3;")) \
  X(vset4_ge_, i, TEXT(r, r, r, r, "vset4.u32.u32.ge %0, %1, %2, %3;")) \
  X(vset4_add_, i, TEXT(r, r, r, r, "vset4.s32.s32.lt.add %0, %1, %2, %3;"))

OPERATIONS(DEFINE)

// SIMD video instructions, scalar and packed.
CASE(video) {
  OPERATIONS(RUN)
}
#undef OPERATIONS

#define OPERATIONS(X) \
  X(vmad_u32_u32, "vmad.u32.u32.u32 %0, %1, %2, %3;") \
  X(vmad_u32_u32_h0, "vmad.u32.u32.u32 %0, %1.h0, %2.h0, %3;") \
  X(vmad_u32_u32_b0, "vmad.u32.u32.u32 %0, %1.b0, %2.b0, %3;") \
  X(vmad_u32_u32_po, "vmad.u32.u32.u32.po %0, %1, %2, %3;") \
  X(vmad_u32_u32_po_h0, "vmad.u32.u32.u32.po %0, %1.h0, %2.h0, %3;") \
  X(vmad_u32_u32_po_b0, "vmad.u32.u32.u32.po %0, %1.b0, %2.b0, %3;") \
  X(vmad_u32_u32_shr7, "vmad.u32.u32.u32.shr7 %0, %1, %2, %3;") \
  X(vmad_u32_u32_shr7_h0, "vmad.u32.u32.u32.shr7 %0, %1.h0, %2.h0, %3;") \
  X(vmad_u32_u32_shr7_b0, "vmad.u32.u32.u32.shr7 %0, %1.b0, %2.b0, %3;") \
  X(vmad_u32_u32_shr7_po, "vmad.u32.u32.u32.po.shr7 %0, %1, %2, %3;") \
  X(vmad_u32_u32_shr7_po_h0, "vmad.u32.u32.u32.po.shr7 %0, %1.h0, %2.h0, %3;") \
  X(vmad_u32_u32_shr7_po_b0, "vmad.u32.u32.u32.po.shr7 %0, %1.b0, %2.b0, %3;") \
  X(vmad_u32_u32_shr15, "vmad.u32.u32.u32.shr15 %0, %1, %2, %3;") \
  X(vmad_u32_u32_shr15_h0, "vmad.u32.u32.u32.shr15 %0, %1.h0, %2.h0, %3;") \
  X(vmad_u32_u32_shr15_b0, "vmad.u32.u32.u32.shr15 %0, %1.b0, %2.b0, %3;") \
  X(vmad_u32_u32_shr15_po, "vmad.u32.u32.u32.po.shr15 %0, %1, %2, %3;") \
  X(vmad_u32_u32_shr15_po_h0, "vmad.u32.u32.u32.po.shr15 %0, %1.h0, %2.h0, %3;") \
  X(vmad_u32_u32_shr15_po_b0, "vmad.u32.u32.u32.po.shr15 %0, %1.b0, %2.b0, %3;") \
  X(vmad_u32_u32_sat, "vmad.u32.u32.u32.sat %0, %1, %2, %3;") \
  X(vmad_u32_u32_sat_h0, "vmad.u32.u32.u32.sat %0, %1.h0, %2.h0, %3;") \
  X(vmad_u32_u32_sat_b0, "vmad.u32.u32.u32.sat %0, %1.b0, %2.b0, %3;") \
  X(vmad_u32_u32_sat_po, "vmad.u32.u32.u32.po.sat %0, %1, %2, %3;") \
  X(vmad_u32_u32_sat_po_h0, "vmad.u32.u32.u32.po.sat %0, %1.h0, %2.h0, %3;") \
  X(vmad_u32_u32_sat_po_b0, "vmad.u32.u32.u32.po.sat %0, %1.b0, %2.b0, %3;") \
  X(vmad_u32_u32_sat_shr7, "vmad.u32.u32.u32.sat.shr7 %0, %1, %2, %3;") \
  X(vmad_u32_u32_sat_shr7_h0, "vmad.u32.u32.u32.sat.shr7 %0, %1.h0, %2.h0, %3;") \
  X(vmad_u32_u32_sat_shr7_b0, "vmad.u32.u32.u32.sat.shr7 %0, %1.b0, %2.b0, %3;") \
  X(vmad_u32_u32_sat_shr7_po, "vmad.u32.u32.u32.po.sat.shr7 %0, %1, %2, %3;") \
  X(vmad_u32_u32_sat_shr7_po_h0, "vmad.u32.u32.u32.po.sat.shr7 %0, %1.h0, %2.h0, %3;") \
  X(vmad_u32_u32_sat_shr7_po_b0, "vmad.u32.u32.u32.po.sat.shr7 %0, %1.b0, %2.b0, %3;") \
  X(vmad_u32_u32_sat_shr15, "vmad.u32.u32.u32.sat.shr15 %0, %1, %2, %3;") \
  X(vmad_u32_u32_sat_shr15_h0, "vmad.u32.u32.u32.sat.shr15 %0, %1.h0, %2.h0, %3;") \
  X(vmad_u32_u32_sat_shr15_b0, "vmad.u32.u32.u32.sat.shr15 %0, %1.b0, %2.b0, %3;") \
  X(vmad_u32_u32_sat_shr15_po, "vmad.u32.u32.u32.po.sat.shr15 %0, %1, %2, %3;") \
  X(vmad_u32_u32_sat_shr15_po_h0, "vmad.u32.u32.u32.po.sat.shr15 %0, %1.h0, %2.h0, %3;") \
  X(vmad_u32_u32_sat_shr15_po_b0, "vmad.u32.u32.u32.po.sat.shr15 %0, %1.b0, %2.b0, %3;") \
  X(vmad_s32_s32, "vmad.s32.s32.s32 %0, %1, %2, %3;") \
  X(vmad_s32_s32_h0, "vmad.s32.s32.s32 %0, %1.h0, %2.h0, %3;") \
  X(vmad_s32_s32_b0, "vmad.s32.s32.s32 %0, %1.b0, %2.b0, %3;") \
  X(vmad_s32_s32_po, "vmad.s32.s32.s32.po %0, %1, %2, %3;") \
  X(vmad_s32_s32_po_h0, "vmad.s32.s32.s32.po %0, %1.h0, %2.h0, %3;") \
  X(vmad_s32_s32_po_b0, "vmad.s32.s32.s32.po %0, %1.b0, %2.b0, %3;") \
  X(vmad_s32_s32_shr7, "vmad.s32.s32.s32.shr7 %0, %1, %2, %3;") \
  X(vmad_s32_s32_shr7_h0, "vmad.s32.s32.s32.shr7 %0, %1.h0, %2.h0, %3;") \
  X(vmad_s32_s32_shr7_b0, "vmad.s32.s32.s32.shr7 %0, %1.b0, %2.b0, %3;") \
  X(vmad_s32_s32_shr7_po, "vmad.s32.s32.s32.po.shr7 %0, %1, %2, %3;") \
  X(vmad_s32_s32_shr7_po_h0, "vmad.s32.s32.s32.po.shr7 %0, %1.h0, %2.h0, %3;") \
  X(vmad_s32_s32_shr7_po_b0, "vmad.s32.s32.s32.po.shr7 %0, %1.b0, %2.b0, %3;") \
  X(vmad_s32_s32_shr15, "vmad.s32.s32.s32.shr15 %0, %1, %2, %3;") \
  X(vmad_s32_s32_shr15_h0, "vmad.s32.s32.s32.shr15 %0, %1.h0, %2.h0, %3;") \
  X(vmad_s32_s32_shr15_b0, "vmad.s32.s32.s32.shr15 %0, %1.b0, %2.b0, %3;") \
  X(vmad_s32_s32_shr15_po, "vmad.s32.s32.s32.po.shr15 %0, %1, %2, %3;") \
  X(vmad_s32_s32_shr15_po_h0, "vmad.s32.s32.s32.po.shr15 %0, %1.h0, %2.h0, %3;") \
  X(vmad_s32_s32_shr15_po_b0, "vmad.s32.s32.s32.po.shr15 %0, %1.b0, %2.b0, %3;") \
  X(vmad_s32_s32_sat, "vmad.s32.s32.s32.sat %0, %1, %2, %3;") \
  X(vmad_s32_s32_sat_h0, "vmad.s32.s32.s32.sat %0, %1.h0, %2.h0, %3;") \
  X(vmad_s32_s32_sat_b0, "vmad.s32.s32.s32.sat %0, %1.b0, %2.b0, %3;") \
  X(vmad_s32_s32_sat_po, "vmad.s32.s32.s32.po.sat %0, %1, %2, %3;") \
  X(vmad_s32_s32_sat_po_h0, "vmad.s32.s32.s32.po.sat %0, %1.h0, %2.h0, %3;") \
  X(vmad_s32_s32_sat_po_b0, "vmad.s32.s32.s32.po.sat %0, %1.b0, %2.b0, %3;") \
  X(vmad_s32_s32_sat_shr7, "vmad.s32.s32.s32.sat.shr7 %0, %1, %2, %3;") \
  X(vmad_s32_s32_sat_shr7_h0, "vmad.s32.s32.s32.sat.shr7 %0, %1.h0, %2.h0, %3;") \
  X(vmad_s32_s32_sat_shr7_b0, "vmad.s32.s32.s32.sat.shr7 %0, %1.b0, %2.b0, %3;") \
  X(vmad_s32_s32_sat_shr7_po, "vmad.s32.s32.s32.po.sat.shr7 %0, %1, %2, %3;") \
  X(vmad_s32_s32_sat_shr7_po_h0, "vmad.s32.s32.s32.po.sat.shr7 %0, %1.h0, %2.h0, %3;") \
  X(vmad_s32_s32_sat_shr7_po_b0, "vmad.s32.s32.s32.po.sat.shr7 %0, %1.b0, %2.b0, %3;") \
  X(vmad_s32_s32_sat_shr15, "vmad.s32.s32.s32.sat.shr15 %0, %1, %2, %3;") \
  X(vmad_s32_s32_sat_shr15_h0, "vmad.s32.s32.s32.sat.shr15 %0, %1.h0, %2.h0, %3;") \
  X(vmad_s32_s32_sat_shr15_b0, "vmad.s32.s32.s32.sat.shr15 %0, %1.b0, %2.b0, %3;") \
  X(vmad_s32_s32_sat_shr15_po, "vmad.s32.s32.s32.po.sat.shr15 %0, %1, %2, %3;") \
  X(vmad_s32_s32_sat_shr15_po_h0, "vmad.s32.s32.s32.po.sat.shr15 %0, %1.h0, %2.h0, %3;") \
  X(vmad_s32_s32_sat_shr15_po_b0, "vmad.s32.s32.s32.po.sat.shr15 %0, %1.b0, %2.b0, %3;") \
  X(vmad_s32_u32, "vmad.s32.s32.u32 %0, %1, %2, %3;") \
  X(vmad_s32_u32_h0, "vmad.s32.s32.u32 %0, %1.h0, %2.h0, %3;") \
  X(vmad_s32_u32_b0, "vmad.s32.s32.u32 %0, %1.b0, %2.b0, %3;") \
  X(vmad_s32_u32_po, "vmad.s32.s32.u32.po %0, %1, %2, %3;") \
  X(vmad_s32_u32_po_h0, "vmad.s32.s32.u32.po %0, %1.h0, %2.h0, %3;") \
  X(vmad_s32_u32_po_b0, "vmad.s32.s32.u32.po %0, %1.b0, %2.b0, %3;") \
  X(vmad_s32_u32_shr7, "vmad.s32.s32.u32.shr7 %0, %1, %2, %3;") \
  X(vmad_s32_u32_shr7_h0, "vmad.s32.s32.u32.shr7 %0, %1.h0, %2.h0, %3;") \
  X(vmad_s32_u32_shr7_b0, "vmad.s32.s32.u32.shr7 %0, %1.b0, %2.b0, %3;") \
  X(vmad_s32_u32_shr7_po, "vmad.s32.s32.u32.po.shr7 %0, %1, %2, %3;") \
  X(vmad_s32_u32_shr7_po_h0, "vmad.s32.s32.u32.po.shr7 %0, %1.h0, %2.h0, %3;") \
  X(vmad_s32_u32_shr7_po_b0, "vmad.s32.s32.u32.po.shr7 %0, %1.b0, %2.b0, %3;") \
  X(vmad_s32_u32_shr15, "vmad.s32.s32.u32.shr15 %0, %1, %2, %3;") \
  X(vmad_s32_u32_shr15_h0, "vmad.s32.s32.u32.shr15 %0, %1.h0, %2.h0, %3;") \
  X(vmad_s32_u32_shr15_b0, "vmad.s32.s32.u32.shr15 %0, %1.b0, %2.b0, %3;") \
  X(vmad_s32_u32_shr15_po, "vmad.s32.s32.u32.po.shr15 %0, %1, %2, %3;") \
  X(vmad_s32_u32_shr15_po_h0, "vmad.s32.s32.u32.po.shr15 %0, %1.h0, %2.h0, %3;") \
  X(vmad_s32_u32_shr15_po_b0, "vmad.s32.s32.u32.po.shr15 %0, %1.b0, %2.b0, %3;") \
  X(vmad_s32_u32_sat, "vmad.s32.s32.u32.sat %0, %1, %2, %3;") \
  X(vmad_s32_u32_sat_h0, "vmad.s32.s32.u32.sat %0, %1.h0, %2.h0, %3;") \
  X(vmad_s32_u32_sat_b0, "vmad.s32.s32.u32.sat %0, %1.b0, %2.b0, %3;") \
  X(vmad_s32_u32_sat_po, "vmad.s32.s32.u32.po.sat %0, %1, %2, %3;") \
  X(vmad_s32_u32_sat_po_h0, "vmad.s32.s32.u32.po.sat %0, %1.h0, %2.h0, %3;") \
  X(vmad_s32_u32_sat_po_b0, "vmad.s32.s32.u32.po.sat %0, %1.b0, %2.b0, %3;") \
  X(vmad_s32_u32_sat_shr7, "vmad.s32.s32.u32.sat.shr7 %0, %1, %2, %3;") \
  X(vmad_s32_u32_sat_shr7_h0, "vmad.s32.s32.u32.sat.shr7 %0, %1.h0, %2.h0, %3;") \
  X(vmad_s32_u32_sat_shr7_b0, "vmad.s32.s32.u32.sat.shr7 %0, %1.b0, %2.b0, %3;") \
  X(vmad_s32_u32_sat_shr7_po, "vmad.s32.s32.u32.po.sat.shr7 %0, %1, %2, %3;") \
  X(vmad_s32_u32_sat_shr7_po_h0, "vmad.s32.s32.u32.po.sat.shr7 %0, %1.h0, %2.h0, %3;") \
  X(vmad_s32_u32_sat_shr7_po_b0, "vmad.s32.s32.u32.po.sat.shr7 %0, %1.b0, %2.b0, %3;") \
  X(vmad_s32_u32_sat_shr15, "vmad.s32.s32.u32.sat.shr15 %0, %1, %2, %3;") \
  X(vmad_s32_u32_sat_shr15_h0, "vmad.s32.s32.u32.sat.shr15 %0, %1.h0, %2.h0, %3;") \
  X(vmad_s32_u32_sat_shr15_b0, "vmad.s32.s32.u32.sat.shr15 %0, %1.b0, %2.b0, %3;") \
  X(vmad_s32_u32_sat_shr15_po, "vmad.s32.s32.u32.po.sat.shr15 %0, %1, %2, %3;") \
  X(vmad_s32_u32_sat_shr15_po_h0, "vmad.s32.s32.u32.po.sat.shr15 %0, %1.h0, %2.h0, %3;") \
  X(vmad_s32_u32_sat_shr15_po_b0, "vmad.s32.s32.u32.po.sat.shr15 %0, %1.b0, %2.b0, %3;") \
  X(vmad_u32_s32, "vmad.s32.u32.s32 %0, %1, %2, %3;") \
  X(vmad_u32_s32_h0, "vmad.s32.u32.s32 %0, %1.h0, %2.h0, %3;") \
  X(vmad_u32_s32_b0, "vmad.s32.u32.s32 %0, %1.b0, %2.b0, %3;") \
  X(vmad_u32_s32_po, "vmad.s32.u32.s32.po %0, %1, %2, %3;") \
  X(vmad_u32_s32_po_h0, "vmad.s32.u32.s32.po %0, %1.h0, %2.h0, %3;") \
  X(vmad_u32_s32_po_b0, "vmad.s32.u32.s32.po %0, %1.b0, %2.b0, %3;") \
  X(vmad_u32_s32_shr7, "vmad.s32.u32.s32.shr7 %0, %1, %2, %3;") \
  X(vmad_u32_s32_shr7_h0, "vmad.s32.u32.s32.shr7 %0, %1.h0, %2.h0, %3;") \
  X(vmad_u32_s32_shr7_b0, "vmad.s32.u32.s32.shr7 %0, %1.b0, %2.b0, %3;") \
  X(vmad_u32_s32_shr7_po, "vmad.s32.u32.s32.po.shr7 %0, %1, %2, %3;") \
  X(vmad_u32_s32_shr7_po_h0, "vmad.s32.u32.s32.po.shr7 %0, %1.h0, %2.h0, %3;") \
  X(vmad_u32_s32_shr7_po_b0, "vmad.s32.u32.s32.po.shr7 %0, %1.b0, %2.b0, %3;") \
  X(vmad_u32_s32_shr15, "vmad.s32.u32.s32.shr15 %0, %1, %2, %3;") \
  X(vmad_u32_s32_shr15_h0, "vmad.s32.u32.s32.shr15 %0, %1.h0, %2.h0, %3;") \
  X(vmad_u32_s32_shr15_b0, "vmad.s32.u32.s32.shr15 %0, %1.b0, %2.b0, %3;") \
  X(vmad_u32_s32_shr15_po, "vmad.s32.u32.s32.po.shr15 %0, %1, %2, %3;") \
  X(vmad_u32_s32_shr15_po_h0, "vmad.s32.u32.s32.po.shr15 %0, %1.h0, %2.h0, %3;") \
  X(vmad_u32_s32_shr15_po_b0, "vmad.s32.u32.s32.po.shr15 %0, %1.b0, %2.b0, %3;") \
  X(vmad_u32_s32_sat, "vmad.s32.u32.s32.sat %0, %1, %2, %3;") \
  X(vmad_u32_s32_sat_h0, "vmad.s32.u32.s32.sat %0, %1.h0, %2.h0, %3;") \
  X(vmad_u32_s32_sat_b0, "vmad.s32.u32.s32.sat %0, %1.b0, %2.b0, %3;") \
  X(vmad_u32_s32_sat_po, "vmad.s32.u32.s32.po.sat %0, %1, %2, %3;") \
  X(vmad_u32_s32_sat_po_h0, "vmad.s32.u32.s32.po.sat %0, %1.h0, %2.h0, %3;") \
  X(vmad_u32_s32_sat_po_b0, "vmad.s32.u32.s32.po.sat %0, %1.b0, %2.b0, %3;") \
  X(vmad_u32_s32_sat_shr7, "vmad.s32.u32.s32.sat.shr7 %0, %1, %2, %3;") \
  X(vmad_u32_s32_sat_shr7_h0, "vmad.s32.u32.s32.sat.shr7 %0, %1.h0, %2.h0, %3;") \
  X(vmad_u32_s32_sat_shr7_b0, "vmad.s32.u32.s32.sat.shr7 %0, %1.b0, %2.b0, %3;") \
  X(vmad_u32_s32_sat_shr7_po, "vmad.s32.u32.s32.po.sat.shr7 %0, %1, %2, %3;") \
  X(vmad_u32_s32_sat_shr7_po_h0, "vmad.s32.u32.s32.po.sat.shr7 %0, %1.h0, %2.h0, %3;") \
  X(vmad_u32_s32_sat_shr7_po_b0, "vmad.s32.u32.s32.po.sat.shr7 %0, %1.b0, %2.b0, %3;") \
  X(vmad_u32_s32_sat_shr15, "vmad.s32.u32.s32.sat.shr15 %0, %1, %2, %3;") \
  X(vmad_u32_s32_sat_shr15_h0, "vmad.s32.u32.s32.sat.shr15 %0, %1.h0, %2.h0, %3;") \
  X(vmad_u32_s32_sat_shr15_b0, "vmad.s32.u32.s32.sat.shr15 %0, %1.b0, %2.b0, %3;") \
  X(vmad_u32_s32_sat_shr15_po, "vmad.s32.u32.s32.po.sat.shr15 %0, %1, %2, %3;") \
  X(vmad_u32_s32_sat_shr15_po_h0, "vmad.s32.u32.s32.po.sat.shr15 %0, %1.h0, %2.h0, %3;") \
  X(vmad_u32_s32_sat_shr15_po_b0, "vmad.s32.u32.s32.po.sat.shr15 %0, %1.b0, %2.b0, %3;") \


#define DEFINE(name, text) struct name { static __device__ unsigned of(unsigned a, unsigned b, unsigned c) { unsigned d; asm(text : "=r"(d) : "r"(a), "r"(b), "r"(c)); return d; } };
OPERATIONS(DEFINE)
template <class Op> __global__ void k(const unsigned *a, unsigned *out) { int i = threadIdx.x; out[i] = Op::of(a[3*i], a[3*i+1], a[3*i+2]); }

const std::vector<unsigned> kOperands = {
 1,128,0, 1,32768,0, 0x8000,2,0, 0xffff,0xffff,0, 0xffff,0xffff,1, 0x7fff,0x7fff,0, 0x8000,0x8000,0, 0xffff,1,0, 0xffff,0x8000,0, 3,5,127, 3,5,0x7fff, 3,5,0xffffffff, 3,5,0x80000000, 0xffff,2,0x7fffffff,
 0xffff,0xffff,0xffffffff, 0xffffffff,0xffffffff,0, 0xffffffff,0xffffffff,0xffffffff, 0x80000000,0x80000000,0, 0x80000000,2,0, 0x80000000,0xffffffff,0, 0x7fffffff,0x7fffffff,0x7fffffff, 0x10000,0x10000,0,
 0x12345,0x6789a,0xbcdef012, 0xfffe,0x7fff,0x80000000, 0xdeadbeef,0x12345678,0x87654321, 0xff,0xff,0xff, 0x80,0x80,0x80, 0x7f,0x80,0xff00, 0,0,0xffffffff, 0,0,0x80000000, 0,5,0x12345678, 1,1,0x7fffffff, 0xffff,0x10000,0,
 0xffff8000,0xffff8000,0, 0xffff8000,0x7fff,0, 0x12348000,0x56788000,64};

template <class Op> void run(const char *name, const char *text) {
  const std::vector<unsigned> &v = kOperands;
  DeviceArray<unsigned> in(v), out(v.size() / 3);
  k<Op><<<1, unsigned(v.size() / 3)>>>(in.get(), out.get());
  MUST(cudaDeviceSynchronize());
  std::printf("%s:", text);
  for (unsigned r : out.read()) std::printf(" %x", r);
  std::printf("\n");
}

#define RUN(name, text) run<name>(#name, text);

// vmad of whole registers and of parts, saturated and shifted, at the edges of 32 bits.
CASE(video_products) {
  OPERATIONS(RUN)
}
#undef OPERATIONS
#undef DEFINE
#undef RUN
