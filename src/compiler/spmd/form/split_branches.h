// SPDX-License-Identifier: Apache-2.0
// Branches around an access, `if (0 <= x + d && x + d < w) sum += image[x + d]`, hold for all threads of most packets, as
// scalar comparisons of the packet's ends tell. Those packets get a copy without the branch's mask:
//
//   br %c, then, join    ->    br riffle.whole.packet(%c), then.all, some     (uniform: the mask is the one above)
//                              some: br %c, then, join
#pragma once

#include <llvm/IR/Function.h>

#include "compiler/spmd/target_info.h"

namespace riffle::spmd {

/// Of a structurised body: branches around a few instructions; where masks are cheap only in loops, else only where there is
/// no mask already.
void split_branches(llvm::Function& body, unsigned lanes, Masks masks);

}  // namespace riffle::spmd
