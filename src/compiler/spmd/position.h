// SPDX-License-Identifier: Apache-2.0
// Where a function learns its thread's position from: arguments of a body, or the hidden thread
// pointer of a device function that stayed out of line.
#pragma once

#include <llvm/IR/IRBuilder.h>

#include "compiler/spmd/kernel_body.h"

namespace riffle::spmd {

/// The value of `which` inside `function`: its argument, or a load through its thread pointer.
llvm::Value* position_value(llvm::IRBuilderBase& builder, llvm::Function& function, BodyArg which);

/// Replaces every position read (Kind::kPosition) of `function`. `static_shared_bytes` is the size
/// of the static part of shared memory.
void lower_position_reads(llvm::Function& function, std::uint32_t static_shared_bytes);

/// Type of a body's leading arguments; parameters follow.
llvm::SmallVector<llvm::Type*, 32> body_prefix_types(llvm::LLVMContext& context);

/// Names and value ranges of a body's leading arguments.
void annotate_body_arguments(llvm::Function& body);

/// Stores what `which` is into the abi::Thread behind `thread`.
void store_position(llvm::IRBuilderBase& builder, llvm::Value* thread, BodyArg which,
                    llvm::Value* value);

/// Stores the position of `body`'s thread into the abi::Thread behind its kThread argument, right
/// before each use of that argument. For strategies whose threads have no abi::Thread of their own.
void materialize_thread_at_uses(llvm::Function& body);

}  // namespace riffle::spmd
