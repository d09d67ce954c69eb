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
#include <llvm/IR/GetElementPtrTypeIterator.h>

#include "compiler/spmd/widen/prefetch_lines.h"
#include "compiler/spmd/widen/widener.h"

namespace riffle::spmd {

using namespace llvm;

/// Null: always.
Value* Widener::in_order(BinaryOperator& remainder, Value* base, Value* size) {
  if (remainder.getOpcode() == Instruction::And) return nullptr;
  const bool is_signed = remainder.getOpcode() == Instruction::SRem;
  const LaneShape number = shape(remainder.getOperand(0));
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
  Value* size = is_mask ? builder_.CreateAdd(divisor, ConstantInt::get(type, 1)) : frozen(divisor);
  Value* ordered = in_order(remainder, base, size);
  Value* one = ConstantInt::get(type, 1);
  Value* safe = is_mask ? size : builder_.CreateSelect(ordered, size, one);
  Value* first = is_mask ? builder_.CreateAnd(base, last) : builder_.CreateURem(base, safe);
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
                           restarted, base, safe};
}

/// One more in the lanes in which the remainder has restarted.
void Widener::emit_quotient(BinaryOperator& quotient) {
  const Restart restart = restarts_.find(remainder_of(quotient))->second;
  Value* first = builder_.CreateUDiv(restart.number, restart.divisor);
  const auto counted = [&] {
    return builder_.CreateAdd(builder_.CreateVectorSplat(lanes_, first),
                              builder_.CreateZExt(restart.restarted, widened(quotient.getType())));
  };
  const auto divided = [&] { return emit_binary(quotient); };
  set_vector(&quotient, branch_on(restart.in_order, counted, divided));
  firsts_[&quotient] = first;
}

/// How far lanes' numbers are from lane 0's, those behind a restart too.
Widener::Range Widener::range_of(Value* number) {
  const LaneShape form = shape(number);
  Value* zero = builder_.getInt64(0);
  Value* span =
      ConstantInt::getSigned(zero->getType(), form.stride * static_cast<std::int64_t>(lanes_ - 1));
  if (form.restart == nullptr) return {zero, span};
  Value* stride = ConstantInt::getSigned(zero->getType(), form.stride);
  Value* restarted = restarts_.find(form.restart)->second.restarted;
  Value* bits = builder_.CreateBitCast(restarted, builder_.getIntNTy(lanes_));
  Value* behind = builder_.CreateZExtOrTrunc(builder_.CreateUnaryIntrinsic(Intrinsic::ctpop, bits),
                                             zero->getType());
  Value* none = builder_.CreateIsNull(behind);
  Value* before = builder_.CreateMul(builder_.CreateSub(builder_.getInt64(lanes_), behind), stride);
  Value* moved = displacement(number);
  const auto either = [&](Intrinsic::ID id, Value* one, Value* other, Value* straight) {
    return builder_.CreateSelect(none, straight, builder_.CreateBinaryIntrinsic(id, one, other));
  };
  return {either(Intrinsic::smin, zero, builder_.CreateAdd(before, moved), zero),
          either(Intrinsic::smax, builder_.CreateSub(before, stride),
                 builder_.CreateAdd(moved, span), span)};
}

/// Whether no lane's number wraps, neither before the restart nor behind it.
Value* Widener::parts_leave_room(Value* number, Value* base, bool is_signed) {
  const unsigned bits = base->getType()->getIntegerBitWidth();
  Type* wide = builder_.getInt64Ty();
  const Range range = range_of(number);
  const APInt least = (is_signed ? APInt::getSignedMinValue(bits) : APInt::getZero(bits)).sext(64);
  const APInt most =
      is_signed ? APInt::getSignedMaxValue(bits).sext(64) : APInt::getMaxValue(bits).zext(64);
  Value* first = is_signed ? builder_.CreateSExt(base, wide) : builder_.CreateZExt(base, wide);
  Value* low = builder_.CreateICmpSGE(builder_.CreateAdd(first, range.low), builder_.getInt(least));
  Value* high =
      builder_.CreateICmpSLE(builder_.CreateAdd(first, range.high), builder_.getInt(most));
  return builder_.CreateAnd(low, high, "no.wrap");
}

/// Of numbers that are in order if guards hold: so are their remainders where all have one quotient.
///
///   %first = urem (%n0 + %low), %m                       guard: %first + (%high - %low) < %m
void Widener::emit_remainder_if_guarded(BinaryOperator& remainder) {
  const bool is_signed = remainder.getOpcode() == Instruction::SRem;
  Value* number = remainder.getOperand(0);
  Type* type = remainder.getType();
  Type* wide = builder_.getInt64Ty();
  const LaneShape form = shape(number);
  const unsigned bits = type->getIntegerBitWidth();
  const auto widened_number = [&](Value* value) {
    return is_signed ? builder_.CreateSExtOrTrunc(value, wide)
                     : builder_.CreateZExtOrTrunc(value, wide);
  };
  const Range range = range_of(number);
  Value* base = widened_number(builder_.CreateFreeze(lane_zero(number)));
  Value* low = builder_.CreateAdd(base, range.low);
  Value* high = builder_.CreateAdd(base, range.high);
  Value* size = frozen(scalar(remainder.getOperand(1)));
  const APInt most = APInt::getMaxValue(std::min(is_signed ? bits - 1 : bits, 62U)).zext(64);
  // Neither less than zero nor too large: all are, where the ends are, and the divisor is positive.
  Value* ordered = builder_.CreateICmpULE(low, ConstantInt::get(wide, most));
  ordered = builder_.CreateAnd(ordered, builder_.CreateICmpULE(high, ConstantInt::get(wide, most)));
  ordered = builder_.CreateAnd(
      ordered, is_signed ? builder_.CreateICmpSGT(size, Constant::getNullValue(type))
                         : builder_.CreateIsNotNull(size));
  Value* safe = builder_.CreateSelect(ordered, size, ConstantInt::get(type, 1));
  Value* first = builder_.CreateURem(builder_.CreateTrunc(low, type), safe);
  Value* last =
      builder_.CreateAdd(builder_.CreateZExtOrTrunc(first, wide), builder_.CreateSub(high, low));
  Value* one_quotient = builder_.CreateICmpULT(last, builder_.CreateZExtOrTrunc(safe, wide));
  guards_[&remainder] = builder_.CreateAnd(ordered, one_quotient, "one.quotient");
  first = builder_.CreateSub(first, builder_.CreateTrunc(range.low, type), "first");
  firsts_[&remainder] = first;

  Value* hold = guards_[&remainder];
  if (Value* others = guards_hold(form, form.restart)) hold = builder_.CreateAnd(hold, others);
  const Restart* restart =
      form.restart == nullptr ? nullptr : &restarts_.find(form.restart)->second;
  if (restart != nullptr && restart->in_order != nullptr)
    hold = builder_.CreateAnd(hold, restart->in_order);
  const auto counted = [&]() -> Value* {
    Value* line = builder_.CreateAdd(builder_.CreateVectorSplat(lanes_, first),
                                     lane_multiples(type, form.stride));
    if (restart == nullptr) return line;
    Value* moved = builder_.CreateTrunc(displacement(number), type);
    moved = builder_.CreateSelect(restart->restarted, builder_.CreateVectorSplat(lanes_, moved),
                                  Constant::getNullValue(line->getType()));
    return builder_.CreateAdd(line, moved);
  };
  set_vector(&remainder, branch_on(hold, counted, [&] { return emit_binary(remainder); }));
}

/// What lanes behind the restart have beyond what counting up from lane 0 gives, as a number of 64 bits.
Value* Widener::displacement(Value* value) {
  const LaneShape form = shape(value);
  if (form.restart == nullptr) return builder_.getInt64(0);
  if (form.has_quotient) return displacement_of_operation(*cast<Instruction>(value));
  return builder_.CreateMul(restarts_.find(form.restart)->second.size,
                            ConstantInt::getSigned(builder_.getInt64Ty(), -form.restart_scale));
}

Value* Widener::displacement_of_operation(const Instruction& operation) {
  const auto of = [&](unsigned number) { return displacement(operation.getOperand(number)); };
  Type* wide = builder_.getInt64Ty();
  switch (operation.getOpcode()) {
    case Instruction::UDiv:
    case Instruction::SDiv:
      return builder_.getInt64(1);
    case Instruction::Add:
    case Instruction::Or:
      return builder_.CreateAdd(of(0), of(1));
    case Instruction::Sub:
      return builder_.CreateSub(of(0), of(1));
    case Instruction::Xor:
      return builder_.CreateNeg(of(0));
    case Instruction::Shl:
      return builder_.CreateShl(of(0), builder_.CreateZExtOrTrunc(operation.getOperand(1), wide));
    case Instruction::Mul: {
      const unsigned factor = shape(operation.getOperand(1)).is_uniform() ? 1 : 0;
      Value* times = scalar(operation.getOperand(factor));
      times = operation.hasNoSignedWrap() ? builder_.CreateSExtOrTrunc(times, wide)
                                          : builder_.CreateZExtOrTrunc(times, wide);
      return builder_.CreateMul(of(1 - factor), times);
    }
    case Instruction::GetElementPtr: {
      const auto& address = cast<GEPOperator>(operation);
      Value* sum = displacement(operation.getOperand(0));
      for (auto it = gep_type_begin(address), end = gep_type_end(address); it != end; ++it) {
        if (it.isStruct()) continue;
        const std::uint64_t element =
            it.getSequentialElementStride(body_.getDataLayout()).getFixedValue();
        sum = builder_.CreateAdd(
            sum, builder_.CreateMul(displacement(it.getOperand()), builder_.getInt64(element)));
      }
      return sum;
    }
    case Instruction::Select:
      return of(2);  // Shapes::is_of_no_divisor
    default:
      return of(0);  // casts
  }
}

/// The two parts of an access at `pointer`, one of whose guards has restarted.
Widener::TwoParts Widener::two_parts(Value* pointer) {
  const Restart& restart = restarts_.find(shape(pointer).restart)->second;
  Value* base = lane_zero(pointer);
  Value* back = displacement(pointer);
  Value* off = Constant::getNullValue(all_on()->getType());
  Value* on = mask_ == nullptr ? all_on() : mask_;
  return {base, builder_.CreateSelect(restart.restarted, off, on),
          builder_.CreateGEP(builder_.getInt8Ty(), base, back),
          builder_.CreateSelect(restart.restarted, on, off)};
}

/// Of rows that are rings, one's end is loaded with its beginning. No walk leads there: the processor does not foresee it, and all that is
/// done at the edge waits for it. What a small ring is followed by comes along anyway.
void Widener::prefetch_next_ring(LoadInst& load) {
  const LaneShape address = shape(load.getPointerOperand());
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
