// SPDX-License-Identifier: Apache-2.0
// Branches of which one way is right for any thread, the other, which is faster, only where a condition holds. A packet goes one of
// them as a whole:
//
//   br %c, fast, any, !riffle.one.way    ->    br riffle.lanes.agree(%c), fast, any      (uniform)
#pragma once

#include <llvm/IR/Function.h>
#include <llvm/IR/Instructions.h>

namespace riffle::spmd {

/// Says so of a branch of a body whose first way is the faster one.
void mark_one_way(llvm::BranchInst& branch);
[[nodiscard]] bool goes_one_way(const llvm::BranchInst& branch);

/// Of a body that is to be widened, before it is structurised: as many threads as a packet has are asked.
void test_one_way_branches(llvm::Function& body);

}  // namespace riffle::spmd
