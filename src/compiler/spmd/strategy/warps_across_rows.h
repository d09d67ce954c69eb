// SPDX-License-Identifier: Apache-2.0
// Blocks whose rows are no whole warps although their threads are, 16 x 16 or 8 x 8 x 4: a warp is 32 threads in order of
// their numbers, and goes on in the next row. Such a block runs as one row of all its threads, in which a thread finds its
// place from its number:
//
//   thread.x  ->  %linear % %extent.x
//   thread.y  ->  %linear / %extent.x % %extent.y
//   thread.z  ->  %linear / %extent.x / %extent.y
//
// In code for one shape, the block's threads need not be whole warps: the last warp has lanes without a thread, and the body
// begins with the question which have one, as an early return:
//
//   blocks of 100 threads  ->  128 threads in a row, if (%linear < 100) { body }
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

/// Whether `body` is made for one shape in which the last warp of a block has lanes without a thread.
bool has_partial_warp(const llvm::Function& body);

/// The arguments of that body, whose row is of whole warps.
BodyArguments as_one_row(const BodyArguments& arguments, const llvm::Function& body);

/// Whether the block's threads are warps, or `body` allows for a partial one, and a plane where that is what it takes; an i1.
llvm::Value* serve_one_row(llvm::IRBuilder<>& builder, const BodyArguments& arguments,
                           const llvm::Function& body);

}  // namespace riffle::spmd
