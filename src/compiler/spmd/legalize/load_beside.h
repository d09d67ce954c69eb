// SPDX-License-Identifier: Apache-2.0
// Vectors of several registers that are loaded and turned, as rows of a ring are:
//
//   %row  = load <32 x i32>, ptr %p               %row  = load <32 x i32>, ptr %p
//   %next = shuffle %row, <1, 2, ..., 31, 0>  ->  load <8 x i32> of %p + 1, %p + 9 and %p + 17
//                                                 shuffle %row, <25, ..., 31, 0>
//
// A register that does not go around is loaded from beside: that is an operand of the addition, where AVX2 would bring together
// and shift the halves of two registers.
#pragma once

#include <llvm/IR/Function.h>

namespace riffle::spmd {

/// Behind optimising, for registers of 256 bits. Of blocks of code that turn more than what the processor may still have to store:
/// loads of which parts are in several such stores wait. Returns whether anything was changed.
bool load_beside(llvm::Function& function);

}  // namespace riffle::spmd
