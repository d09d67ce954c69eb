// SPDX-License-Identifier: Apache-2.0
// Operations that flush denormal results. A result counts as denormal if it is below the least normal number when rounded
// with an unbounded exponent, as on GPUs and in x86's flushing mode: 0x1.fffffep-126 * 0.5 gives 0, though the product
// rounded as a denormal would be normal.
#pragma once

#include <llvm/IR/IRBuilder.h>

namespace riffle::ptx {

/// `rounded` or a zero of its sign. `exact`: the result in double; `error`: of the same sign as what is missing from it, or
/// null.
llvm::Value* select_normal(llvm::IRBuilderBase& builder, llvm::Value* rounded, llvm::Value* exact,
                           llvm::Value* error);

// `rounded`, of float or half, is the operation's result; the others are its operands, without denormals.
llvm::Value* flushed_product(llvm::IRBuilderBase& builder, llvm::Value* rounded, llvm::Value* left,
                             llvm::Value* right);
llvm::Value* flushed_quotient(llvm::IRBuilderBase& builder, llvm::Value* rounded,
                              llvm::Value* number, llvm::Value* divisor);
llvm::Value* flushed_fused(llvm::IRBuilderBase& builder, llvm::Value* rounded, llvm::Value* left,
                           llvm::Value* right, llvm::Value* addend);

}  // namespace riffle::ptx
