// SPDX-License-Identifier: Apache-2.0
#include "compiler/spmd/instrument/guarded_reads.h"

#include <llvm/ADT/STLExtras.h>
#include <llvm/ADT/SetVector.h>
#include <llvm/ADT/SmallVector.h>
#include <llvm/Analysis/DomTreeUpdater.h>
#include <llvm/Analysis/ValueTracking.h>
#include <llvm/IR/CFG.h>
#include <llvm/IR/Dominators.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/Module.h>
#include <llvm/Transforms/Utils/BasicBlockUtils.h>

namespace riffle::spmd {
namespace {

using namespace llvm;

/// So many instructions between a read and what is chosen by it are looked at.
constexpr std::size_t kMostUsers = 64;

struct ReadGuard {
  Value* condition = nullptr;
  bool is_wanted_if_true = true;

  bool operator==(const ReadGuard&) const = default;
};

bool is_pure(const Instruction& instruction) {
  return !isa<PHINode, CallBase>(instruction) && !instruction.isTerminator() &&
         !instruction.mayHaveSideEffects() && !instruction.mayReadFromMemory();
}

using Guards = SmallVector<ReadGuard, 4>;

/// Says when the value of a read is wanted: the conditions that hold at all of its uses.
class ReadConditions {
 public:
  ReadConditions(const LoadInst& read, const DominatorTree& dominators)
      : read_(read), dominators_(dominators) {}

  Guards guards() {
    values_.insert(&read_);
    for (std::size_t i = 0; i < values_.size(); ++i)
      for (const Use& use : values_[i]->uses())
        if (!add(use)) return {};
    // What depends on the value itself is not known before it.
    erase_if(common_, [&](const ReadGuard& guard) {
      const auto* const condition = dyn_cast<Instruction>(guard.condition);
      return condition != nullptr && values_.contains(condition);
    });
    return common_;
  }

 private:
  /// False: no condition holds at all uses.
  bool add(const Use& use) {
    auto* const user = cast<Instruction>(use.getUser());
    if (auto* const choice = dyn_cast<SelectInst>(user);
        choice != nullptr && use.getOperandNo() != 0 &&
        choice->getCondition()->getType()->isIntegerTy(1)) {
      Guards guards = guards_of(*choice->getParent());
      guards.push_back({choice->getCondition(), use.getOperandNo() == 1});
      return keep_common(guards);
    }
    if (const auto* const phi = dyn_cast<PHINode>(user)) {
      const BasicBlock& from = *phi->getIncomingBlock(use);
      Guards guards = guards_of(from);
      add_guard(guards, from, *phi->getParent());
      return keep_common(guards);
    }
    const Guards guards = guards_of(*user->getParent());
    if (!guards.empty() || !is_pure(*user)) return keep_common(guards);
    values_.insert(user);
    return values_.size() < kMostUsers;
  }

  /// If `to` is one of two places to go to from `from`.
  static void add_guard(Guards& guards, const BasicBlock& from, const BasicBlock& to) {
    const auto* const branch = dyn_cast<BranchInst>(from.getTerminator());
    if (branch == nullptr || !branch->isConditional() ||
        branch->getSuccessor(0) == branch->getSuccessor(1))
      return;
    guards.push_back({branch->getCondition(), branch->getSuccessor(0) == &to});
  }

  /// What holds in `block`, by the branches between the read and it.
  [[nodiscard]] Guards guards_of(const BasicBlock& block) const {
    Guards guards;
    const auto* node = dominators_.getNode(&block);
    while (node != nullptr && node->getBlock() != read_.getParent()) {
      node = node->getIDom();
      if (node == nullptr) return guards;
      const BasicBlock& above = *node->getBlock();
      for (const BasicBlock* next : successors(&above))
        if (dominators_.dominates(BasicBlockEdge(&above, next), &block))
          add_guard(guards, above, *next);
    }
    return guards;
  }

  bool keep_common(const Guards& guards) {
    if (is_first_)
      common_ = guards;
    else
      erase_if(common_, [&](const ReadGuard& each) { return !is_contained(guards, each); });
    is_first_ = false;
    return !common_.empty();
  }

  const LoadInst& read_;
  const DominatorTree& dominators_;
  SmallSetVector<const Instruction*, 16>
      values_;  ///< computed from the value, wanted for nothing else
  Guards common_;
  bool is_first_ = true;
};

/// Instructions that must come before `place` for `value` to be known there, the first one last; false if that cannot be.
bool collect(Value* value, const Instruction& place, const DominatorTree& dominators,
             SmallSetVector<Instruction*, 16>& late) {
  auto* const instruction = dyn_cast<Instruction>(value);
  if (instruction == nullptr || dominators.dominates(instruction, &place)) return true;
  if (!dominators.dominates(&place, instruction) || !is_pure(*instruction) ||
      !isSafeToSpeculativelyExecute(instruction))
    return false;
  late.remove(instruction);
  late.insert(instruction);
  return late.size() < kMostUsers &&
         all_of(
             instruction->operands(),
             [&](Value* operand) { return collect(operand, place, dominators, late); });
}

/// False: the condition cannot be known before the read.
bool guard(LoadInst& read, const ReadGuard& by, DomTreeUpdater& updater) {
  SmallSetVector<Instruction*, 16> late;
  if (!collect(by.condition, read, updater.getDomTree(), late)) return false;
  for (Instruction* each : reverse(late)) each->moveBefore(read.getIterator());
  Instruction *then_end = nullptr, *else_end = nullptr;
  SplitBlockAndInsertIfThenElse(by.condition, read.getIterator(), &then_end, &else_end, nullptr,
                                &updater);
  Instruction& wanted = by.is_wanted_if_true ? *then_end : *else_end;
  Instruction& unwanted = by.is_wanted_if_true ? *else_end : *then_end;
  auto* const joined = PHINode::Create(read.getType(), 2, "", read.getParent()->begin());
  read.moveBefore(wanted.getIterator());
  read.replaceAllUsesWith(joined);
  joined->addIncoming(&read, wanted.getParent());
  joined->addIncoming(Constant::getNullValue(read.getType()), unwanted.getParent());
  return true;
}

}  // namespace

void guard_reads(Module& module) {
  for (Function& function : module) {
    SmallVector<LoadInst*, 16> reads;
    for (Instruction& instruction : instructions(function)) {
      auto* const read = dyn_cast<LoadInst>(&instruction);
      if (read != nullptr && read->isSimple() && !read->use_empty()) reads.push_back(read);
    }
    if (reads.empty()) continue;
    DominatorTree dominators(function);
    DomTreeUpdater updater(dominators, DomTreeUpdater::UpdateStrategy::Eager);
    for (LoadInst* read : reads)
      for (const ReadGuard& by : ReadConditions(*read, dominators).guards())
        if (guard(*read, by, updater)) break;
  }
}

}  // namespace riffle::spmd
