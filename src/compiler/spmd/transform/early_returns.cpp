// SPDX-License-Identifier: Apache-2.0
#include "compiler/spmd/transform/early_returns.h"

#include <llvm/ADT/SetVector.h>
#include <llvm/Analysis/LoopInfo.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/Instructions.h>
#include <llvm/Transforms/Utils/BasicBlockUtils.h>
#include <llvm/Transforms/Utils/Cloning.h>

#include "compiler/spmd/analysis/suspension.h"
#include "compiler/spmd/intrinsics.h"

namespace riffle::spmd {

using namespace llvm;

namespace {

constexpr std::size_t kLargestEnd = 16;  ///< instructions

bool has_effects(const BasicBlock& block) {
  return any_of(block, [](const Instruction& each) {
    return each.mayWriteToMemory() && !each.isLifetimeStartOrEnd();
  });
}

/// A barrier stays one place, to which all threads come.
bool waits(const BasicBlock& block) {
  return any_of(block, [](const Instruction& each) {
    const auto* const call = dyn_cast<CallInst>(&each);
    return call != nullptr && suspends(*call);
  });
}

/// A copy of `end`, all but its return, for each way that leads there.
void take_apart(BasicBlock& end) {
  if (!has_effects(end) || waits(end) || end.size() > kLargestEnd) return;
  const SmallSetVector<BasicBlock*, 4> ways(pred_begin(&end), pred_end(&end));
  if (ways.size() < 2 || ways.size() != pred_size(&end)) return;
  SplitBlock(&end, end.getTerminator());
  for (BasicBlock* way : drop_begin(ways)) {
    ValueToValueMapTy map;
    BasicBlock* const copy = CloneBasicBlock(&end, map, ".of.way", end.getParent());
    for (PHINode& phi : end.phis()) {
      cast<PHINode>(map[&phi])->eraseFromParent();
      map[&phi] = phi.getIncomingValueForBlock(way);
    }
    for (Instruction& instruction : *copy)
      RemapInstruction(&instruction, map, RF_NoModuleLevelChanges | RF_IgnoreMissingLocals);
    way->getTerminator()->replaceSuccessorWith(&end, copy);
    end.removePredecessor(way, /*KeepOneInputPHIs=*/true);
  }
}

void put_first(BasicBlock& early, const LoopInfo& loops) {
  BasicBlock* const end = early.getSingleSuccessor();
  BasicBlock* const above = early.getSinglePredecessor();
  if (end == nullptr || above == nullptr || !isa<ReturnInst>(end->front()) ||
      loops.getLoopFor(above) != nullptr || !has_effects(early) || waits(early))
    return;
  auto* const branch = dyn_cast<BranchInst>(above->getTerminator());
  if (branch == nullptr || !branch->isConditional()) return;
  const unsigned taken = branch->getSuccessor(0) == &early ? 0 : 1;
  BasicBlock* const rest = branch->getSuccessor(1 - taken);
  if (rest == end || rest == &early) return;
  BasicBlock* const left = BasicBlock::Create(early.getContext(), "left", early.getParent(), rest);
  IRBuilder<> builder(left);
  builder.SetCurrentDebugLocation(branch->getDebugLoc());
  builder.CreateCondBr(branch->getCondition(), taken == 0 ? end : rest, taken == 0 ? rest : end);
  rest->replacePhiUsesWith(above, left);
  branch->setSuccessor(1 - taken, left);
  early.getTerminator()->setSuccessor(0, left);
}

}  // namespace

PreservedAnalyses ReturnBeforeBarriers::run(Function& body, FunctionAnalysisManager& functions) {
  if (!summarize_suspensions(body).block_barriers) return PreservedAnalyses::all();
  SmallVector<BasicBlock*, 16> blocks;
  for (BasicBlock& block : body) blocks.push_back(&block);
  for (BasicBlock* block : blocks)
    if (isa<ReturnInst>(block->getTerminator())) take_apart(*block);
  functions.invalidate(body, PreservedAnalyses::none());
  const LoopInfo& loops = functions.getResult<LoopAnalysis>(body);
  blocks.clear();
  for (BasicBlock& block : body) blocks.push_back(&block);
  for (BasicBlock* block : blocks) put_first(*block, loops);
  return PreservedAnalyses::none();
}

}  // namespace riffle::spmd
