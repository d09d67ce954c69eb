// SPDX-License-Identifier: Apache-2.0
#include "compiler/spmd/legalize/arrange_strips.h"

#include <llvm/ADT/DenseMap.h>
#include <llvm/ADT/EquivalenceClasses.h>
#include <llvm/ADT/SetVector.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/Instructions.h>

namespace riffle::spmd {

using namespace llvm;

namespace {

class StripOrder {
 public:
  explicit StripOrder(BasicBlock& block) : block_(block) {
    for (PHINode& phi : block.phis()) {
      auto* result = dyn_cast<Instruction>(phi.getIncomingValueForBlock(&block));
      if (result == nullptr || !is_step(*result) || !result->getType()->isVectorTy()) continue;
      results_.insert(result);
      replaced_.try_emplace(result, &phi);
    }
    for (Instruction* result : results_)
      for (const Instruction* step : needed_for(*result)) join(*result, *step);
  }

  void arrange() {
    while (!results_.empty()) {
      const Instruction* first = results_.front();
      while (Instruction* next = cheapest_beside(*first)) {
        for (Instruction* step : needed_for(*next)) place(*step);
        results_.remove(next);
      }
    }
  }

 private:
  using Steps = SetVector<Instruction*>;

  [[nodiscard]] bool is_step(const Instruction& step) const {
    return step.getParent() == &block_ && !isa<PHINode>(step);
  }
  void join(const Instruction& result, const Instruction& step) {
    for (const Value* operand : step.operands()) {
      const auto* phi = dyn_cast<PHINode>(operand);
      if (phi != nullptr && phi->getParent() == &block_ && phi->getType()->isVectorTy())
        together_.unionSets(&result, phi);
    }
  }
  Instruction* cheapest_beside(const Instruction& first) const {
    Instruction* best = nullptr;
    std::size_t least = 0;
    for (Instruction* result : results_) {
      if (result != &first && !together_.isEquivalent(result, &first)) continue;
      const std::size_t needed = needed_for(*result).size();
      if (best == nullptr || needed < least) best = result, least = needed;
    }
    return best;
  }
  /// What is not in place yet, operands first: behind all others that use what it replaces, a result takes the register.
  [[nodiscard]] Steps needed_for(Instruction& result) const {
    Steps needed;
    for (User* user : replaced_.lookup(&result)->users()) {
      Steps others;
      if (auto* step = cast<Instruction>(user); is_step(*step)) collect(*step, others);
      if (!others.contains(&result)) needed.insert_range(others);
    }
    collect(result, needed);
    return needed;
  }
  void collect(Instruction& step, Steps& needed) const {
    if (placed_.contains(&step) || needed.contains(&step)) return;
    for (Value* operand : step.operands()) {
      auto* before = dyn_cast<Instruction>(operand);
      if (before != nullptr && is_step(*before)) collect(*before, needed);
    }
    needed.insert(&step);
  }
  void place(Instruction& step) {
    if (last_ == nullptr) {
      step.moveBefore(block_, block_.getFirstNonPHIIt());
    } else {
      step.moveAfter(last_);
    }
    last_ = &step;
    placed_.insert(&step);
  }

  BasicBlock& block_;
  EquivalenceClasses<const Instruction*> together_;
  DenseMap<const Instruction*, PHINode*> replaced_;  ///< by the results, in the next round
  SmallSetVector<Instruction*, 32> results_;
  SmallPtrSet<Instruction*, 32> placed_;
  Instruction* last_ = nullptr;
};

/// What one operation changes, and nothing else of a round uses. Not blends: those would become stores under masks.
bool is_aside(const PHINode& phi, const BasicBlock& block) {
  const auto* next = dyn_cast<Instruction>(phi.getIncomingValueForBlock(&block));
  if (next == nullptr || !phi.hasOneUse() || *phi.user_begin() != next) return false;
  return isa<BinaryOperator>(next) && all_of(next->users(), [&](const User* user) {
           return user == &phi || cast<Instruction>(user)->getParent() != &block;
         });
}

void keep_in_frame(PHINode& phi, BasicBlock& block) {
  auto* next = cast<Instruction>(phi.getIncomingValueForBlock(&block));
  BasicBlock& entry = block.getParent()->getEntryBlock();
  IRBuilder<> builder(&entry, entry.getFirstInsertionPt());
  AllocaInst* slot = builder.CreateAlloca(phi.getType());
  for (unsigned i = 0; i < phi.getNumIncomingValues(); ++i) {
    if (phi.getIncomingBlock(i) == &block) continue;
    builder.SetInsertPoint(phi.getIncomingBlock(i)->getTerminator());
    builder.CreateStore(phi.getIncomingValue(i), slot);
  }
  for (Use& use : make_early_inc_range(next->uses())) {
    auto* user = cast<Instruction>(use.getUser());
    if (user == &phi) continue;
    auto* merged = dyn_cast<PHINode>(user);
    builder.SetInsertPoint(merged == nullptr ? user
                                             : merged->getIncomingBlock(use)->getTerminator());
    use.set(builder.CreateLoad(phi.getType(), slot));
  }
  builder.SetInsertPoint(next);
  phi.replaceAllUsesWith(builder.CreateLoad(phi.getType(), slot));
  phi.eraseFromParent();
  builder.SetInsertPoint(next->getNextNode());
  builder.CreateStore(next, slot);
}

}  // namespace

void arrange_strips(BasicBlock& block) { StripOrder(block).arrange(); }

void keep_in_frame(BasicBlock& block, unsigned most) {
  unsigned count = 0;
  SmallVector<PHINode*, 16> aside;
  for (PHINode& phi : block.phis()) {
    if (!phi.getType()->isVectorTy()) continue;
    ++count;
    if (is_aside(phi, block)) aside.push_back(&phi);
  }
  for (PHINode* phi : aside)
    if (count > most) keep_in_frame(*phi, block), --count;
}

}  // namespace riffle::spmd
