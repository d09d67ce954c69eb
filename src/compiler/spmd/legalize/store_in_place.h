// SPDX-License-Identifier: Apache-2.0
// What rows leave in scratch memory while all of them read, to be copied behind a barrier to where they have read:
//
//   scratch[0] = tile[3] + tile[1] ...             tile[0] = tile[3] + tile[1] ...
//   scratch[1] = tile[0] + tile[2] ...             tile[1] = %0 + tile[2] ...
//   ...                                     ->     ...
//   for (y = 0; y < 4; ++y)
//     tile[y] = scratch[y];
//
// Where rows stand one behind the other (unroll_rows.h) and load nothing twice, a row's place is often read before its result is
// there: results need no other place, and nobody copies.
#pragma once

#include <llvm/Analysis/LoopInfo.h>
#include <llvm/Analysis/ScalarEvolution.h>
#include <llvm/IR/Dominators.h>
#include <llvm/IR/Function.h>

namespace riffle::spmd {

/// Of a range function (strategy/range_function.h). Returns whether anything was changed; no analysis holds then.
bool store_in_place(llvm::Function& run, llvm::LoopInfo& loops, llvm::ScalarEvolution& evolution,
                    const llvm::DominatorTree& dominators);

}  // namespace riffle::spmd
