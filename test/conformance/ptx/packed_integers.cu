// SPDX-License-Identifier: Apache-2.0
// Two integers saturated to fewer bits and put beside each other.
#include "operation.h"

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

int main() { OPERATIONS(RUN) }
