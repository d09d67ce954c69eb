// SPDX-License-Identifier: Apache-2.0
// The order of a round of arithmetic, a block that goes round by itself and touches no memory, for few registers.
#pragma once

#include <llvm/IR/BasicBlock.h>

namespace riffle::spmd {

/// Puts what belongs together behind each other: the results of a round that come from the same vectors of the round before, of
/// these next the one that needs least beside what is there already.
void arrange_strips(llvm::BasicBlock& block);

/// Of more than `most` vectors that go round, those that cost least in the frame are kept there: each round loads, changes and
/// stores them, and nothing waits for them. Registers given out by uses would hold what other operations wait for in the frame.
void keep_in_frame(llvm::BasicBlock& block, unsigned most);

}  // namespace riffle::spmd
