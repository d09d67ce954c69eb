// SPDX-License-Identifier: Apache-2.0
// What a comparison of linear with uniform gives in some or in all lanes of a whole packet, by the lane at one
// end of it: scalar comparisons in place of vectors of truth values.
//
//   any(i < n)  ->  i < n                     of lane 0
//   all(i < n)  ->  i + lanes - 1 < n         where the sum does not wrap
#include <llvm/IR/PatternMatch.h>

#include <optional>

#include "compiler/spmd/widen/widener.h"

namespace riffle::spmd {

using namespace llvm;
using namespace llvm::PatternMatch;

namespace {

bool is_upwards(CmpInst::Predicate predicate) {
  return ICmpInst::isGT(predicate) || ICmpInst::isGE(predicate);
}

}  // namespace

std::optional<EndsComparison> Widener::ends_comparison(Value* condition, bool inverted,
                                                       Lines lines) const {
  return find_ends_comparison(*condition, !inverted, lines,
                              [&](const Value& value) { return shape(&value); });
}

Value* Widener::last_lane(Value* linear) {
  const auto span = static_cast<std::uint64_t>(shape(linear).stride) * (lanes_ - 1);
  return builder_.CreateAdd(lane_zero(linear), ConstantInt::get(linear->getType(), span));
}

/// Whether `linear`, whose lanes are 1 apart, is `uniform` in one of them; null if lanes may share a number.
Value* Widener::meets(Value* linear, Value* uniform) {
  Type* type = linear->getType();
  if (shape(linear).stride != 1 || type->getIntegerBitWidth() < 8) return nullptr;
  Value* distance = builder_.CreateSub(scalar(uniform), lane_zero(linear));
  return builder_.CreateICmpULT(distance, ConstantInt::get(type, lanes_), "any");
}

/// Whether `condition` (`inverted`: its opposite) holds for some lane. Null if the ends do not tell.
Value* Widener::any_by_ends(Value* condition, bool inverted) {
  if (mask_ != nullptr) return nullptr;
  const auto order = ends_comparison(condition, inverted, Lines::kLinear);
  if (!order) return nullptr;
  const auto& [predicate, linear, uniform] = *order;
  if (predicate == CmpInst::ICMP_EQ) return meets(linear, uniform);
  const LaneShape form = shape(linear);
  const bool exact = CmpInst::isSigned(predicate) ? form.exact_signed : form.exact_unsigned;
  if (!exact || !CmpInst::isRelational(predicate)) return nullptr;
  Value* end = is_upwards(predicate) ? last_lane(linear) : lane_zero(linear);
  return builder_.CreateICmp(predicate, end, scalar(uniform), "any");
}

/// Whether `condition` (`inverted`: its opposite) holds for all lanes; it may be false, too, where numbers wrap within
/// the packet or one half of an `or` holds for some lanes, the other for the rest. Null if the ends do not tell.
Value* Widener::all_by_ends(Value* condition, bool inverted, Lines lines) {
  if (mask_ != nullptr) return nullptr;
  if (shape(condition).is_uniform())
    return inverted ? builder_.CreateNot(scalar(condition)) : scalar(condition);
  Value *left = nullptr, *right = nullptr;
  if (match(condition, m_Not(m_Value(left)))) return all_by_ends(left, !inverted, lines);
  const bool both = match(condition, m_LogicalAnd(m_Value(left), m_Value(right)));
  if (both || match(condition, m_LogicalOr(m_Value(left), m_Value(right)))) {
    Value* one = all_by_ends(left, inverted, lines);
    Value* other = one == nullptr ? nullptr : all_by_ends(right, inverted, lines);
    if (other == nullptr) return nullptr;
    // Selects: what decides alone may keep poison from the other.
    return both != inverted ? builder_.CreateLogicalAnd(one, other)
                            : builder_.CreateLogicalOr(one, other);
  }
  const auto order = ends_comparison(condition, inverted, lines);
  if (!order) return nullptr;
  const auto& [predicate, linear, uniform] = *order;
  if (predicate == CmpInst::ICMP_NE) {
    Value* some = meets(linear, uniform);
    return some == nullptr ? nullptr : builder_.CreateNot(some);
  }
  if (!CmpInst::isRelational(predicate)) return nullptr;
  const bool is_signed = CmpInst::isSigned(predicate);
  const LaneShape form = shape(linear);
  Value* end = is_upwards(predicate) ? lane_zero(linear) : last_lane(linear);
  Value* all = builder_.CreateICmp(predicate, end, scalar(uniform), "all");
  if (is_signed ? form.exact_signed : form.exact_unsigned) return all;
  const std::uint64_t span = lane_span(form, lanes_);
  const unsigned bits = linear->getType()->getIntegerBitWidth();
  if (bits > 64 || span >= std::uint64_t{1} << (bits - 1)) return nullptr;
  return builder_.CreateLogicalAnd(
      leaves_room(lane_zero(linear), static_cast<std::int64_t>(span), is_signed), all);
}

}  // namespace riffle::spmd
