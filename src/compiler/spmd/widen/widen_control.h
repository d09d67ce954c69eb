// SPDX-License-Identifier: Apache-2.0
// Control flow of a structurised body, as widening sees it.
#pragma once

#include <llvm/Analysis/LoopInfo.h>
#include <llvm/Analysis/PostDominators.h>
#include <llvm/IR/Dominators.h>
#include <llvm/IR/Instructions.h>

#include <string>

#include "compiler/spmd/analysis/uniformity.h"

namespace riffle::spmd {

class ControlFlow {
 public:
  ControlFlow(llvm::Function& body, unsigned lanes);

  /// Empty if every divergent branch is an if-then or the only exit of its loop; otherwise the
  /// reason.
  [[nodiscard]] const std::string& refusal() const { return refusal_; }
  /// What the refusal is about; null if there is none.
  [[nodiscard]] const llvm::Instruction* refused() const { return refused_; }

  [[nodiscard]] const Uniformity& uniformity() const { return uniformity_; }
  [[nodiscard]] const llvm::LoopInfo& loops() const { return loops_; }
  [[nodiscard]] llvm::BasicBlock* immediate_dominator(const llvm::BasicBlock* block) const;

  [[nodiscard]] bool is_divergent_latch(const llvm::BasicBlock& block) const;
  [[nodiscard]] bool is_divergent_if(const llvm::BasicBlock& block) const;
  [[nodiscard]] bool is_divergent_loop(const llvm::Loop& loop) const;
  /// Of a divergent if: the successor that only some lanes enter.
  [[nodiscard]] llvm::BasicBlock* then_block(const llvm::BasicBlock& block) const;

  /// Where the lanes that do not come through `pred` left for `join`: the nearest block above
  /// `pred` whose divergent branch leads to `join`. Null if all lanes come through `pred`.
  [[nodiscard]] llvm::BasicBlock* other_way(llvm::BasicBlock* pred, llvm::BasicBlock* join) const;

  /// Divergent phis whose lanes do not all come from the block that control came from.
  [[nodiscard]] const llvm::SmallPtrSetImpl<const llvm::PHINode*>& blended() const {
    return blended_;
  }

  /// True if a lane that is off in `block` may still come to a barrier, there or elsewhere.
  [[nodiscard]] bool others_may_wait(const llvm::BasicBlock& block) const;

  /// Phis behind a divergent loop: each lane keeps the value it saw last.
  [[nodiscard]] llvm::SmallVector<llvm::PHINode*, 4> live_outs(const llvm::Loop& loop) const;

 private:
  void check(llvm::Function& body);
  void refuse(const llvm::BasicBlock& block, const char* reason);
  void find_blended(llvm::Function& body);

  Uniformity uniformity_;
  llvm::DominatorTree dominators_;
  llvm::PostDominatorTree post_dominators_;
  llvm::LoopInfo loops_;
  llvm::SmallPtrSet<const llvm::PHINode*, 16> blended_;
  std::string refusal_;
  const llvm::Instruction* refused_ = nullptr;
};

}  // namespace riffle::spmd
