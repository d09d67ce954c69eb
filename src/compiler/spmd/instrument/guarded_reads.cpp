// SPDX-License-Identifier: Apache-2.0
#include "compiler/spmd/instrument/guarded_reads.h"

#include <llvm/ADT/SetVector.h>
#include <llvm/ADT/SmallVector.h>
#include <llvm/Analysis/DomTreeUpdater.h>
#include <llvm/Analysis/ValueTracking.h>
#include <llvm/IR/Dominators.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/Module.h>
#include <llvm/Transforms/Utils/BasicBlockUtils.h>

#include <optional>

namespace riffle::spmd {
namespace {

using namespace llvm;

/// So many instructions between a read and what is chosen by it are looked at.
constexpr std::size_t kMostUsers = 64;

struct Guard {
  Value* condition = nullptr;
  bool is_wanted_if_true = true;

  bool operator==(const Guard&) const = default;
};

bool is_pure(const Instruction& instruction) {
  return !isa<PHINode, CallBase>(instruction) && !instruction.isTerminator() &&
         !instruction.mayHaveSideEffects() && !instruction.mayReadFromMemory();
}

/// When the value that is read is wanted, if that is one condition.
std::optional<Guard> guard_of(const LoadInst& read) {
  SmallSetVector<const Instruction*, 16> values;
  values.insert(&read);
  std::optional<Guard> found;
  for (std::size_t i = 0; i < values.size(); ++i) {
    for (const Use& use : values[i]->uses()) {
      auto* const user = cast<Instruction>(use.getUser());
      auto* const choice = dyn_cast<SelectInst>(user);
      if (choice != nullptr && use.getOperandNo() != 0 &&
          choice->getCondition()->getType()->isIntegerTy(1)) {
        const Guard guard{choice->getCondition(), use.getOperandNo() == 1};
        if (found && *found != guard) return {};
        found = guard;
      } else if (!is_pure(*user) || values.size() == kMostUsers) {
        return {};
      } else {
        values.insert(user);
      }
    }
  }
  // What is chosen by the value itself is not known before it.
  const auto* const condition = found ? dyn_cast<Instruction>(found->condition) : nullptr;
  if (condition != nullptr && values.contains(condition)) return {};
  return found;
}

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

void guard(LoadInst& read, const Guard& by, DomTreeUpdater& updater) {
  SmallSetVector<Instruction*, 16> late;
  if (!collect(by.condition, read, updater.getDomTree(), late)) return;
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
      if (const auto by = guard_of(*read)) guard(*read, *by, updater);
  }
}

}  // namespace riffle::spmd
