// SPDX-License-Identifier: Apache-2.0
// Which functions a call may come to, of those that stayed out of line: recursive ones, and those behind pointers.
#pragma once

#include <llvm/ADT/STLFunctionalExtras.h>
#include <llvm/ADT/SmallPtrSet.h>
#include <llvm/IR/Function.h>
#include <llvm/IR/InstrTypes.h>

namespace riffle::spmd {

/// A pointer may lead to each function of its type whose address is taken somewhere. Asked about many calls, it looks
/// at each function once.
class CallsOutOfLine {
 public:
  /// One that satisfies `is_wanted`, the same question each time, of those that `call` may come to, through others too,
  /// and that calls before it may not; null: none.
  const llvm::Function* find(const llvm::CallBase& call,
                             llvm::function_ref<bool(const llvm::Function&)> is_wanted);

 private:
  void note_callees(const llvm::CallBase& call);

  llvm::SmallPtrSet<const llvm::Function*, 16> seen_;
  llvm::SmallPtrSet<const llvm::FunctionType*, 4> types_;  ///< of pointers
  llvm::SmallVector<const llvm::Function*, 16> work_;
};

}  // namespace riffle::spmd
