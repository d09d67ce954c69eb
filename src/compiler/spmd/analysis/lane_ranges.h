// SPDX-License-Identifier: Apache-2.0
// Between which numbers the elements of vectors of integers lie, whatever the lanes load.
#pragma once

#include <llvm/ADT/DenseMap.h>
#include <llvm/IR/ConstantRange.h>
#include <llvm/IR/Instructions.h>

namespace riffle::spmd {

class LaneRanges {
 public:
  /// Of a vector of integers, or an integer.
  llvm::ConstantRange of(const llvm::Value& value, unsigned depth = kDeepest);

 private:
  static constexpr unsigned kDeepest = 32;

  llvm::ConstantRange compute(const llvm::Instruction& instruction, unsigned depth);

  llvm::DenseMap<const llvm::Value*, llvm::ConstantRange> known_;
};

}  // namespace riffle::spmd
