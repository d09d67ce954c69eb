// SPDX-License-Identifier: Apache-2.0
// Loops whose step is of the grid's size touch a few lines of a page and leave it for another, which no processor
// foresees. Their loads are asked for some iterations before:
//
//   %i = phi [ %start, ... ], [ %i + %step, ... ]
//   load <16 x float>, ptr %a[%i]     ->  prefetch %a[%i + 3 * %step];  load ...
#pragma once

#include <llvm/IR/Function.h>

namespace riffle::spmd {

/// `packet` is a widened body: what follows from lane 0's index is known by its scalars.
void prefetch_strides(llvm::Function& packet);

}  // namespace riffle::spmd
