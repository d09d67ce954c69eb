// SPDX-License-Identifier: Apache-2.0
// Divisors as exact_arithmetic leaves them.
//
//   %none = icmp eq i32 %m, 0
//   %safe = select i1 %none, i32 1, i32 %m
#pragma once

#include <llvm/ADT/SmallVector.h>
#include <llvm/IR/Value.h>

namespace riffle::spmd {

/// The value that selections replace by 1 where it is 0 or -1 (exact_arithmetic), with their conditions appended to
/// `conditions`; `divisor` itself if there are none.
llvm::Value* true_divisor(llvm::Value* divisor, llvm::SmallVectorImpl<llvm::Value*>& conditions);

}  // namespace riffle::spmd
