// SPDX-License-Identifier: Apache-2.0
// What the lanes of a packet make of their values together: reductions of warps, atomics on one address. Subtracted values
// are added up.
#pragma once

#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/Instructions.h>

namespace riffle::spmd {

/// Of a lane that counts for nothing; null: no number does here.
llvm::Constant* neutral(llvm::AtomicRMWInst::BinOp operation, llvm::Type* type);
/// Of integers, place by place.
llvm::Value* combine(llvm::IRBuilder<>& builder, llvm::AtomicRMWInst::BinOp operation,
                     llvm::Value* left, llvm::Value* right);
/// Of integers, all places.
llvm::Value* reduced(llvm::IRBuilder<>& builder, llvm::AtomicRMWInst::BinOp operation,
                     llvm::Value* values);

}  // namespace riffle::spmd
