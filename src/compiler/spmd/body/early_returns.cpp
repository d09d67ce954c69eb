// SPDX-License-Identifier: Apache-2.0
#include "compiler/spmd/body/early_returns.h"

#include <llvm/ADT/DepthFirstIterator.h>
#include <llvm/ADT/SetVector.h>
#include <llvm/Analysis/LoopInfo.h>
#include <llvm/IR/Dominators.h>
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

/// The thread's variables end with it.
void drop_lifetimes(BasicBlock& end) {
  for (Instruction& each : make_early_inc_range(end))
    if (each.isLifetimeStartOrEnd()) each.eraseFromParent();
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

bool leads_to_barrier(BasicBlock& block) {
  return any_of(depth_first(&block), [](const BasicBlock* next) { return waits(*next); });
}

/// What only those run that come to `early`, if it leads to `end` alone, writes something and nobody waits there; else nothing.
SmallVector<BasicBlock*, 8> early_way(BasicBlock& early, const BasicBlock& end,
                                      const DominatorTree& dominators) {
  SmallVector<BasicBlock*, 8> way;
  dominators.getDescendants(&early, way);
  const bool is_one = all_of(way, [&](const BasicBlock* block) {
    return !waits(*block) && all_of(successors(block), [&](const BasicBlock* next) {
      return next == &end || dominators.dominates(&early, next);
    });
  });
  const bool writes = any_of(way, [](const BasicBlock* block) { return has_effects(*block); });
  return is_one && writes ? way : SmallVector<BasicBlock*, 8>{};
}

/// What alone leads to `early` from outside of its way, which may begin with a loop; null if there is more.
BasicBlock* only_way_to(BasicBlock& early, const DominatorTree& dominators) {
  BasicBlock* above = nullptr;
  for (BasicBlock* block : predecessors(&early)) {
    if (dominators.dominates(&early, block)) continue;
    if (above != nullptr) return nullptr;
    above = block;
  }
  return above;
}

/// True if it did.
bool put_first(BasicBlock& early, BasicBlock& end, const LoopInfo& loops,
               const DominatorTree& dominators) {
  BasicBlock* const above = only_way_to(early, dominators);
  if (above == nullptr || loops.getLoopFor(above) != nullptr) return false;
  auto* const branch = dyn_cast<BranchInst>(above->getTerminator());
  if (branch == nullptr || !branch->isConditional()) return false;
  const unsigned taken = branch->getSuccessor(0) == &early ? 0 : 1;
  BasicBlock* const rest = branch->getSuccessor(1 - taken);
  if (rest == &end || rest == &early || !leads_to_barrier(*rest)) return false;
  const SmallVector<BasicBlock*, 8> way = early_way(early, end, dominators);
  if (way.empty()) return false;
  BasicBlock* const left = BasicBlock::Create(early.getContext(), "left", early.getParent(), rest);
  IRBuilder<> builder(left);
  builder.SetCurrentDebugLocation(branch->getDebugLoc());
  builder.CreateCondBr(branch->getCondition(), taken == 0 ? &end : rest, taken == 0 ? rest : &end);
  rest->replacePhiUsesWith(above, left);
  branch->setSuccessor(1 - taken, left);
  for (BasicBlock* block : way) block->getTerminator()->replaceSuccessorWith(&end, left);
  return true;
}

}  // namespace

PreservedAnalyses ReturnBeforeBarriers::run(Function& body, FunctionAnalysisManager& functions) {
  if (!summarize_suspensions(body).block_barriers) return PreservedAnalyses::all();
  SmallVector<BasicBlock*, 16> blocks;
  for (BasicBlock& block : body) blocks.push_back(&block);
  for (BasicBlock* block : blocks) {
    if (!isa<ReturnInst>(block->getTerminator())) continue;
    drop_lifetimes(*block);
    take_apart(*block);
  }
  functions.invalidate(body, PreservedAnalyses::none());
  const auto end = find_if(body, [](BasicBlock& block) { return isa<ReturnInst>(block.front()); });
  if (end == body.end()) return PreservedAnalyses::none();
  const LoopInfo& loops = functions.getResult<LoopAnalysis>(body);
  auto& dominators = functions.getResult<DominatorTreeAnalysis>(body);
  blocks.clear();
  for (BasicBlock& block : body) blocks.push_back(&block);
  for (BasicBlock* block : blocks) {
    if (put_first(*block, *end, loops, dominators)) dominators.recalculate(body);
  }
  return PreservedAnalyses::none();
}

}  // namespace riffle::spmd
