// SPDX-License-Identifier: Apache-2.0
// Quotients and remainders of numbers that count up from lane to lane, and what is made of them.
#include "compiler/spmd/analysis/shape.h"

namespace riffle::spmd {

using namespace llvm;

const BinaryOperator* remainder_of(const BinaryOperator& quotient) {
  const unsigned wanted =
      quotient.getOpcode() == Instruction::SDiv ? Instruction::SRem : Instruction::URem;
  const auto* before = dyn_cast_or_null<BinaryOperator>(quotient.getPrevNode());
  const bool fits = before != nullptr && before->getOpcode() == wanted &&
                    before->getOperand(0) == quotient.getOperand(0) &&
                    before->getOperand(1) == quotient.getOperand(1);
  return fits ? before : nullptr;
}

/// A uniform factor of what is the same in all lanes if its guards hold.
LaneShape Shapes::of_product(const BinaryOperator& operation) const {
  for (const unsigned factor : {0U, 1U}) {
    LaneShape shape = of(operation.getOperand(1 - factor));
    const LaneShape other = of(operation.getOperand(factor));
    if (!shape.is_uniform_if_guarded() || !other.is_uniform()) continue;
    if (shape.restart != nullptr && is_permutation(*shape.restart, lanes_)) shape.forget_restart();
    shape.has_quotient = shape.restart != nullptr;  // its scale is known only where the code runs
    return shape.scaled(1, shape.alignment + other.alignment, operation.hasNoSignedWrap(),
                        operation.hasNoUnsignedWrap());
  }
  return of_same(operation);
}

/// Of any operation on what is the same in all lanes, at least if guards hold.
LaneShape Shapes::of_same(const Instruction& instruction) const {
  LaneShape result = {LaneShape::kLinear, 0, 0, false, false};
  for (const Value* operand : instruction.operand_values()) {
    const LaneShape shape = of(operand);
    if (shape.is_uniform()) continue;
    if (!shape.is_uniform_if_guarded() || !result.add_guards(shape)) return LaneShape::varying();
  }
  return result.is_guarded() ? result : LaneShape::varying();
}

/// The same in all lanes in front of the restart of its remainder, and one more behind it.
LaneShape Shapes::of_quotient(const BinaryOperator& operation) const {
  const LaneShape number = of(operation.getOperand(0));
  const auto* divisor = dyn_cast<ConstantInt>(operation.getOperand(1));
  if (divisor != nullptr && operation.getOpcode() == Instruction::UDiv &&
      lanes_share_from(number, divisor->getValue().countr_zero()))
    return LaneShape::uniform();
  const BinaryOperator* remainder = remainder_of(operation);
  if (remainder == nullptr || of(remainder).restart != remainder) return of_same(operation);
  return {LaneShape::kLinear, 0, 0, true, true, {remainder}, remainder, 0, /*has_quotient=*/true};
}

LaneShape Shapes::of_remainder(const BinaryOperator& operation) const {
  const LaneShape shape = of(operation.getOperand(0));
  if (shape.is_uniform_if_guarded() && shape.restart == nullptr) return of_same(operation);
  if (shape.kind != LaneShape::kLinear || shape.stride < 0 ||
      !of(operation.getOperand(1)).is_uniform())
    return LaneShape::varying();
  if (shape.is_guarded()) return of_remainder_if_guarded(operation);
  const unsigned bits = operation.getType()->getIntegerBitWidth();
  const std::int64_t span = shape.stride * static_cast<std::int64_t>(lanes_ - 1);
  if (bits > 64 || span >= (std::int64_t{1} << (bits - 2))) return LaneShape::varying();
  if (const auto* size = dyn_cast<ConstantInt>(operation.getOperand(1)))
    if (size->getValue().ule(static_cast<std::uint64_t>(span))) return LaneShape::varying();
  const bool is_signed = operation.getOpcode() == Instruction::SRem;
  return {LaneShape::kLinear, shape.stride, 0, is_signed, true, {&operation}, &operation, 1};
}

/// Where no lane's number is in another multiple of the divisor than the others': their distances stay, behind a restart too.
LaneShape Shapes::of_remainder_if_guarded(const BinaryOperator& operation) const {
  LaneShape result = of(operation.getOperand(0));
  if (result.restart != nullptr && is_permutation(*result.restart, lanes_))
    return LaneShape::varying();
  if (operation.getType()->getIntegerBitWidth() > 64) return LaneShape::varying();
  result.alignment = 0;
  result.exact_signed = operation.getOpcode() == Instruction::SRem;
  result.exact_unsigned = true;
  return result.add_guard(operation) ? result : LaneShape::varying();
}

/// Whether the first value of `choice` is for a divisor of which there are no quotient and no remainder in order: the guards of
/// the second fail then.
bool Shapes::is_of_no_divisor(const SelectInst& choice) const {
  const Value* inside = choice.getFalseValue();
  while (const auto* next = dyn_cast<SelectInst>(inside)) inside = next->getFalseValue();
  const auto* division = dyn_cast<BinaryOperator>(inside);
  if (division == nullptr || !division->isIntDivRem()) return false;
  const bool is_quotient =
      division->getOpcode() == Instruction::SDiv || division->getOpcode() == Instruction::UDiv;
  const BinaryOperator* remainder = is_quotient ? remainder_of(*division) : division;
  if (remainder == nullptr || !is_contained(of(choice.getFalseValue()).guards, remainder))
    return false;
  const auto* size = dyn_cast<SelectInst>(division->getOperand(1));
  while (size != nullptr) {
    const auto* one = dyn_cast<ConstantInt>(size->getTrueValue());
    if (one == nullptr || !one->isOne()) return false;
    if (size->getCondition() == choice.getCondition()) return true;
    size = dyn_cast<SelectInst>(size->getFalseValue());
  }
  return false;
}

}  // namespace riffle::spmd
