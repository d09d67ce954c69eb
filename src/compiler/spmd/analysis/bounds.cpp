// SPDX-License-Identifier: Apache-2.0
#include "compiler/spmd/analysis/bounds.h"

#include <llvm/IR/IntrinsicInst.h>

#include <algorithm>

namespace riffle::spmd {

using namespace llvm;

namespace {

/// Or is the same in all lanes, if guards hold.
bool counts_up(const LaneShape& shape) {
  const bool permutes = shape.restart != nullptr && !shape.restart->isIntDivRem();
  return shape.kind == LaneShape::kLinear && shape.stride >= 0 && !permutes;
}

std::optional<Bound> find_min_max(const IntrinsicInst& call,
                                  function_ref<LaneShape(const Value&)> shape_of) {
  Value *inside = call.getArgOperand(0), *bound = call.getArgOperand(1);
  const Intrinsic::ID id = call.getIntrinsicID();
  if (id != Intrinsic::usub_sat && shape_of(*inside).is_uniform()) std::swap(inside, bound);
  if (!counts_up(shape_of(*inside)) || !shape_of(*bound).is_uniform()) return {};
  switch (id) {
    case Intrinsic::smax:
    case Intrinsic::umax:
      return Bound{Bound::kLeast, inside, bound, id == Intrinsic::smax};
    case Intrinsic::smin:
    case Intrinsic::umin:
      return Bound{Bound::kMost, inside, bound, id == Intrinsic::smin};
    default:
      return Bound{Bound::kDifference, inside, bound};
  }
}

/// Of two ways one in which lanes count up, or are the same, as long as the packet's ends show that all take it. The other may be
/// anything but free.
std::optional<Bound> find_choice(const Value& condition, Value* if_true, Value* if_false,
                                 function_ref<LaneShape(const Value&)> shape_of) {
  const auto way = [&](bool wanted) -> std::optional<Bound> {
    const auto comparison = find_ends_comparison(condition, wanted, Lines::kIfGuarded, shape_of);
    if (!comparison || !comparison->may_hold_in_all(shape_of)) return {};
    return Bound{Bound::kChoice, wanted ? if_true : if_false, nullptr, false, wanted};
  };
  const LaneShape one = shape_of(*if_true), other = shape_of(*if_false);
  // At an edge lanes mostly have one value; away from it they count.
  for (const bool wanted : {true, false}) {
    if (!counts_up(wanted ? one : other) || !(wanted ? other : one).is_uniform()) continue;
    if (const auto found = way(wanted)) return found;
  }
  const auto is_line = [](const LaneShape& shape) {
    return counts_up(shape) || shape.is_uniform();
  };
  if (!is_line(one) || !is_line(other)) return {};
  auto found = way(true);
  if (!found) found = way(false);
  if (found && one.stride == other.stride) found->otherwise = found->wanted ? if_false : if_true;
  return found;
}

/// `x != w - 1 ? 1 : 0`, as a number that is added to an index.
std::optional<Bound> find_extended_choice(const CastInst& number,
                                          function_ref<LaneShape(const Value&)> shape_of) {
  Type* type = number.getType();
  Value* const condition = number.getOperand(0);
  if (!condition->getType()->isIntegerTy(1)) return {};
  Value* const if_true =
      isa<SExtInst>(number) ? Constant::getAllOnesValue(type) : ConstantInt::get(type, 1);
  return find_choice(*condition, if_true, Constant::getNullValue(type), shape_of);
}

}  // namespace

bool EndsComparison::may_hold_in_all(function_ref<LaneShape(const Value&)> shape_of) const {
  return CmpInst::isRelational(predicate) ||
         (predicate == CmpInst::ICMP_NE && shape_of(*line).stride == 1);
}

std::optional<EndsComparison> find_ends_comparison(const Value& condition, bool wanted, Lines lines,
                                                   function_ref<LaneShape(const Value&)> shape_of) {
  const auto* comparison = dyn_cast<ICmpInst>(&condition);
  if (comparison == nullptr || !comparison->getOperand(0)->getType()->isIntegerTy()) return {};
  EndsComparison found = {wanted ? comparison->getPredicate() : comparison->getInversePredicate(),
                          comparison->getOperand(0), comparison->getOperand(1)};
  if (shape_of(*found.line).is_uniform()) {
    std::swap(found.line, found.uniform);
    found.predicate = CmpInst::getSwappedPredicate(found.predicate);
  }
  const LaneShape line = shape_of(*found.line);
  const bool is_line = line.is_linear() || (lines == Lines::kIfGuarded && counts_up(line));
  if (!is_line || line.stride <= 0 || !shape_of(*found.uniform).is_uniform()) return {};
  return found;
}

std::optional<Bound> find_bound(const Instruction& instruction,
                                function_ref<LaneShape(const Value&)> shape_of) {
  if (!instruction.getType()->isIntegerTy()) return {};
  if (const auto* choice = dyn_cast<SelectInst>(&instruction))
    return find_choice(*choice->getCondition(), choice->getOperand(1), choice->getOperand(2),
                       shape_of);
  if (isa<SExtInst, ZExtInst>(instruction))
    return find_extended_choice(cast<CastInst>(instruction), shape_of);
  const auto* call = dyn_cast<IntrinsicInst>(&instruction);
  if (call == nullptr) return {};
  switch (call->getIntrinsicID()) {
    case Intrinsic::smax:
    case Intrinsic::smin:
    case Intrinsic::umax:
    case Intrinsic::umin:
    case Intrinsic::usub_sat:
      return find_min_max(*call, shape_of);
    default:
      return {};
  }
}

/// What a bound leaves as it is, if no lane of the packet is beyond it.
LaneShape Shapes::of_bounded(const Instruction& instruction) const {
  const auto bound = find_bound(instruction, [&](const Value& value) { return of(&value); });
  if (!bound) return {LaneShape::kVarying};
  LaneShape result = of(bound->inside);
  if (result.is_uniform()) result.kind = LaneShape::kLinear;
  result.forget_restart();
  if (bound->otherwise != nullptr) {
    const LaneShape other = of(bound->otherwise);
    result.alignment = std::min(result.alignment, other.alignment);
    result.exact_signed &= other.exact_signed;
    result.exact_unsigned &= other.exact_unsigned;
    if (!result.add_guards(other)) return {LaneShape::kVarying};
  }
  if (bound->kind == Bound::kChoice) {
    for (const Value* side : cast<ICmpInst>(instruction.getOperand(0))->operand_values())
      for (const Instruction* guard : of(side).guards)
        if (guard != nullptr && !result.add_guard(*guard)) return {LaneShape::kVarying};
  }
  // A choice says nothing about how its numbers wrap.
  if (bound->kind != Bound::kChoice) {
    const std::uint64_t span = lane_span(result, lanes_);
    const unsigned bits = instruction.getType()->getIntegerBitWidth();
    if (bits > 64 || span >= (std::uint64_t{1} << (bits - 1))) return {LaneShape::kVarying};
    (bound->is_signed ? result.exact_signed : result.exact_unsigned) = true;
    if (bound->kind == Bound::kDifference) {
      result.exact_signed = false;
      result.alignment = 0;
    }
  }
  return result.add_guard(instruction) ? result : LaneShape{LaneShape::kVarying};
}

}  // namespace riffle::spmd
