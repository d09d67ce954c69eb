// SPDX-License-Identifier: Apache-2.0
// Walks of packets that begin where memory says: rows of a sparse matrix, a warp for each. A processor reads ahead of a walk
// while it lasts, but predicts the ends of short ones wrong, and then waits for the lines of the next. That one usually begins
// where this one ends, as the places do that tell. So loads are asked for before, past the walk's end:
//
//   %k = phi [ (load %begins[%row]), ... ], [ %k + 32, ... ]
//   load <32 x float>, ptr %a[%k]     ->  prefetch %a[%k] + 1024;  load ...
//
// Where lanes go along neighbouring rows side by side, by gathers, their lines lie behind the first lane's place: each round asks
// for as many as all lanes take. Where the row comes from memory too, nothing is known about the next walk.
#pragma once

#include <llvm/IR/Function.h>

namespace riffle::spmd {

/// `packet` is a widened body.
void prefetch_walks(llvm::Function& packet);
/// Of threads that run one by one: a line for each walk, where it begins.
void prefetch_walks_of_thread(llvm::Function& body);

}  // namespace riffle::spmd
