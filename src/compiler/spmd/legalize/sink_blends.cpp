// SPDX-License-Identifier: Apache-2.0
#include "compiler/spmd/legalize/sink_blends.h"

#include <llvm/Analysis/LoopInfo.h>
#include <llvm/IR/Dominators.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/PatternMatch.h>
#include <llvm/Transforms/Utils/BasicBlockUtils.h>

#include "compiler/spmd/legalize/mask_questions.h"

namespace riffle::spmd {

using namespace llvm;
using namespace llvm::PatternMatch;

namespace {

/// A result of a loop, as in the header's picture.
struct Blend {
  PHINode* seen;
  SelectInst* now;
  SelectInst* out;
};

/// Whether control goes from `latch` back to `header` only if a lane of `mask` is on.
bool goes_round_if_any(Value& mask, const BasicBlock& latch, const BasicBlock& header) {
  const auto* branch = dyn_cast<BranchInst>(latch.getTerminator());
  if (branch == nullptr || !branch->isConditional()) return false;
  for (User* user : mask.users()) {
    const ICmpInst* question = question_about(user);
    if (question == nullptr || branch->getCondition() != question) continue;
    const unsigned any = question->getPredicate() == ICmpInst::ICMP_NE ? 0 : 1;
    return branch->getSuccessor(any) == &header && branch->getSuccessor(1 - any) != &header;
  }
  return false;
}

class Sinker {
 public:
  Sinker(const Loop& loop, PHINode& mask) : loop_(loop), mask_(mask) {}

  /// Whether `blend.out` may be chosen behind the loop.
  [[nodiscard]] bool can_sink(const Blend& blend) const {
    const Value* inside = blend.out->getCondition();
    // Lanes of it are lanes of the mask, ...
    if (!match(inside, m_Select(m_Specific(&mask_), m_Value(), m_Zero()))) return false;
    // ... and on in the next round, if there is one.
    const BasicBlock& latch = *loop_.getLoopLatch();
    Value* next = mask_.getIncomingValueForBlock(&latch);
    if (next == inside) return true;
    Value* shared = nullptr;
    return match(next, m_Select(m_Specific(inside), m_Value(shared), m_Zero())) &&
           shared_by_lanes(shared) != nullptr &&
           goes_round_if_any(*next, latch, *loop_.getHeader());
  }

  static void sink(const Blend& blend, BasicBlock& behind) {
    IRBuilder<> builder(&behind, behind.getFirstInsertionPt());
    builder.SetCurrentDebugLocation(blend.out->getDebugLoc());
    Value* chosen = builder.CreateSelect(blend.out->getCondition(), blend.out->getTrueValue(),
                                         blend.now, blend.out->getName());
    blend.now->replaceUsesWithIf(chosen, [&](const Use& use) {
      return use.getUser() != blend.seen && use.getUser() != chosen;
    });
    blend.now->setTrueValue(blend.out->getFalseValue());
    blend.out->eraseFromParent();
    move_up(*blend.now);
  }

  [[nodiscard]] SmallVector<Blend, 4> blends() const {
    SmallVector<Blend, 4> found;
    for (PHINode& seen : loop_.getHeader()->phis()) {
      auto* now = dyn_cast<SelectInst>(seen.getIncomingValueForBlock(loop_.getLoopLatch()));
      if (now == nullptr || now->getCondition() != &mask_ || now->getFalseValue() != &seen ||
          !seen.hasOneUse())
        continue;
      const bool is_result = none_of(now->users(), [&](const User* user) {
        return user != &seen && loop_.contains(cast<Instruction>(user));
      });
      auto* out = dyn_cast<SelectInst>(now->getTrueValue());
      const Blend blend{&seen, now, out};
      if (is_result && out != nullptr && out->hasOneUse() && can_sink(blend))
        found.push_back(blend);
    }
    return found;
  }

 private:
  /// Before the mask of the next round is made, so that this one's need not be kept beside it.
  static void move_up(SelectInst& now) {
    const auto* left = dyn_cast<Instruction>(now.getTrueValue());
    if (left != nullptr && left->getParent() == now.getParent() && !isa<PHINode>(left)) {
      now.moveAfter(const_cast<Instruction*>(left));
    } else {
      now.moveBefore(*now.getParent(), now.getParent()->getFirstInsertionPt());
    }
  }

  const Loop& loop_;
  PHINode& mask_;
};

}  // namespace

void sink_blends(Function& function) {
  const bool has_blends = any_of(instructions(function), [](const Instruction& instruction) {
    const auto* blend = dyn_cast<SelectInst>(&instruction);
    return blend != nullptr && isa<PHINode>(blend->getCondition()) &&
           isa<PHINode>(blend->getFalseValue()) && isa<SelectInst>(blend->getTrueValue());
  });
  if (!has_blends) return;
  DominatorTree tree(function);
  LoopInfo loops(tree);
  for (Loop* loop : loops.getLoopsInPreorder()) {
    BasicBlock* latch = loop->getLoopLatch();
    // All leave by way of the latch.
    if (latch == nullptr || loop->getExitingBlock() != latch || loop->getExitBlock() == nullptr)
      continue;
    for (PHINode& mask : loop->getHeader()->phis()) {
      if (!mask.getType()->isVectorTy() || !mask.getType()->getScalarType()->isIntegerTy(1))
        continue;
      const Sinker sinker(*loop, mask);
      const auto blends = sinker.blends();
      if (blends.empty()) continue;
      BasicBlock* behind = SplitEdge(latch, loop->getExitBlock(), &tree, &loops);
      FoldSingleEntryPHINodes(behind);  // of the loop's closed form
      for (const Blend& blend : blends) Sinker::sink(blend, *behind);
    }
  }
}

}  // namespace riffle::spmd
