// SPDX-License-Identifier: Apache-2.0
// Numbers kept within bounds (bounds.h): in packets of which no lane is at a bound they count up.
//
//   %r = smin <32 x i32> %n, %m    ->    lane 0: %n0                         guard: %n0 + 31 <= %m
//
// An access at such an index is one vector access if the guard holds, else a gather. The vector is made where it is used.

#include <utility>

#include "compiler/spmd/analysis/bounds.h"
#include "compiler/spmd/widen/widener.h"

namespace riffle::spmd {

using namespace llvm;

/// Whether the lanes' numbers, which begin with `first`, are within.
Value* Widener::within(const Bound& bound, Value* first) {
  const LaneShape form = shape(bound.inside);
  const auto span = static_cast<std::int64_t>(lane_span(form, lanes_));
  Value* limit = scalar(bound.bound);
  if (!isa<Constant>(limit)) limit = builder_.CreateFreeze(limit);
  const bool is_least = bound.kind != Bound::kMost;
  CmpInst::Predicate predicate = CmpInst::ICMP_ULE;
  if (is_least)
    predicate = bound.is_signed ? CmpInst::ICMP_SGE : CmpInst::ICMP_UGE;
  else if (bound.is_signed)
    predicate = CmpInst::ICMP_SLE;
  Value* end = first;
  if (!is_least) end = builder_.CreateAdd(first, ConstantInt::getSigned(first->getType(), span));
  Value* result = builder_.CreateICmp(predicate, end, limit, "within");
  if (bound.is_signed ? form.exact_signed : form.exact_unsigned) return result;
  return builder_.CreateAnd(leaves_room(first, span, bound.is_signed), result);
}

/// Whether `condition` (`inverted`: its opposite) holds in all lanes. Lanes that are off count, too: so it may be false for
/// nothing.
Value* Widener::whole_packet(Value* condition, bool inverted, Lines lines) {
  Value* mask = std::exchange(mask_, nullptr);
  Value* all = all_by_ends(condition, inverted, lines);
  mask_ = mask;
  return all == nullptr ? builder_.getFalse() : builder_.CreateFreeze(all, "all");
}

/// False if `instruction` is none.
bool Widener::emit_bounded(Instruction& instruction) {
  if (!is_contained(shape(&instruction).guards, &instruction)) return false;
  const auto bound = find_bound(instruction, [&](const Value& value) { return shape(&value); });
  if (!bound) return false;
  deferred_.insert(&instruction);
  // Frozen: it may be poison where all lanes that are on leave it unused.
  Value* first = builder_.CreateFreeze(lane_zero(bound->inside), instruction.getName());
  Value* inside = nullptr;
  if (bound->kind == Bound::kChoice) {
    Value* condition = instruction.getOperand(0);
    inside = whole_packet(condition, !bound->wanted, Lines::kIfGuarded);
    if (bound->otherwise != nullptr) {
      Value* other = builder_.CreateFreeze(lane_zero(bound->otherwise));
      first = builder_.CreateSelect(inside, first, other);
      inside = builder_.CreateOr(inside, whole_packet(condition, bound->wanted, Lines::kIfGuarded),
                                 "one.way");
    }
  } else {
    inside = within(*bound, first);
  }
  guards_[&instruction] = inside;
  if (bound->kind == Bound::kDifference) first = builder_.CreateSub(first, scalar(bound->bound));
  firsts_[&instruction] = first;
  return true;
}

}  // namespace riffle::spmd
