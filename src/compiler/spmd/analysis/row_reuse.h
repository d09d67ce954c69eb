// SPDX-License-Identifier: Apache-2.0
// Loops over a block's rows in which rows load what the rows before have loaded:
//
//   for (y = 0; y < 32; ++y) sums[y] = tile[(y + 31) % 32] + tile[y] + tile[(y + 1) % 32];
//
// The extents of the block are constants, so that all addresses of all iterations are known but for what they are relative to.
#pragma once

#include <llvm/Analysis/LoopInfo.h>

namespace riffle::spmd {

/// How many iterations `loop` has, if all go the same way, at least half of the vectors that they load are such, nothing that they store may change
/// them, what rows keep for the next ones takes no more than half of the processor's vector registers, of `register_bits`
/// together, and all iterations together are little code; 0: it is no such loop.
unsigned rows_that_reuse(llvm::Loop& loop, const llvm::LoopInfo& loops, unsigned register_bits);

}  // namespace riffle::spmd
