// SPDX-License-Identifier: Apache-2.0
// Blocks whose rows are no whole warps although their threads are, 16 x 16 or 8 x 8 x 4: a warp is 32 threads in order of
// their numbers, and goes on in the next row. Such a block runs as one row of all its threads, in which a thread finds its
// place from its number:
//
//   thread.x  ->  %linear % %extent.x
//   thread.y  ->  %linear / %extent.x % %extent.y
//   thread.z  ->  %linear / %extent.x / %extent.y
#pragma once

#include <llvm/IR/Function.h>
#include <llvm/IR/IRBuilder.h>

#include "compiler/spmd/strategy/range_function.h"

namespace riffle::spmd {

/// A new function from `body`, which stays as it is: of a block that is told to have one row, as_one_row.
llvm::Function* make_body_of_one_row(llvm::Function& body);

/// Whether it takes thread.y for thread.x's quotient, which is right for blocks of two dimensions: bodies that do not ask for
/// thread.z have no others as a rule, and number their threads without it.
bool takes_planes(const llvm::Function& body);

/// The arguments of that body.
BodyArguments as_one_row(const BodyArguments& arguments);

/// Whether the block's threads are warps, and a plane where that is what the body takes; an i1.
llvm::Value* serve_one_row(llvm::IRBuilder<>& builder, const BodyArguments& arguments,
                           bool takes_planes);

}  // namespace riffle::spmd
