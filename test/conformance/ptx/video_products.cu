// SPDX-License-Identifier: Apache-2.0
// vmad of whole registers and of parts, saturated and shifted, at the edges of 32 bits.
#include "../transcript.h"
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
int main() { OPERATIONS(RUN) }
