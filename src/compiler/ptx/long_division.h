// SPDX-License-Identifier: Apache-2.0
// Compilers lead divisions of 64 bits past the long way where 32 are enough:
//
//   short:  %q = zext(udiv i32 trunc(a), trunc(b))      long:  %r = udiv i64 a, b      join:  phi [%q, short], [%r, long]
//
// NVIDIA's assembler takes both for the one division that they are: by zero it gives 64 ones, where the short way as
// written has 32.
#pragma once

#include <llvm/IR/Function.h>

namespace riffle::ptx {

/// Gives short ways of the function the long one's answer to a division by zero.
void complete_short_divisions(llvm::Function& function);

}  // namespace riffle::ptx
