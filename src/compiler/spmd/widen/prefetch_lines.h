// SPDX-License-Identifier: Apache-2.0
// What the passes share that ask for lines of memory before packets load them.
#pragma once

#include <llvm/ADT/DenseMap.h>
#include <llvm/Analysis/LoopInfo.h>
#include <llvm/IR/IRBuilder.h>

#include <cstdint>

#include "compiler/spmd/keys.h"

namespace riffle::spmd {

/// As long as memory takes, and near enough for the first cache: what is in the second comes no later than it would.
inline constexpr std::uint64_t kBytesAhead = 1024;

/// A load's address; null if `instruction` is none, or must stay as it is.
llvm::Value* loaded_address(llvm::Instruction& instruction);
/// Asks for the lines of a `type` at `place`, which may be anywhere.
void prefetch_lines(llvm::IRBuilder<>& builder, llvm::Value& place, llvm::Type& type);
/// Asks for what lies kBytesAhead behind `address`, or in front of it if the load falls (kFalls), before the load from there.
void prefetch_behind(llvm::Instruction& load, llvm::Value& address);
/// What `value`, made of simple operations in `loop` (null: anywhere), is with the values of `known` in place of others.
llvm::Value* evaluated_with(llvm::IRBuilder<>& builder, llvm::Value& value,
                            llvm::DenseMap<llvm::Value*, llvm::Value*>& known,
                            const llvm::Loop* loop);
/// Neither shared memory nor a thread's own.
bool is_in_memory_of_parameter(const llvm::Value& address);
/// Whether `function` asks for lines.
bool prefetches(const llvm::Function& function);

}  // namespace riffle::spmd
