// SPDX-License-Identifier: Apache-2.0
// Sums that have terms in common, in another order:
//
//   %a = p + q + r + s                       %t = q + r
//   %b = u + q + v + r                ->     %a = %t + p + s
//                                            %b = %t + u + v
//
// Sums of integers wrap: every order gives the same bits. Where rows of a block stand one behind the other, a neighbour of one is
// a neighbour of the next.
#pragma once

#include <llvm/IR/Function.h>

namespace riffle::spmd {

/// Of packets, block by block. Returns whether anything was changed.
bool share_sums(llvm::Function& function);

}  // namespace riffle::spmd
