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
    return call != nullptr && kind_of(*call) == IntrinsicKind::kBarrier;
  });
}

bool has_warp_operation(const BasicBlock& block) {
  return any_of(block, [](const Instruction& instruction) {
    const auto* call = dyn_cast<CallBase>(&instruction);
    return call != nullptr && kind_of(*call) == IntrinsicKind::kWarp;
  });
}

}  // namespace

bool has_warp_operations(const Function& body) { return any_of(body, has_warp_operation); }

namespace {

using Predicate = function_ref<bool(const BasicBlock&)>;

/// A block on a path from `first` that has not reached `join` yet (null: paths never meet).
bool any_before(const BasicBlock* first, const BasicBlock* join, Predicate wanted) {
  SmallVector<const BasicBlock*, 16> work{first};
  SmallPtrSet<const BasicBlock*, 16> seen;
  while (!work.empty()) {
    const BasicBlock* block = work.pop_back_val();
    if (block == join || !seen.insert(block).second) continue;
    if (wanted(*block)) return true;
    append_range(work, successors(block));
  }
  return false;
}

/// Whether more than `most` of a divergent branch's ways have a wanted block before they meet.
bool parted_paths(Function& body, const Uniformity& uniformity, long most, Predicate wanted) {
  PostDominatorTree post_dominators(body);
  for (const BasicBlock& block : body) {
    if (!uniformity.has_divergent_branch(block)) continue;
    const auto* node = post_dominators.getNode(&block);
    const auto* next = node == nullptr ? nullptr : node->getIDom();
    const BasicBlock* join = next == nullptr ? nullptr : next->getBlock();
    const long ways = count_if(successors(&block), [&](const BasicBlock* first) {
      return any_before(first, join, wanted);
    });
    if (ways > most) return true;
  }
  return false;
}

}  // namespace

bool barriers_are_uniform(Function& body, const Uniformity& uniformity) {
  return !parted_paths(body, uniformity, 0, stops_thread);
}

bool lanes_wait_together(Function& body, const Uniformity& uniformity) {
  return !parted_paths(body, uniformity, 0, [](const BasicBlock& block) {
    return stops_thread(block) || has_warp_operation(block);
  });
}

bool lanes_wait_while_apart(Function& body, const Uniformity& uniformity) {
  return parted_paths(body, uniformity, 1, has_warp_operation);
}

}  // namespace riffle::spmd
