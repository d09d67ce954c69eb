// SPDX-License-Identifier: Apache-2.0
// What the passes share that ask for lines of memory before packets load them.
#pragma once

#include <llvm/IR/IRBuilder.h>

namespace riffle::spmd {

/// A load's address; null if `instruction` is none, or must stay as it is.
llvm::Value* loaded_address(llvm::Instruction& instruction);
/// Asks for the lines of a `type` at `place`, which may be anywhere.
void prefetch_lines(llvm::IRBuilder<>& builder, llvm::Value& place, llvm::Type& type);
/// Asks for what lies some packets' loads behind `address`, in front of the load from there.
void prefetch_behind(llvm::Instruction& load, llvm::Value& address);
/// Neither shared memory nor a thread's own.
bool is_in_memory_of_parameter(const llvm::Value& address);
/// Whether `function` asks for lines.
bool prefetches(const llvm::Function& function);

}  // namespace riffle::spmd
