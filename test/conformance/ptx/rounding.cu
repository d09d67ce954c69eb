// SPDX-License-Identifier: Apache-2.0
// Arithmetic with directed rounding, flushing and saturation.
#include "operation.h"

#define OPERATIONS(X) \
  X(add_rz_f32_, f, OP2(r, r, r, "add.rz.f32")) \
  X(sub_rz_f32_, f, OP2(r, r, r, "sub.rz.f32")) \
  X(mul_rz_f32_, f, OP2(r, r, r, "mul.rz.f32")) \
  X(div_rz_f32_, f, OP2(r, r, r, "div.rz.f32")) \
  X(fma_rz_f32_, f, OP3(r, r, r, r, "fma.rz.f32")) \
  X(sqrt_rz_f32_, f, OP1(r, r, "sqrt.rz.f32")) \
  X(rcp_rz_f32_, f, OP1(r, r, "rcp.rz.f32")) \
  X(add_rz_f64_, d, OP2(l, l, l, "add.rz.f64")) \
  X(sub_rz_f64_, d, OP2(l, l, l, "sub.rz.f64")) \
  X(mul_rz_f64_, d, OP2(l, l, l, "mul.rz.f64")) \
  X(div_rz_f64_, d, OP2(l, l, l, "div.rz.f64")) \
  X(fma_rz_f64_, d, OP3(l, l, l, l, "fma.rz.f64")) \
  X(sqrt_rz_f64_, d, OP1(l, l, "sqrt.rz.f64")) \
  X(rcp_rz_f64_, d, OP1(l, l, "rcp.rz.f64")) \
  X(add_rm_f32_, f, OP2(r, r, r, "add.rm.f32")) \
  X(sub_rm_f32_, f, OP2(r, r, r, "sub.rm.f32")) \
  X(mul_rm_f32_, f, OP2(r, r, r, "mul.rm.f32")) \
  X(div_rm_f32_, f, OP2(r, r, r, "div.rm.f32")) \
  X(fma_rm_f32_, f, OP3(r, r, r, r, "fma.rm.f32")) \
  X(sqrt_rm_f32_, f, OP1(r, r, "sqrt.rm.f32")) \
  X(rcp_rm_f32_, f, OP1(r, r, "rcp.rm.f32")) \
  X(add_rm_f64_, d, OP2(l, l, l, "add.rm.f64")) \
  X(sub_rm_f64_, d, OP2(l, l, l, "sub.rm.f64")) \
  X(mul_rm_f64_, d, OP2(l, l, l, "mul.rm.f64")) \
  X(div_rm_f64_, d, OP2(l, l, l, "div.rm.f64")) \
  X(fma_rm_f64_, d, OP3(l, l, l, l, "fma.rm.f64")) \
  X(sqrt_rm_f64_, d, OP1(l, l, "sqrt.rm.f64")) \
  X(rcp_rm_f64_, d, OP1(l, l, "rcp.rm.f64")) \
  X(add_rp_f32_, f, OP2(r, r, r, "add.rp.f32")) \
  X(sub_rp_f32_, f, OP2(r, r, r, "sub.rp.f32")) \
  X(mul_rp_f32_, f, OP2(r, r, r, "mul.rp.f32")) \
  X(div_rp_f32_, f, OP2(r, r, r, "div.rp.f32")) \
  X(fma_rp_f32_, f, OP3(r, r, r, r, "fma.rp.f32")) \
  X(sqrt_rp_f32_, f, OP1(r, r, "sqrt.rp.f32")) \
  X(rcp_rp_f32_, f, OP1(r, r, "rcp.rp.f32")) \
  X(add_rp_f64_, d, OP2(l, l, l, "add.rp.f64")) \
  X(sub_rp_f64_, d, OP2(l, l, l, "sub.rp.f64")) \
  X(mul_rp_f64_, d, OP2(l, l, l, "mul.rp.f64")) \
  X(div_rp_f64_, d, OP2(l, l, l, "div.rp.f64")) \
  X(fma_rp_f64_, d, OP3(l, l, l, l, "fma.rp.f64")) \
  X(sqrt_rp_f64_, d, OP1(l, l, "sqrt.rp.f64")) \
  X(rcp_rp_f64_, d, OP1(l, l, "rcp.rp.f64")) \
  X(add_rz_ftz_f32_, f, OP2(r, r, r, "add.rz.ftz.f32")) \
  X(mul_rp_ftz_f32_, f, OP2(r, r, r, "mul.rp.ftz.f32")) \
  X(add_rm_sat_f32_, f, OP2(r, r, r, "add.rm.sat.f32")) \
  X(mul_rn_ftz_sat_f32_, f, OP2(r, r, r, "mul.rn.ftz.sat.f32")) \
  X(add_ftz_f32_, f, OP2(r, r, r, "add.ftz.f32")) \
  X(sub_rp_ftz_sat_f32_, f, OP2(r, r, r, "sub.rp.ftz.sat.f32")) \
  X(div_rn_ftz_f32_, f, OP2(r, r, r, "div.rn.ftz.f32")) \
  X(min_ftz_f32_, f, OP2(r, r, r, "min.ftz.f32")) \
  X(max_ftz_NaN_f32_, f, OP2(r, r, r, "max.ftz.NaN.f32")) \
  X(min_xorsign_abs_f32_, f, OP2(r, r, r, "min.xorsign.abs.f32")) \
  X(max_NaN_xorsign_abs_f32_, f, OP2(r, r, r, "max.NaN.xorsign.abs.f32")) \
  X(fma_rz_ftz_f32_, f, OP3(r, r, r, r, "fma.rz.ftz.f32")) \
  X(fma_rp_sat_f32_, f, OP3(r, r, r, r, "fma.rp.sat.f32")) \
  X(fma_rn_ftz_sat_f32_, f, OP3(r, r, r, r, "fma.rn.ftz.sat.f32")) \
  X(mad_rz_f32_, f, OP3(r, r, r, r, "mad.rz.f32")) \
  X(mad_rn_ftz_f32_, f, OP3(r, r, r, r, "mad.rn.ftz.f32")) \
  X(sqrt_rm_ftz_f32_, f, OP1(r, r, "sqrt.rm.ftz.f32")) \
  X(rcp_rz_ftz_f32_, f, OP1(r, r, "rcp.rz.ftz.f32")) \
  X(neg_ftz_f32_, f, OP1(r, r, "neg.ftz.f32")) \
  X(abs_ftz_f32_, f, OP1(r, r, "abs.ftz.f32")) \
  X(min_f64_, d, OP2(l, l, l, "min.f64")) \
  X(max_f64_, d, OP2(l, l, l, "max.f64")) \
  X(copysign_f64_, d, OP2(l, l, l, "copysign.f64")) \
  X(mad_rp_f64_, d, OP3(l, l, l, l, "mad.rp.f64"))

OPERATIONS(DEFINE)

int main() { OPERATIONS(RUN) }
