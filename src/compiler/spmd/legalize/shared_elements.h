// SPDX-License-Identifier: Apache-2.0
// Shared memory whose elements a block accesses at known places and under known masks, in one piece of code: a tree in which every
// other thread adds, then every fourth; a scan. What is stored goes to the loads in registers.
//
//   masked.store <32 x float> %sum, ptr %shared, <1, 0, 1, 0, ...>
//   %a = masked.load ptr %shared + 8, <1, 0, 0, 0, 1, ...>           ->    %a = shufflevector %sum, <2, -1, -1, -1, 6, ...>
#pragma once

#include <llvm/IR/Dominators.h>

#include "compiler/spmd/legalize/shared_accesses.h"

namespace riffle::spmd {

/// Of `group`, all accesses of a block's shared memory, none of them in an inner loop, what is loaded becomes what was stored; the stores go. False, and nothing is
/// changed, if an access does not always come after those before it, or a load would need elements of too many registers.
bool pass_in_registers(llvm::ArrayRef<SharedAccess> group, const llvm::DominatorTree& dominators);

}  // namespace riffle::spmd
