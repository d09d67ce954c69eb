// SPDX-License-Identifier: Apache-2.0
#include "compiler/spmd/strategy/recomputation.h"

#include <llvm/ADT/STLExtras.h>
#include <llvm/IR/IntrinsicInst.h>

namespace riffle::spmd {

using namespace llvm;

namespace {

/// Recomputing up to this many instructions is cheaper than a slot per thread.
constexpr unsigned kMostInstructions = 10;

}  // namespace

bool Recomputation::is_worth_it(Value& value, ArrayRef<BasicBlock*> resumes,
                                const BasicBlock& dispatch) {
  dispatch_ = &dispatch;
  unsigned budget = kMostInstructions;
  return fits(value, resumes, budget);
}

/// Cheap pure code over arguments, constants, and what is recomputed at `resumes` anyway.
bool Recomputation::fits(Value& value, ArrayRef<BasicBlock*> resumes, unsigned& budget) {
  if (isa<Constant>(value) || isa<Argument>(value)) return true;
  auto* instruction = dyn_cast<Instruction>(&value);
  if (instruction == nullptr) return false;
  if (instruction->getParent() == dispatch_) return true;  // a slot's address
  if (all_of(resumes, [&](BasicBlock* resume) { return copies_[resume].contains(instruction); }))
    return true;
  if (budget == 0 || !is_cheap(*instruction)) return false;
  --budget;
  return all_of(instruction->operands(),
                [&](Use& operand) { return fits(*operand.get(), resumes, budget); });
}

/// Gives the same whenever it is evaluated, and soon: no load, division or call. What is frozen gives the same to all that a region
/// recomputes, as there is one copy.
bool Recomputation::is_cheap(const Instruction& instruction) const {
  if (const auto* call = dyn_cast<IntrinsicInst>(&instruction))
    return isa<MinMaxIntrinsic>(call) || call->getIntrinsicID() == Intrinsic::abs;
  if (isa<BinaryOperator>(instruction))
    return !instruction.isIntDivRem() && !instruction.getType()->isFPOrFPVectorTy();
  if (isa<InsertElementInst>(instruction) || isa<ShuffleVectorInst>(instruction))
    return splats_are_cheap_;
  return isa<CastInst>(instruction) || isa<CmpInst>(instruction) || isa<SelectInst>(instruction) ||
         isa<GetElementPtrInst>(instruction) || isa<FreezeInst>(instruction);
}

Value* Recomputation::make(IRBuilder<>& builder, Value& value, BasicBlock& resume) {
  return make(builder, value, copies_[&resume]);
}

Value* Recomputation::make(IRBuilder<>& builder, Value& value, Copies& copies) {
  auto* instruction = dyn_cast<Instruction>(&value);
  if (instruction == nullptr || instruction->getParent() == dispatch_) return &value;
  if (Value* known = copies.lookup(instruction)) return known;
  Instruction* copy = instruction->clone();
  for (Use& operand : copy->operands()) operand.set(make(builder, *operand.get(), copies));
  builder.Insert(copy);
  copies[instruction] = copy;
  return copy;
}

}  // namespace riffle::spmd
