// SPDX-License-Identifier: Apache-2.0
// Loops whose step is of the grid's size touch a few lines of a page and leave it for another, which no processor
// foresees. Their loads are asked for some iterations before:
//
//   %i = phi [ %start, ... ], [ %i + %step, ... ]
//   load <16 x float>, ptr %a[%i]     ->  prefetch %a[%i + 3 * %step];  load ...
#pragma once

#include <llvm/IR/Function.h>

#include "compiler/spmd/analysis/grid_loop.h"
#include "compiler/spmd/kernel_body.h"

namespace riffle::spmd {

/// `packet` is a widened body: what follows from lane 0's index is known by its scalars.
void prefetch_strides(llvm::Function& packet);

/// The same of `loop` when it is turned (turned_loop.h) and `packet` is its code: in a round a group of blocks reads a piece of
/// memory and leaves for another, which is asked for meanwhile. Of narrow elements the piece is too short for a processor to
/// read ahead. Before AVX-512 all is asked for, of elements of a few bytes: what threads keep is read from place to place
/// between, which hides the walk from the processor. `passed`: what threads have gone past.
void prefetch_next_round(llvm::Function& packet, llvm::Argument& passed, const GridLoop& loop,
                         Masks masks);

}  // namespace riffle::spmd
