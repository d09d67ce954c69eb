// SPDX-License-Identifier: Apache-2.0
// Conversions of vectors of floats to integers of 32 bits, which give the nearest number, and 0 for NaN. The code generator converts
// one element after the other:
//
//   %i = fptosi.sat <8 x i32> %x   ->   %c = select (|%x| < 2^31), %x, -2^31;  %t = fptosi %c
//                                       %i = select (%x >= 2^31), 2^31 - 1, (select (%x is NaN), 0, %t)
#pragma once

#include <llvm/IR/Function.h>

namespace riffle::spmd {

/// Behind optimising: in its own form a conversion says more.
void saturate_vectors(llvm::Function& function);

}  // namespace riffle::spmd
