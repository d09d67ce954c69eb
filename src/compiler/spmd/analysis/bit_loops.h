// SPDX-License-Identifier: Apache-2.0
// Loops that take a number apart bit by bit, which LLVM knows as one instruction where the processor has it.
#pragma once

#include <llvm/IR/Function.h>

namespace riffle::spmd {

/// Whether `function` has a loop of one block without memory accesses that goes on with `x & (x - 1)` or with x shifted.
bool has_bit_loop(const llvm::Function& function);

}  // namespace riffle::spmd
