// SPDX-License-Identifier: Apache-2.0
// What a body costs in packets, summed up while they are made (packet_costs.h).
#include "compiler/spmd/widen/widener.h"

namespace riffle::spmd {

using namespace llvm;

namespace {

/// Of the threads that come to a branch by data, so many go on behind it.
constexpr double kSome = 0.5;

}  // namespace

void Widener::enter_costs(const BasicBlock& block) {
  double some = 1;
  const BasicBlock* below = &block;
  for (const BasicBlock* above = control_.immediate_dominator(below); above != nullptr;
       below = above, above = control_.immediate_dominator(above)) {
    if (!control_.is_divergent_if(*above) || control_.then_block(*above) != below) continue;
    const auto& branch = *cast<BranchInst>(above->getTerminator());
    if (data_.contains(*branch.getCondition())) some *= kSome;
  }
  costs_.enter(control_.loops().getLoopDepth(&block), some);
}

void Widener::add_costs(const Instruction& instruction) {
  if (isa<PHINode>(instruction) || isa<AllocaInst>(instruction)) return;
  if (instruction.isTerminator()) {
    const auto* branch = dyn_cast<BranchInst>(&instruction);
    if (branch == nullptr || !control_.is_divergent_if(*instruction.getParent())) return;
    return costs_.add_parting(data_.contains(*branch->getCondition()));
  }
  const LaneShape form = shape(&instruction);
  const bool is_once = form.is_uniform() || form.is_linear() || deferred_.contains(&instruction);
  costs_.add(instruction, work_.value_or(is_once ? LaneWork::kOnce : LaneWork::kVector));
}

}  // namespace riffle::spmd
