// SPDX-License-Identifier: Apache-2.0
// Remainders of numbers that follow each other: they count up too, and begin anew at most once where the
// divisor is larger than the packet.
//
//   %r = urem <16 x i32> %n, %m    ->    %t = urem i32 %n0, %m
//                                        %restarted = icmp uge <0, 1, ..., 15>, %m - %t
//                                        %r = %t + <0, 1, ..., 15> - (%restarted ? %m : 0)
//
// An access at such an index is one vector access if no lane has restarted, else two under masks. What is loaded in two parts is asked
// for one ring further on, before AVX-512: rows of a torus follow each other.
#include "compiler/spmd/widen/prefetch_lines.h"
#include "compiler/spmd/widen/widener.h"

namespace riffle::spmd {

using namespace llvm;

/// Null: always.
Value* Widener::in_order(BinaryOperator& remainder, Value* base, Value* size) {
  if (remainder.getOpcode() == Instruction::And) return nullptr;
  const bool is_signed = remainder.getOpcode() == Instruction::SRem;
  const Shape number = shape(remainder.getOperand(0));
  const std::int64_t span = number.stride * static_cast<std::int64_t>(lanes_ - 1);
  Value* whole = ConstantInt::get(size->getType(), static_cast<std::uint64_t>(span));
  Value* result =
      is_signed ? builder_.CreateICmpSGT(size, whole) : builder_.CreateICmpUGT(size, whole);
  if (is_signed) {
    Value* zero = ConstantInt::get(base->getType(), 0);
    result = builder_.CreateAnd(result, builder_.CreateICmpSGE(base, zero));
  }
  if (is_signed ? !number.exact_signed : !number.exact_unsigned)
    result = builder_.CreateAnd(result, leaves_room(base, span, is_signed));
  return result;
}

/// The lanes' remainders, if in order.
Value* Widener::number_restarting(BinaryOperator& remainder, Value* first, Value* size,
                                  Value* restarted) {
  Value* steps = lane_multiples(first->getType(), shape(&remainder).stride);
  Value* straight = builder_.CreateAdd(builder_.CreateVectorSplat(lanes_, first), steps);
  Value* back = builder_.CreateSub(straight, builder_.CreateVectorSplat(lanes_, size));
  return builder_.CreateSelect(restarted, back, straight);
}

void Widener::emit_restart(BinaryOperator& remainder) {
  Type* type = remainder.getType();
  const bool is_mask = remainder.getOpcode() == Instruction::And;
  const std::int64_t stride = shape(&remainder).stride;
  Value* span = ConstantInt::get(type, static_cast<std::uint64_t>(stride * (lanes_ - 1)));
  // Frozen, and no division by what is not in order: all lanes may be off that use the result.
  Value* base = builder_.CreateFreeze(lane_zero(remainder.getOperand(0)));
  Value* divisor = scalar(remainder.getOperand(1));
  Value* last = is_mask ? divisor : nullptr;
  Value* size = is_mask ? builder_.CreateAdd(divisor, ConstantInt::get(type, 1))
                        : builder_.CreateFreeze(divisor);
  Value* ordered = in_order(remainder, base, size);
  Value* first = is_mask ? builder_.CreateAnd(base, last)
                         : builder_.CreateURem(base, builder_.CreateSelect(
                                                         ordered, size, ConstantInt::get(type, 1)));
  Value* left = builder_.CreateSub(size, first);
  Value* restarted = builder_.CreateICmpUGE(lane_multiples(type, stride),
                                            builder_.CreateVectorSplat(lanes_, left), "restarted");
  Value* straight = builder_.CreateICmpULT(span, left, "straight");
  if (is_mask) {
    emit_vector(remainder);
  } else {
    straight = builder_.CreateAnd(ordered, straight);
    const auto counted = [&] { return number_restarting(remainder, first, size, restarted); };
    const auto divided = [&] { return emit_binary(remainder); };
    set_vector(&remainder, branch_on(ordered, counted, divided));
  }
  firsts_[&remainder] = first;
  guards_[&remainder] = straight;
  restarts_[&remainder] = {ordered, builder_.CreateZExtOrTrunc(size, builder_.getInt64Ty()),
                           restarted};
}

/// The two parts of an access at `pointer`, one of whose guards has restarted.
Widener::TwoParts Widener::two_parts(Value* pointer) {
  const Shape address = shape(pointer);
  const Restart& restart = restarts_.find(address.restart)->second;
  Value* base = lane_zero(pointer);
  Value* back = builder_.CreateMul(
      restart.size, ConstantInt::get(builder_.getInt64Ty(),
                                     static_cast<std::uint64_t>(-address.restart_scale), true));
  Value* off = Constant::getNullValue(all_on()->getType());
  Value* on = mask_ == nullptr ? all_on() : mask_;
  return {base, builder_.CreateSelect(restart.restarted, off, on),
          builder_.CreateGEP(builder_.getInt8Ty(), base, back),
          builder_.CreateSelect(restart.restarted, on, off)};
}

/// Of rows that are rings, one's end is loaded with its beginning. No walk leads there: the processor does not foresee it, and all that is
/// done at the edge waits for it. What a small ring is followed by comes along anyway.
void Widener::prefetch_next_ring(LoadInst& load) {
  const Shape address = shape(load.getPointerOperand());
  Value* size = restarts_.find(address.restart)->second.size;
  Value* bytes =
      builder_.CreateMul(size, ConstantInt::getSigned(size->getType(), address.restart_scale));
  if (const auto* known = dyn_cast<ConstantInt>(bytes);
      known != nullptr && known->getValue().abs().ult(kBytesAhead))
    return;
  Value* next =
      builder_.CreateGEP(builder_.getInt8Ty(), lane_zero(load.getPointerOperand()), bytes);
  prefetch_lines(builder_, *next, *widened(load.getType()));
}

Value* Widener::load_restarting(LoadInst& load) {
  if (is_permutation(*shape(load.getPointerOperand()).restart, lanes_)) return load_permuted(load);
  if (rotates(load.getPointerOperand(), load.getType())) return load_rotated(load);
  Type* type = widened(load.getType());
  const TwoParts parts = two_parts(load.getPointerOperand());
  if (mask_cost_ == Masks::kDear && is_in_memory_of_parameter(*load.getPointerOperand()))
    prefetch_next_ring(load);
  Value* one = builder_.CreateMaskedLoad(type, parts.base, load.getAlign(), parts.mask);
  return builder_.CreateMaskedLoad(type, parts.restarted_base, load.getAlign(),
                                   parts.restarted_mask, one);
}

void Widener::store_restarting(StoreInst& store) {
  if (is_permutation(*shape(store.getPointerOperand()).restart, lanes_))
    return store_permuted(store);
  if (rotates(store.getPointerOperand(), store.getValueOperand()->getType()))
    return store_rotated(store);
  Value* value = vector(store.getValueOperand());
  const TwoParts parts = two_parts(store.getPointerOperand());
  builder_.CreateMaskedStore(value, parts.base, store.getAlign(), parts.mask);
  builder_.CreateMaskedStore(value, parts.restarted_base, store.getAlign(), parts.restarted_mask);
}

}  // namespace riffle::spmd
