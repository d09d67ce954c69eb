// SPDX-License-Identifier: Apache-2.0
// Values that a region computes again where it begins, because that is cheaper than a slot for each thread.
#pragma once

#include <llvm/ADT/DenseMap.h>
#include <llvm/IR/IRBuilder.h>

namespace riffle::spmd {

class Recomputation {
 public:
  /// `has_loops_of_packets`: splats (insertions and shuffles) are cheap where a region's packets are a loop, which they can leave.
  explicit Recomputation(bool has_loops_of_packets) : splats_are_cheap_(has_loops_of_packets) {}

  /// Whether a few instructions give `value` again at the beginning of each of `resumes`. What is in `dispatch` is there anyway.
  [[nodiscard]] bool is_worth_it(llvm::Value& value, llvm::ArrayRef<llvm::BasicBlock*> resumes,
                                 const llvm::BasicBlock& dispatch);
  /// `value` at the beginning of one of them; each instruction once.
  llvm::Value* make(llvm::IRBuilder<>& builder, llvm::Value& value, llvm::BasicBlock& resume);

 private:
  using Copies = llvm::DenseMap<llvm::Instruction*, llvm::Value*>;

  bool fits(llvm::Value& value, llvm::ArrayRef<llvm::BasicBlock*> resumes, unsigned& budget);
  [[nodiscard]] bool is_cheap(const llvm::Instruction& instruction) const;
  llvm::Value* make(llvm::IRBuilder<>& builder, llvm::Value& value, Copies& copies);

  bool splats_are_cheap_;
  const llvm::BasicBlock* dispatch_ = nullptr;
  llvm::DenseMap<llvm::BasicBlock*, Copies> copies_;
};

}  // namespace riffle::spmd
