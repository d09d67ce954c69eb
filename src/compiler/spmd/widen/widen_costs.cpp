// SPDX-License-Identifier: Apache-2.0
// What a body costs in packets, summed up while they are made (packet_costs.h).
#include <llvm/IR/InstIterator.h>

#include "compiler/spmd/widen/widener.h"

namespace riffle::spmd {

using namespace llvm;

namespace {

/// Of the threads that come to a branch by data, so many go on behind it.
constexpr double kSome = 0.5;

}  // namespace

void Widener::find_data() {
  const auto comes_from_memory = [&](const Instruction& instruction) {
    if (shape(&instruction).is_uniform()) return false;
    return isa<LoadInst>(instruction) || any_of(instruction.operands(), [&](const Value* operand) {
             const auto* before = dyn_cast<Instruction>(operand);
             return before != nullptr && data_.contains(before);
           });
  };
  for (bool changes = true; changes;) {
    changes = false;
    for (const Instruction& instruction : instructions(body_))
      if (comes_from_memory(instruction)) changes |= data_.insert(&instruction).second;
  }
}

void Widener::enter_costs(const BasicBlock& block) {
  double some = 1;
  const BasicBlock* below = &block;
  for (const BasicBlock* above = control_.immediate_dominator(below); above != nullptr;
       below = above, above = control_.immediate_dominator(above)) {
    if (!control_.is_divergent_if(*above) || control_.then_block(*above) != below) continue;
    const auto& branch = *cast<BranchInst>(above->getTerminator());
    const auto* condition = dyn_cast<Instruction>(branch.getCondition());
    if (condition != nullptr && data_.contains(condition)) some *= kSome;
  }
  costs_.enter(control_.loops().getLoopDepth(&block), some);
}

void Widener::add_costs(const Instruction& instruction) {
  if (isa<PHINode>(instruction) || isa<AllocaInst>(instruction)) return;
  if (instruction.isTerminator()) {
    const auto* branch = dyn_cast<BranchInst>(&instruction);
    if (branch == nullptr || !control_.is_divergent_if(*instruction.getParent())) return;
    const auto* condition = dyn_cast<Instruction>(branch->getCondition());
    return costs_.add_parting(condition != nullptr && data_.contains(condition));
  }
  const Shape form = shape(&instruction);
  const bool is_once = form.is_uniform() || form.is_linear() || deferred_.contains(&instruction);
  costs_.add(instruction, work_.value_or(is_once ? LaneWork::kOnce : LaneWork::kVector));
}

}  // namespace riffle::spmd
