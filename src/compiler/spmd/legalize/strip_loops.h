// SPDX-License-Identifier: Apache-2.0
// Rounds of arithmetic on vectors of several registers, register by register:
//
//   %a = fmul <32 x float> %x, %y             %a0 = fmul <8 x float> %x0, %y0
//   %b = fadd <32 x float> %a, %z      ->     %b0 = fadd <8 x float> %a0, %z0
//                                             %a1 = fmul <8 x float> %x1, %y1
//                                             ...
//
// The code generator takes instructions apart one by one, and then has what lies between two of them in as many registers as a
// vector needs. One strip after the other needs few beside what goes round (arrange_strips.h), and the processor, which looks far
// ahead, still does them side by side: each waits for its own chain of operations.
#pragma once

#include <llvm/IR/Function.h>

#include "compiler/spmd/target_info.h"

namespace riffle::spmd {

/// Of loops that lanes leave at different times and that touch no memory, of vectors of more than two registers. Behind
/// split_masks.
void strip_loops(llvm::Function& function, VectorRegisters registers);

}  // namespace riffle::spmd
