// SPDX-License-Identifier: Apache-2.0
// Packets of a block that run side by side. Between two barriers a block's threads come in any order; what packets of
// several rows load alike is loaded once then, where straight code has been made of what a packet does:
//
//   for (y = 0; y < 32; ++y) {                      for (y = 0; y < 32; y += 4) {
//     sum = sums[y]                                   sum0 = sums[y]; ... sum3 = sums[y + 3]
//     sum += a[y][0] * b[0][0 ... 31]        ->       row = b[0][0 ... 31]
//     sum += a[y][1] * b[1][0 ... 31]                 sum0 += a[y][0] * row; ... sum3 += a[y + 3][0] * row
//     ...                                             ...
//   }                                               }
#pragma once

#include <llvm/IR/Function.h>
#include <llvm/IR/Instruction.h>

#include "compiler/spmd/target_info.h"

namespace riffle::spmd {

/// Says of a loop, from its latch, that its rounds are packets of a block.
void mark_packets(llvm::Instruction& latch);
/// Says of a kernel's range function that between barriers its threads do not change memory that others look at: it has
/// no atomics, and nobody follows what it does.
void mark_independent_packets(llvm::Function& run);

/// Of such a function, behind optimising, where there are registers enough.
void jam_rows(llvm::Function& run, VectorRegisters registers);

}  // namespace riffle::spmd
