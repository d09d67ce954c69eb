// SPDX-License-Identifier: Apache-2.0
#include "compiler/spmd/analysis/latency_bound.h"

#include <llvm/ADT/DenseMap.h>
#include <llvm/ADT/SmallPtrSet.h>
#include <llvm/Analysis/LoopInfo.h>
#include <llvm/IR/Dominators.h>
#include <llvm/IR/IntrinsicInst.h>

#include <algorithm>

#include "compiler/spmd/analysis/uniformity.h"

namespace riffle::spmd {

using namespace llvm;

namespace {

class LatencyBound {
 public:
  LatencyBound(Function& body, unsigned lanes)
      : uniformity_(body, Scope::kPacket, lanes), tree_(body), loops_(tree_) {}

  std::optional<Chains> run() {
    std::optional<Chains> found;
    for (const Loop* loop : loops_.getLoopsInPreorder()) {
      if (!loop->isInnermost()) continue;
      if (leaves_at_different_times(*loop) || !is_chain(*loop)) return {};
      if (!found) found = Chains{0, true};
      found->most_alive = std::max(found->most_alive, most_alive(*loop, *loop->getHeader()));
      found->are_single &= is_single(*loop->getHeader());
    }
    return found;
  }

  unsigned alive_where_parting() {
    unsigned most = 0;
    for (const Loop* loop : loops_.getLoopsInPreorder()) {
      if (!loop->isInnermost()) continue;
      if (!leaves_at_different_times(*loop) ||
          !all_of(loop->blocks(), [&](const BasicBlock* block) {
            return all_of(*block,
                          [&](const Instruction& step) { return stays_in_registers(step); });
          }))
        return 0;
      most = std::max(most, alive_in(*loop));
    }
    return most;
  }

 private:
  /// What goes round, comes in from outside or leaves, and two values on the way.
  unsigned alive_in(const Loop& loop) const {
    SmallPtrSet<const Value*, 16> alive;
    const auto note = [&](const Value* value) {
      if ((isa<Instruction>(value) || isa<Argument>(value)) && !uniformity_.is_uniform(value))
        alive.insert(value);
    };
    for (const PHINode& phi : loop.getHeader()->phis()) note(&phi);
    unsigned leaving = 0;
    for (const BasicBlock* block : loop.blocks()) {
      for (const Instruction& step : *block) {
        leaving += any_of(step.users(), [&](const User* user) {
          return !loop.contains(cast<Instruction>(user));
        });
        for (const Value* operand : step.operands()) {
          const auto* before = dyn_cast<Instruction>(operand);
          if (!isa<PHINode>(step) && (before == nullptr || !loop.contains(before))) note(operand);
        }
      }
    }
    return alive.size() + leaving + 2;
  }

  bool leaves_at_different_times(const Loop& loop) const {
    SmallVector<BasicBlock*, 4> exiting;
    loop.getExitingBlocks(exiting);
    return any_of(
        exiting, [&](const BasicBlock* block) { return uniformity_.has_divergent_branch(*block); });
  }

  bool is_chain(const Loop& loop) const {
    if (loop.getNumBlocks() != 1) return false;
    const BasicBlock& block = *loop.getHeader();
    if (none_of(block.phis(), [&](const PHINode& phi) { return !uniformity_.is_uniform(&phi); }))
      return false;
    return all_of(block, [&](const Instruction& step) { return stays_in_registers(step); });
  }

  /// Operations on lanes against the longest way through them.
  bool is_single(const BasicBlock& block) const {
    DenseMap<const Value*, unsigned> depths;
    unsigned operations = 0, height = 0;
    for (const Instruction& instruction : block) {
      if (isa<PHINode>(instruction) || instruction.isTerminator() ||
          uniformity_.is_uniform(&instruction))
        continue;
      unsigned before = 0;
      for (const Value* operand : instruction.operands())
        before = std::max(before, depths.lookup(operand));
      depths[&instruction] = before + 1;
      height = std::max(height, before + 1);
      ++operations;
    }
    return 2 * operations <= 3 * height;
  }

  bool stays_in_registers(const Instruction& instruction) const {
    if (const auto* load = dyn_cast<LoadInst>(&instruction))
      return load->isSimple() && uniformity_.is_uniform(load->getPointerOperand());
    // Intrinsics that become many instructions want registers of their own.
    if (const auto* call = dyn_cast<IntrinsicInst>(&instruction))
      return call->getIntrinsicID() == Intrinsic::fma ||
             call->getIntrinsicID() == Intrinsic::fmuladd || call->isAssumeLikeIntrinsic();
    return !isa<CallBase>(instruction) && !instruction.mayReadOrWriteMemory();
  }

  // Backwards through the block: what is used later in this round, in the next, or behind the loop.
  unsigned most_alive(const Loop& loop, const BasicBlock& block) const {
    SmallPtrSet<const Value*, 16> alive;
    const auto note = [&](const Value* value) {
      if ((isa<Instruction>(value) || isa<Argument>(value)) && !uniformity_.is_uniform(value))
        alive.insert(value);
    };
    for (const PHINode& phi : block.phis()) note(phi.getIncomingValueForBlock(&block));
    for (const Instruction& instruction : block) {
      for (const User* user : instruction.users()) {
        if (!loop.contains(cast<Instruction>(user))) note(&instruction);
      }
      if (isa<PHINode>(instruction)) continue;  // what it brings in from outside ends there
      for (const Value* operand : instruction.operands()) {
        const auto* before = dyn_cast<Instruction>(operand);
        if (before == nullptr || !loop.contains(before)) note(operand);
      }
    }
    unsigned most = alive.size();
    for (const Instruction& instruction : reverse(block)) {
      if (isa<PHINode>(instruction)) break;
      alive.erase(&instruction);
      for (const Value* operand : instruction.operands()) note(operand);
      most = std::max(most, alive.size());
    }
    return most;
  }

  Uniformity uniformity_;
  DominatorTree tree_;
  LoopInfo loops_;
};

}  // namespace

unsigned alive_in_parting_chains(Function& body, unsigned lanes) {
  return LatencyBound(body, lanes).alive_where_parting();
}

std::optional<Chains> find_chains(Function& body, unsigned lanes) {
  return LatencyBound(body, lanes).run();
}

}  // namespace riffle::spmd
