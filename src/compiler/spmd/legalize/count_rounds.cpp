// SPDX-License-Identifier: Apache-2.0
#include "compiler/spmd/legalize/count_rounds.h"

#include <llvm/Analysis/LoopInfo.h>
#include <llvm/Analysis/VectorUtils.h>
#include <llvm/IR/Dominators.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/PatternMatch.h>

namespace riffle::spmd {

using namespace llvm;
using namespace llvm::PatternMatch;

namespace {

/// Whether the lanes of `part` are lanes of `mask`.
bool is_within(Value* part, const PHINode& mask) {
  Value* whole = nullptr;
  while (match(part, m_Select(m_Value(whole), m_Value(), m_Zero()))) part = whole;
  return part == &mask;
}

/// A number that a loop counts up by one: how much more than in the first round the phi `counter` has then.
struct Count {
  PHINode* counter;
  bool is_next;
};

std::optional<Count> counted(Value* number, const Loop& loop) {
  Value* from = number;
  const bool is_next = match(number, m_Add(m_Value(from), m_One()));
  auto* counter = dyn_cast<PHINode>(from);
  if (counter == nullptr || counter->getParent() != loop.getHeader() ||
      !match(counter->getIncomingValueForBlock(loop.getLoopLatch()),
             m_Add(m_Specific(counter), m_One())))
    return {};
  return Count{counter, is_next};
}

/// What the lanes of `seen` saw last is `now`.
void count(PHINode& seen, SelectInst& now, const Loop& loop) {
  Value* number = getSplatValue(now.getTrueValue());
  const auto* mask = dyn_cast<PHINode>(now.getCondition());
  BasicBlock* before = loop.getLoopPredecessor();
  if (number == nullptr || !number->getType()->isIntegerTy(32) || mask == nullptr ||
      mask->getParent() != loop.getHeader() || now.getFalseValue() != &seen ||
      !isa<UndefValue>(seen.getIncomingValueForBlock(before)) ||
      !is_within(mask->getIncomingValueForBlock(loop.getLoopLatch()), *mask))
    return;
  const auto found = counted(number, loop);
  if (!found) return;
  const auto lanes = cast<FixedVectorType>(now.getType())->getNumElements();
  IRBuilder<> builder(before->getTerminator());
  Value* start = found->counter->getIncomingValueForBlock(before);
  if (!found->is_next) start = builder.CreateSub(start, builder.getInt32(1));
  seen.setIncomingValueForBlock(before, builder.CreateVectorSplat(lanes, start));
  builder.SetInsertPoint(&now);
  Value* words = builder.CreateSExt(now.getCondition(), now.getType());
  Value* counted = builder.CreateSub(&seen, words);
  counted->takeName(&now);
  now.replaceAllUsesWith(counted);
  now.eraseFromParent();
}

}  // namespace

void count_rounds(Function& function) {
  const bool blends = any_of(instructions(function), [](const Instruction& instruction) {
    return match(&instruction, m_Select(m_Value(), m_Shuffle(m_Value(), m_Value()), m_Value())) &&
           isa<PHINode>(instruction.getOperand(2));
  });
  if (!blends) return;
  const DominatorTree tree(function);
  const LoopInfo loops(tree);
  for (const Loop* loop : loops.getLoopsInPreorder()) {
    if (loop->getLoopLatch() == nullptr || loop->getLoopPredecessor() == nullptr) continue;
    for (PHINode& seen : loop->getHeader()->phis()) {
      auto* now = dyn_cast<SelectInst>(seen.getIncomingValueForBlock(loop->getLoopLatch()));
      if (now != nullptr && loop->contains(now)) count(seen, *now, *loop);
    }
  }
}

}  // namespace riffle::spmd
