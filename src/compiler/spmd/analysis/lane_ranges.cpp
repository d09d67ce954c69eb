// SPDX-License-Identifier: Apache-2.0
#include "compiler/spmd/analysis/lane_ranges.h"

#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/PatternMatch.h>

namespace riffle::spmd {

using namespace llvm;
using namespace llvm::PatternMatch;

namespace {

ConstantRange any_of_type(const Value& value) {
  return ConstantRange::getFull(value.getType()->getScalarSizeInBits());
}

/// Of the values of all lanes that are numbers; what is none may be taken for any.
ConstantRange range_of_constant(const Constant& constant) {
  if (isa<UndefValue>(constant))
    return ConstantRange::getEmpty(constant.getType()->getScalarSizeInBits());
  const APInt* number = nullptr;
  if (match(&constant, m_APInt(number))) return {*number};
  const auto* type = dyn_cast<FixedVectorType>(constant.getType());
  if (type == nullptr) return any_of_type(constant);
  ConstantRange all = ConstantRange::getEmpty(type->getScalarSizeInBits());
  for (unsigned lane = 0; lane < type->getNumElements(); ++lane) {
    const auto* element = dyn_cast_or_null<ConstantInt>(constant.getAggregateElement(lane));
    if (element == nullptr) return any_of_type(constant);
    all = all.unionWith(ConstantRange(element->getValue()));
  }
  return all;
}

}  // namespace

ConstantRange LaneRanges::of(const Value& value, unsigned depth) {
  if (const auto* constant = dyn_cast<Constant>(&value)) return range_of_constant(*constant);
  const auto* instruction = dyn_cast<Instruction>(&value);
  if (instruction == nullptr || depth == 0) return any_of_type(value);
  if (const auto found = known_.find(&value); found != known_.end()) return found->second;
  const ConstantRange range = compute(*instruction, depth - 1);
  known_.try_emplace(&value, range);
  return range;
}

ConstantRange LaneRanges::compute(const Instruction& instruction, unsigned depth) {
  const auto operand = [&](unsigned number) { return of(*instruction.getOperand(number), depth); };
  const unsigned bits = instruction.getType()->getScalarSizeInBits();
  if (const auto* operation = dyn_cast<OverflowingBinaryOperator>(&instruction)) {
    const unsigned flags =
        (operation->hasNoSignedWrap() ? OverflowingBinaryOperator::NoSignedWrap : 0U) |
        (operation->hasNoUnsignedWrap() ? OverflowingBinaryOperator::NoUnsignedWrap : 0U);
    const auto code = static_cast<Instruction::BinaryOps>(operation->getOpcode());
    return operand(0).overflowingBinaryOp(code, operand(1), flags);
  }
  if (const auto* operation = dyn_cast<BinaryOperator>(&instruction))
    return operand(0).binaryOp(operation->getOpcode(), operand(1));
  if (isa<SelectInst>(instruction)) return operand(1).unionWith(operand(2));
  switch (instruction.getOpcode()) {
    case Instruction::ZExt:
      return operand(0).zeroExtend(bits);
    case Instruction::SExt:
      return operand(0).signExtend(bits);
    case Instruction::Trunc:
      return operand(0).truncate(bits);
    case Instruction::ShuffleVector:
    case Instruction::InsertElement:
      return operand(0).unionWith(operand(1));
    case Instruction::Call: {
      const auto* call = dyn_cast<IntrinsicInst>(&instruction);
      if (call == nullptr || !ConstantRange::isIntrinsicSupported(call->getIntrinsicID())) break;
      SmallVector<ConstantRange, 2> ranges;
      for (const Value* argument : call->args()) ranges.push_back(of(*argument, depth));
      return ConstantRange::intrinsic(call->getIntrinsicID(), ranges);
    }
    default:
      break;
  }
  return any_of_type(instruction);
}

}  // namespace riffle::spmd
