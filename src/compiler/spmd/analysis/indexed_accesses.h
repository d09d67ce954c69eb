// SPDX-License-Identifier: Apache-2.0
// Loops whose iterations have nothing to do with each other: each touches its own elements of arrays.
#pragma once

#include <llvm/ADT/STLFunctionalExtras.h>
#include <llvm/Analysis/LoopInfo.h>
#include <llvm/IR/IRBuilder.h>

#include <optional>

namespace riffle::spmd {

/// Bytes from base + index * scale + offset on.
struct IndexedAccess {
  llvm::Value* base;
  std::int64_t scale;
  std::int64_t offset;
  std::int64_t size;
  bool writes;
};
using IndexedAccesses = llvm::SmallVector<IndexedAccess, 8>;

/// All that `loop` does to memory, each once, if that is loads and stores of such places, whose bases
/// `is_base` accepts, and loads that no store of the loop can reach. `index` never wraps.
std::optional<IndexedAccesses> indexed_accesses(
    const llvm::Loop& loop, const llvm::Instruction& index,
    llvm::function_ref<bool(const llvm::Value&)> is_base);

/// Whether what one index in [0, count) writes no other index touches; an i1. `bases` has the accesses' bases.
llvm::Value* touch_apart(llvm::IRBuilder<>& builder, const IndexedAccesses& accesses,
                         llvm::ArrayRef<llvm::Value*> bases, llvm::Value* count);

}  // namespace riffle::spmd
