// SPDX-License-Identifier: Apache-2.0
#include "compiler/spmd/analysis/bounds.h"

#include <llvm/IR/IntrinsicInst.h>

namespace riffle::spmd {

using namespace llvm;

namespace {

/// Or is the same in all lanes, if guards hold.
bool counts_up(const Shape& shape) {
  const bool permutes = shape.restart != nullptr && !shape.restart->isIntDivRem();
  return shape.kind == Shape::kLinear && shape.stride >= 0 && !permutes;
}

std::optional<Bound> find_min_max(const IntrinsicInst& call,
                                  function_ref<Shape(const Value&)> shape_of) {
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

/// Of two ways, that which counts up where the other does not.
std::optional<Bound> find_choice(const SelectInst& choice,
                                 function_ref<Shape(const Value&)> shape_of) {
  for (const bool wanted : {true, false}) {
    Value* inside = choice.getOperand(wanted ? 1 : 2);
    const Value* beyond = choice.getOperand(wanted ? 2 : 1);
    if (!counts_up(shape_of(*inside)) || !shape_of(*beyond).is_uniform()) continue;
    const auto comparison =
        find_ends_comparison(*choice.getCondition(), wanted, Lines::kIfGuarded, shape_of);
    if (comparison && comparison->may_hold_in_all(shape_of))
      return Bound{Bound::kChoice, inside, nullptr, false, wanted};
  }
  return {};
}

}  // namespace

bool EndsComparison::may_hold_in_all(function_ref<Shape(const Value&)> shape_of) const {
  return CmpInst::isRelational(predicate) ||
         (predicate == CmpInst::ICMP_NE && shape_of(*line).stride == 1);
}

std::optional<EndsComparison> find_ends_comparison(const Value& condition, bool wanted, Lines lines,
                                                   function_ref<Shape(const Value&)> shape_of) {
  const auto* comparison = dyn_cast<ICmpInst>(&condition);
  if (comparison == nullptr || !comparison->getOperand(0)->getType()->isIntegerTy()) return {};
  EndsComparison found = {wanted ? comparison->getPredicate() : comparison->getInversePredicate(),
                          comparison->getOperand(0), comparison->getOperand(1)};
  if (shape_of(*found.line).is_uniform()) {
    std::swap(found.line, found.uniform);
    found.predicate = CmpInst::getSwappedPredicate(found.predicate);
  }
  const Shape line = shape_of(*found.line);
  const bool is_line = line.is_linear() || (lines == Lines::kIfGuarded && counts_up(line));
  if (!is_line || line.stride <= 0 || !shape_of(*found.uniform).is_uniform()) return {};
  return found;
}

std::optional<Bound> find_bound(const Instruction& instruction,
                                function_ref<Shape(const Value&)> shape_of) {
  if (!instruction.getType()->isIntegerTy()) return {};
  if (const auto* choice = dyn_cast<SelectInst>(&instruction))
    return find_choice(*choice, shape_of);
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
Shape Shapes::of_bounded(const Instruction& instruction) const {
  const auto bound = find_bound(instruction, [&](const Value& value) { return of(&value); });
  if (!bound) return {Shape::kVarying};
  Shape result = of(bound->inside);
  result.forget_restart();
  if (bound->kind == Bound::kChoice) {
    for (const Value* side : cast<ICmpInst>(instruction.getOperand(0))->operand_values())
      for (const Instruction* guard : of(side).guards)
        if (guard != nullptr && !result.add_guard(*guard)) return {Shape::kVarying};
  }
  // A choice says nothing about how its numbers wrap.
  if (bound->kind != Bound::kChoice) {
    const std::uint64_t span = lane_span(result, lanes_);
    const unsigned bits = instruction.getType()->getIntegerBitWidth();
    if (bits > 64 || span >= (std::uint64_t{1} << (bits - 1))) return {Shape::kVarying};
    (bound->is_signed ? result.exact_signed : result.exact_unsigned) = true;
    if (bound->kind == Bound::kDifference) {
      result.exact_signed = false;
      result.alignment = 0;
    }
  }
  return result.add_guard(instruction) ? result : Shape{Shape::kVarying};
}

}  // namespace riffle::spmd
