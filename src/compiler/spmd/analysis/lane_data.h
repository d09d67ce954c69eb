// SPDX-License-Identifier: Apache-2.0
// What the lanes of a packet compute from values that each of them has loaded: nothing is known before the kernel runs about
// such numbers, addresses and conditions.
#pragma once

#include <llvm/ADT/STLFunctionalExtras.h>
#include <llvm/ADT/SmallPtrSet.h>
#include <llvm/IR/Function.h>
#include <llvm/IR/Instruction.h>

namespace riffle::spmd {

class LaneData {
 public:
  /// Of `body`, where `is_uniform` says what all lanes share: a load that is the same for all of them is not the lanes' own.
  LaneData(const llvm::Function& body,
           llvm::function_ref<bool(const llvm::Instruction&)> is_uniform);

  [[nodiscard]] bool contains(const llvm::Value& value) const { return values_.contains(&value); }

 private:
  llvm::SmallPtrSet<const llvm::Value*, 32> values_;
};

}  // namespace riffle::spmd
