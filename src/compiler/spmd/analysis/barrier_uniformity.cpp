// SPDX-License-Identifier: Apache-2.0
#include "compiler/spmd/analysis/barrier_uniformity.h"

#include <llvm/Analysis/PostDominators.h>
#include <llvm/IR/Instructions.h>

#include "compiler/spmd/intrinsics.h"

namespace riffle::spmd {

using namespace llvm;

namespace {

bool stops_thread(const BasicBlock& block) {
  if (isa<ReturnInst>(block.getTerminator())) return true;
  return any_of(block, [](const Instruction& instruction) {
    const auto* call = dyn_cast<CallBase>(&instruction);
    return call != nullptr && kind_of(*call) == Kind::kBarrier;
  });
}

/// Blocks on paths from `branch` that have not reached `join` yet (null: paths never meet).
bool stops_before_join(const BasicBlock& branch, const BasicBlock* join) {
  SmallVector<const BasicBlock*, 16> work(successors(&branch));
  SmallPtrSet<const BasicBlock*, 16> seen;
  while (!work.empty()) {
    const BasicBlock* block = work.pop_back_val();
    if (block == join || !seen.insert(block).second) continue;
    if (stops_thread(*block)) return true;
    append_range(work, successors(block));
  }
  return false;
}

}  // namespace

bool barriers_are_uniform(Function& body, const Uniformity& uniformity) {
  PostDominatorTree post_dominators(body);
  for (const BasicBlock& block : body) {
    if (!uniformity.has_divergent_branch(block)) continue;
    const auto* node = post_dominators.getNode(&block);
    const auto* next = node == nullptr ? nullptr : node->getIDom();
    if (stops_before_join(block, next == nullptr ? nullptr : next->getBlock())) return false;
  }
  return true;
}

}  // namespace riffle::spmd
