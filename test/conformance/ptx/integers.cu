// SPDX-License-Identifier: Apache-2.0
// Integer instructions.
#include "../cases.h"
#include "operation.h"

#define OPERATIONS(X) \
  X(szext_clamp_u32_, i, OP2(r, r, r, "szext.clamp.u32")) \
  X(szext_clamp_s32_, i, OP2(r, r, r, "szext.clamp.s32")) \
  X(szext_wrap_u32_, i, OP2(r, r, r, "szext.wrap.u32")) \
  X(szext_wrap_s32_, i, OP2(r, r, r, "szext.wrap.s32")) \
  X(fns_1, i, TEXT(r, r, r, r, "{ .reg .b32 base; and.b32 base, %2, 31; fns.b32 %0, %1, base, 1; }")) \
  X(fns_minus_1, i, TEXT(r, r, r, r, "{ .reg .b32 base; and.b32 base, %2, 31; fns.b32 %0, %1, base, -1; }")) \
  X(fns_0, i, TEXT(r, r, r, r, "{ .reg .b32 base; and.b32 base, %2, 31; fns.b32 %0, %1, base, 0; }")) \
  X(fns_3, i, TEXT(r, r, r, r, "{ .reg .b32 base; and.b32 base, %2, 31; fns.b32 %0, %1, base, 3; }")) \
  X(fns_minus_4, i, TEXT(r, r, r, r, "{ .reg .b32 base; and.b32 base, %2, 31; fns.b32 %0, %1, base, -4; }")) \
  X(add_u16_, i, OP2(h, h, h, "add.u16")) \
  X(sub_u16_, i, OP2(h, h, h, "sub.u16")) \
  X(min_u16_, i, OP2(h, h, h, "min.u16")) \
  X(max_u16_, i, OP2(h, h, h, "max.u16")) \
  X(mul_lo_u16_, i, OP2(h, h, h, "mul.lo.u16")) \
  X(mul_hi_u16_, i, OP2(h, h, h, "mul.hi.u16")) \
  X(mad_lo_u16_, i, OP3(h, h, h, h, "mad.lo.u16")) \
  X(mad_hi_u16_, i, OP3(h, h, h, h, "mad.hi.u16")) \
  X(sad_u16_, i, OP3(h, h, h, h, "sad.u16")) \
  X(set_eq_u32_u16_, i, OP2(r, h, h, "set.eq.u32.u16")) \
  X(set_lt_u32_u16_, i, OP2(r, h, h, "set.lt.u32.u16")) \
  X(set_hs_u32_u16_, i, OP2(r, h, h, "set.hs.u32.u16")) \
  X(set_lo_u32_u16_, i, OP2(r, h, h, "set.lo.u32.u16")) \
  X(div_u16_, i, TEXT(h, h, h, h, "{ .reg .b16 x, y; or.b16 x, %2, 1; and.b16 y, %1, 0x7fff; div.u16 %0, y, x; rem.u16 y, y, x; xor.b16 %0, %0, y; }")) \
  X(add_s16_, i, OP2(h, h, h, "add.s16")) \
  X(sub_s16_, i, OP2(h, h, h, "sub.s16")) \
  X(min_s16_, i, OP2(h, h, h, "min.s16")) \
  X(max_s16_, i, OP2(h, h, h, "max.s16")) \
  X(mul_lo_s16_, i, OP2(h, h, h, "mul.lo.s16")) \
  X(mul_hi_s16_, i, OP2(h, h, h, "mul.hi.s16")) \
  X(mad_lo_s16_, i, OP3(h, h, h, h, "mad.lo.s16")) \
  X(mad_hi_s16_, i, OP3(h, h, h, h, "mad.hi.s16")) \
  X(sad_s16_, i, OP3(h, h, h, h, "sad.s16")) \
  X(abs_s16_, i, OP1(h, h, "abs.s16")) \
  X(neg_s16_, i, OP1(h, h, "neg.s16")) \
  X(set_ne_u32_s16_, i, OP2(r, h, h, "set.ne.u32.s16")) \
  X(set_ge_u32_s16_, i, OP2(r, h, h, "set.ge.u32.s16")) \
  X(set_le_u32_s16_, i, OP2(r, h, h, "set.le.u32.s16")) \
  X(div_s16_, i, TEXT(h, h, h, h, "{ .reg .b16 x, y; or.b16 x, %2, 1; and.b16 y, %1, 0x7fff; div.s16 %0, y, x; rem.s16 y, y, x; xor.b16 %0, %0, y; }")) \
  X(add_u32_, i, OP2(r, r, r, "add.u32")) \
  X(sub_u32_, i, OP2(r, r, r, "sub.u32")) \
  X(min_u32_, i, OP2(r, r, r, "min.u32")) \
  X(max_u32_, i, OP2(r, r, r, "max.u32")) \
  X(mul_lo_u32_, i, OP2(r, r, r, "mul.lo.u32")) \
  X(mul_hi_u32_, i, OP2(r, r, r, "mul.hi.u32")) \
  X(mad_lo_u32_, i, OP3(r, r, r, r, "mad.lo.u32")) \
  X(mad_hi_u32_, i, OP3(r, r, r, r, "mad.hi.u32")) \
  X(sad_u32_, i, OP3(r, r, r, r, "sad.u32")) \
  X(set_eq_u32_u32_, i, OP2(r, r, r, "set.eq.u32.u32")) \
  X(set_lt_u32_u32_, i, OP2(r, r, r, "set.lt.u32.u32")) \
  X(set_hs_u32_u32_, i, OP2(r, r, r, "set.hs.u32.u32")) \
  X(set_lo_u32_u32_, i, OP2(r, r, r, "set.lo.u32.u32")) \
  X(div_u32_, i, TEXT(r, r, r, r, "{ .reg .b32 x, y; or.b32 x, %2, 1; and.b32 y, %1, 0x7fffffff; div.u32 %0, y, x; rem.u32 y, y, x; xor.b32 %0, %0, y; }")) \
  X(add_s32_, i, OP2(r, r, r, "add.s32")) \
  X(sub_s32_, i, OP2(r, r, r, "sub.s32")) \
  X(min_s32_, i, OP2(r, r, r, "min.s32")) \
  X(max_s32_, i, OP2(r, r, r, "max.s32")) \
  X(mul_lo_s32_, i, OP2(r, r, r, "mul.lo.s32")) \
  X(mul_hi_s32_, i, OP2(r, r, r, "mul.hi.s32")) \
  X(mad_lo_s32_, i, OP3(r, r, r, r, "mad.lo.s32")) \
  X(mad_hi_s32_, i, OP3(r, r, r, r, "mad.hi.s32")) \
  X(sad_s32_, i, OP3(r, r, r, r, "sad.s32")) \
  X(abs_s32_, i, OP1(r, r, "abs.s32")) \
  X(neg_s32_, i, OP1(r, r, "neg.s32")) \
  X(set_ne_u32_s32_, i, OP2(r, r, r, "set.ne.u32.s32")) \
  X(set_ge_u32_s32_, i, OP2(r, r, r, "set.ge.u32.s32")) \
  X(set_le_u32_s32_, i, OP2(r, r, r, "set.le.u32.s32")) \
  X(div_s32_, i, TEXT(r, r, r, r, "{ .reg .b32 x, y; or.b32 x, %2, 1; and.b32 y, %1, 0x7fffffff; div.s32 %0, y, x; rem.s32 y, y, x; xor.b32 %0, %0, y; }")) \
  X(add_u64_, i, OP2(l, l, l, "add.u64")) \
  X(sub_u64_, i, OP2(l, l, l, "sub.u64")) \
  X(min_u64_, i, OP2(l, l, l, "min.u64")) \
  X(max_u64_, i, OP2(l, l, l, "max.u64")) \
  X(mul_lo_u64_, i, OP2(l, l, l, "mul.lo.u64")) \
  X(mul_hi_u64_, i, OP2(l, l, l, "mul.hi.u64")) \
  X(mad_lo_u64_, i, OP3(l, l, l, l, "mad.lo.u64")) \
  X(mad_hi_u64_, i, OP3(l, l, l, l, "mad.hi.u64")) \
  X(sad_u64_, i, OP3(l, l, l, l, "sad.u64")) \
  X(set_eq_u32_u64_, i, OP2(r, l, l, "set.eq.u32.u64")) \
  X(set_lt_u32_u64_, i, OP2(r, l, l, "set.lt.u32.u64")) \
  X(set_hs_u32_u64_, i, OP2(r, l, l, "set.hs.u32.u64")) \
  X(set_lo_u32_u64_, i, OP2(r, l, l, "set.lo.u32.u64")) \
  X(div_u64_, i, TEXT(l, l, l, l, "{ .reg .b64 x, y; or.b64 x, %2, 1; and.b64 y, %1, 0x7fffffffffffffff; div.u64 %0, y, x; rem.u64 y, y, x; xor.b64 %0, %0, y; }")) \
  X(add_s64_, i, OP2(l, l, l, "add.s64")) \
  X(sub_s64_, i, OP2(l, l, l, "sub.s64")) \
  X(min_s64_, i, OP2(l, l, l, "min.s64")) \
  X(max_s64_, i, OP2(l, l, l, "max.s64")) \
  X(mul_lo_s64_, i, OP2(l, l, l, "mul.lo.s64")) \
  X(mul_hi_s64_, i, OP2(l, l, l, "mul.hi.s64")) \
  X(mad_lo_s64_, i, OP3(l, l, l, l, "mad.lo.s64")) \
  X(mad_hi_s64_, i, OP3(l, l, l, l, "mad.hi.s64")) \
  X(sad_s64_, i, OP3(l, l, l, l, "sad.s64")) \
  X(abs_s64_, i, OP1(l, l, "abs.s64")) \
  X(neg_s64_, i, OP1(l, l, "neg.s64")) \
  X(set_ne_u32_s64_, i, OP2(r, l, l, "set.ne.u32.s64")) \
  X(set_ge_u32_s64_, i, OP2(r, l, l, "set.ge.u32.s64")) \
  X(set_le_u32_s64_, i, OP2(r, l, l, "set.le.u32.s64")) \
  X(div_s64_, i, TEXT(l, l, l, l, "{ .reg .b64 x, y; or.b64 x, %2, 1; and.b64 y, %1, 0x7fffffffffffffff; div.s64 %0, y, x; rem.s64 y, y, x; xor.b64 %0, %0, y; }")) \
  X(mul_wide_u16_, i, OP2(r, h, h, "mul.wide.u16")) \
  X(mad_wide_u16_, i, OP3(r, h, h, r, "mad.wide.u16")) \
  X(mul_wide_s16_, i, OP2(r, h, h, "mul.wide.s16")) \
  X(mad_wide_s16_, i, OP3(r, h, h, r, "mad.wide.s16")) \
  X(mul_wide_u32_, i, OP2(l, r, r, "mul.wide.u32")) \
  X(mad_wide_u32_, i, OP3(l, r, r, l, "mad.wide.u32")) \
  X(mul_wide_s32_, i, OP2(l, r, r, "mul.wide.s32")) \
  X(mad_wide_s32_, i, OP3(l, r, r, l, "mad.wide.s32")) \
  X(and_b16_, i, OP2(h, h, h, "and.b16")) \
  X(or_b16_, i, OP2(h, h, h, "or.b16")) \
  X(xor_b16_, i, OP2(h, h, h, "xor.b16")) \
  X(not_b16_, i, OP1(h, h, "not.b16")) \
  X(cnot_b16_, i, OP1(h, h, "cnot.b16")) \
  X(shl_b16_, i, OP2(h, h, r, "shl.b16")) \
  X(and_b32_, i, OP2(r, r, r, "and.b32")) \
  X(or_b32_, i, OP2(r, r, r, "or.b32")) \
  X(xor_b32_, i, OP2(r, r, r, "xor.b32")) \
  X(not_b32_, i, OP1(r, r, "not.b32")) \
  X(cnot_b32_, i, OP1(r, r, "cnot.b32")) \
  X(shl_b32_, i, OP2(r, r, r, "shl.b32")) \
  X(and_b64_, i, OP2(l, l, l, "and.b64")) \
  X(or_b64_, i, OP2(l, l, l, "or.b64")) \
  X(xor_b64_, i, OP2(l, l, l, "xor.b64")) \
  X(not_b64_, i, OP1(l, l, "not.b64")) \
  X(cnot_b64_, i, OP1(l, l, "cnot.b64")) \
  X(shl_b64_, i, OP2(l, l, r, "shl.b64")) \
  X(shr_u16_, i, OP2(h, h, r, "shr.u16")) \
  X(shr_s16_, i, OP2(h, h, r, "shr.s16")) \
  X(shr_u32_, i, OP2(r, r, r, "shr.u32")) \
  X(shr_s32_, i, OP2(r, r, r, "shr.s32")) \
  X(shr_u64_, i, OP2(l, l, r, "shr.u64")) \
  X(shr_s64_, i, OP2(l, l, r, "shr.s64")) \
  X(shr_b64_, i, OP2(l, l, r, "shr.b64")) \
  X(popc_b64_, i, OP1(r, l, "popc.b64")) \
  X(clz_b64_, i, OP1(r, l, "clz.b64")) \
  X(bfind_u64_, i, OP1(r, l, "bfind.u64")) \
  X(bfind_s64_, i, OP1(r, l, "bfind.s64")) \
  X(bfind_shiftamt_s64_, i, OP1(r, l, "bfind.shiftamt.s64")) \
  X(bfind_shiftamt_s32_, i, OP1(r, r, "bfind.shiftamt.s32")) \
  X(brev_b64_, i, OP1(l, l, "brev.b64")) \
  X(bfe_u64_, i, OP3(l, l, r, r, "bfe.u64")) \
  X(bfi_b64_, i, TEXT(l, l, l, r, "{ .reg .b32 n; shr.u32 n, %3, 8; bfi.b64 %0, %1, %2, %3, n; }")) \
  X(carry64_, i, TEXT(l, l, l, l, "{ .reg .u64 t; add.cc.u64 t, %1, %2; addc.cc.u64 t, %2, %3; addc.u64 %0, t, 0; }")) \
  X(borrow64_, i, TEXT(l, l, l, l, "{ .reg .u64 t; sub.cc.u64 t, %1, %2; subc.cc.u64 t, %2, %3; subc.u64 %0, t, 5; }")) \
  X(madc_hi_, i, TEXT(r, r, r, r, "{ .reg .u32 t; mad.lo.cc.u32 t, %1, %2, %3; madc.hi.cc.u32 t, %1, %2, t; madc.lo.u32 %0, %2, %3, t; }")) \
  X(lop3_, i, TEXT(r, r, r, r, "{ .reg .b32 t; lop3.b32 t, %1, %2, %3, 0x1e; lop3.b32 %0, t, %2, %3, 0xd8; }")) \
  X(lop3_bool_, i, TEXT(r, r, r, r, "{ .reg .pred p, q; .reg .b32 t; setp.gt.u32 q, %1, %2; lop3.or.b32 t|p, %1, %2, %3, 0x80, q; selp.b32 %0, t, 77, p; }")) \
  X(setp_bool_, i, TEXT(r, r, r, r, "{ .reg .pred p, q, s, t; setp.gt.u32 s, %1, 100; setp.eq.xor.s32 p|q, %2, %3, !s; not.pred t, p; xor.pred t, t, s; and.pred s, q, t; mov.pred q, s; selp.u32 %0, 1, 0, p; @q add.u32 %0, %0, 2; @t add.u32 %0, %0, 4; @!s add.u32 %0, %0, 8; }")) \
  X(slct_f_, i, TEXT(r, r, r, r, "slct.b32.f32 %0, %1, %2, %3;")) \
  X(slct_64_, i, TEXT(l, l, l, r, "slct.u64.s32 %0, %1, %2, %3;")) \
  X(vectors_, i, TEXT(l, r, r, r, "{ .reg .v2 .b32 v; .reg .b16 a, b, c, d; mov.b32 {a, b}, %1; mov.b32 {c, d}, %2; mov.b32 v.x, {b, c}; mov.b32 v.y, {d, a}; mov.b64 %0, {v.x, v.y}; }")) \
  X(numbers_, i, TEXT(r, r, r, r, "{ .reg .u32 t; add.u32 t, %1, 0b1011; xor.b32 t, t, 017; add.u32 t, t, 0xffU; sub.u32 %0, t, -5; }")) \
  X(loop_, i, TEXT(r, r, r, r, "{ .reg .u32 i, s; .reg .pred p; and.b32 i, %1, 15; mov.u32 s, %2; top: setp.eq.u32 p, i, 0; @p bra done; mad.lo.u32 s, s, 3, i; sub.u32 i, i, 1; bra.uni top; done: mov.u32 %0, s; }"))

OPERATIONS(DEFINE)

// Integer instructions of every width, booleans, registers of an asm statement.
CASE(integers) {
  OPERATIONS(RUN)
}
#undef OPERATIONS

#define OPERATIONS(X) \
  X(pack_s16_, i, OP2(r, r, r, "cvt.pack.sat.s16.s32")) \
  X(pack_u16_, i, OP2(r, r, r, "cvt.pack.sat.u16.s32")) \
  X(pack_s8_, i, OP3(r, r, r, r, "cvt.pack.sat.s8.s32.b32")) \
  X(pack_u8_, i, OP3(r, r, r, r, "cvt.pack.sat.u8.s32.b32")) \
  X(pack_s4_, i, OP3(r, r, r, r, "cvt.pack.sat.s4.s32.b32")) \
  X(pack_u4_, i, OP3(r, r, r, r, "cvt.pack.sat.u4.s32.b32")) \
  X(pack_s2_, i, OP3(r, r, r, r, "cvt.pack.sat.s2.s32.b32")) \
  X(pack_u2_, i, OP3(r, r, r, r, "cvt.pack.sat.u2.s32.b32")) \
  X(pack_small_s8_, i, TEXT(r, r, r, r, "{ .reg .b32 a, b; shr.s32 a, %1, 23; shr.s32 b, %2, 24; cvt.pack.sat.s8.s32.b32 %0, a, b, %3; }")) \
  X(pack_small_u4_, i, TEXT(r, r, r, r, "{ .reg .b32 a, b; shr.s32 a, %1, 27; shr.s32 b, %2, 28; cvt.pack.sat.u4.s32.b32 %0, a, b, %3; }"))

OPERATIONS(DEFINE)

// Two integers saturated to fewer bits and put beside each other.
CASE(packed_integers) {
  OPERATIONS(RUN)
}
#undef OPERATIONS
