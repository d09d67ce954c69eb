// SPDX-License-Identifier: Apache-2.0
// What is asked about masks of packets, once code has been optimised.
#pragma once

#include <llvm/IR/Instructions.h>

namespace riffle::spmd {

/// `user` is the bitcast of `icmp eq/ne (bitcast %mask), 0`: that comparison. Null: something else.
llvm::ICmpInst* question_about(llvm::User* user);

/// The i1 that all lanes of `mask` have; null: they may differ.
llvm::Value* shared_by_lanes(llvm::Value* mask);

}  // namespace riffle::spmd
