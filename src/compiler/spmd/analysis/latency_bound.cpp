// SPDX-License-Identifier: Apache-2.0
#include "compiler/spmd/analysis/latency_bound.h"

#include <llvm/ADT/DenseMap.h>
#include <llvm/ADT/SmallPtrSet.h>
#include <llvm/Analysis/LoopInfo.h>
#include <llvm/Analysis/LoopIterator.h>
#include <llvm/Analysis/VectorUtils.h>
#include <llvm/IR/Dominators.h>
#include <llvm/IR/IntrinsicInst.h>

#include <algorithm>

#include "compiler/spmd/analysis/uniformity.h"

namespace riffle::spmd {

using namespace llvm;

namespace {

/// That go round: with masks, four strips of them are most of 16 registers.
constexpr unsigned kStripValues = 2;
/// Cycles until the result of floating point is there, at least.
constexpr unsigned kArithmetic = 3;
/// Operations on vectors begun in a cycle.
constexpr unsigned kPipes = 4;

class LatencyBound {
 public:
  LatencyBound(Function& body, unsigned lanes)
      : uniformity_(body, UniformityScope::kPacket, lanes), tree_(body), loops_(tree_) {}

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
          !all_steps(*loop, [&](const Instruction& step) { return stays_in_registers(step); }))
        return 0;
      most = std::max(most, alive_in(*loop));
    }
    return most;
  }

  unsigned alive_where_together() {
    unsigned most = 0;
    for (const Loop* loop : loops_.getLoopsInPreorder())
      if (loop->isInnermost() && !leaves_at_different_times(*loop) && is_arithmetic(*loop))
        most = std::max(most, alive_in(*loop));
    return most;
  }

  bool waits_in_strips() {
    bool found = false;
    for (const Loop* loop : loops_.getLoopsInPreorder()) {
      if (!loop->isInnermost()) continue;
      if (!leaves_at_different_times(*loop) || !is_straight(*loop) || !is_few(*loop) ||
          !is_latency_bound(*loop))
        return false;
      found = true;
    }
    return found;
  }

 private:
  /// One way through the loop, of operations on 32 bits.
  bool is_straight(const Loop& loop) const {
    return all_of(loop.blocks(), [&](const BasicBlock* block) {
      return count_if(successors(block),
                      [&](const BasicBlock* next) { return loop.contains(next); }) == 1 &&
             all_of(*block, [&](const Instruction& step) {
               const unsigned bits = step.getType()->getScalarSizeInBits();
               const bool is_varying = !step.isTerminator() && !uniformity_.is_uniform(&step);
               return stays_in_registers(step) && !isa<LoadInst>(step) &&
                      (!is_varying || bits == 32 || bits == 1);
             });
    });
  }

  /// Each value that lanes leave with goes round beside the one it is taken from; of numbers of rounds, in the frame.
  bool is_few(const Loop& loop) const {
    unsigned values = 0, numbers = 0;
    for (const PHINode& phi : loop.getHeader()->phis()) values += !uniformity_.is_uniform(&phi);
    for (const BasicBlock* block : loop.blocks()) {
      for (const Instruction& step : *block) {
        const bool leaves = any_of(step.users(), [&](const User* user) {
          return !loop.contains(cast<Instruction>(user));
        });
        if (leaves) ++(uniformity_.is_uniform(&step) ? numbers : values);
      }
    }
    return values <= kStripValues && numbers <= 1;
  }

  /// The longest way to what goes round, against what two registers of lanes, with their masks, keep busy.
  bool is_latency_bound(const Loop& loop) const {
    DenseMap<const Value*, unsigned> times;
    unsigned operations = 3;  // on masks and numbers of rounds
    LoopBlocksRPO blocks(const_cast<Loop*>(&loop));
    blocks.perform(&loops_);
    for (const BasicBlock* block : blocks) {
      for (const Instruction& step : *block) {
        if (isa<PHINode>(step) || step.isTerminator() || uniformity_.is_uniform(&step)) continue;
        unsigned before = 0;
        for (const Value* operand : step.operands())
          before = std::max(before, times.lookup(operand));
        times[&step] = before + (step.getType()->isFloatingPointTy() ? kArithmetic : 1);
        ++operations;
      }
    }
    unsigned longest = 0;
    for (const PHINode& phi : loop.getHeader()->phis())
      for (const Value* value : phi.incoming_values())
        longest = std::max(longest, times.lookup(value));
    return 2 * kPipes * longest >= 3 * 2 * operations;
  }

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

  /// Its intrinsics may become many instructions: what goes round wants registers all the same.
  bool is_arithmetic(const Loop& loop) const {
    return all_steps(loop, [&](const Instruction& step) {
      const auto* call = dyn_cast<IntrinsicInst>(&step);
      return stays_in_registers(step) ||
             (call != nullptr && isTriviallyVectorizable(call->getIntrinsicID()));
    });
  }

  template <class Is>
  static bool all_steps(const Loop& loop, const Is& is) {
    return all_of(loop.blocks(), [&](const BasicBlock* block) { return all_of(*block, is); });
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

bool waits_in_strips(Function& body, unsigned lanes) {
  return LatencyBound(body, lanes).waits_in_strips();
}

unsigned alive_in_common_rounds(Function& body, unsigned lanes) {
  return LatencyBound(body, lanes).alive_where_together();
}

std::optional<Chains> find_chains(Function& body, unsigned lanes) {
  return LatencyBound(body, lanes).run();
}

}  // namespace riffle::spmd
