// SPDX-License-Identifier: Apache-2.0
// Stores under a mask to places that the lanes have just read: lanes that are off store what they have read.
//
//   %v = load <32 x i32>, ptr %a               %v = load <32 x i32>, ptr %a
//   br any(%m), then: masked.store(%x, %a, %m)  ->  then: store (select %m, %x, %v), ptr %a
//
// Processors hand what a masked store writes to a later load only once it is in the cache. Only in the block's own memory:
// no other block reads there, other packets of the block come before or after; and only where the lanes are at
// different places, so that none takes back what another has stored. A thread that stores where another one of its
// block reads, without a barrier in between, is a race.
//
// Two such stores in a step of a sorting network, at 2 * t - (t & u) and u + 1 further, fill two registers' worth of
// memory together: elements are brought there by one permutation of both values each, and no mask is left.
#include <llvm/Analysis/ValueTracking.h>

#include "compiler/spmd/widen/widener.h"

namespace riffle::spmd {

using namespace llvm;

namespace {

/// Whether no thread can have changed what it read at `load` when it comes to `store`, but by stores on the way that it
/// makes whenever it makes this one.
bool still_holds(const LoadInst& load, const StoreInst& store) {
  const auto keeps = [](const Instruction& step) { return !step.mayWriteToMemory(); };
  const BasicBlock& above = *load.getParent();
  const BasicBlock& block = *store.getParent();
  return all_of(make_range(load.getIterator(), above.end()), keeps) &&
         all_of(make_range(block.begin(), store.getIterator()), [&](const Instruction& step) {
           const auto* other = dyn_cast<StoreInst>(&step);
           return keeps(step) || (other != nullptr && other->isSimple());
         });
}

}  // namespace

/// What is at `store`'s place for lanes that do not store; null if that is not known, or if all lanes store.
LoadInst* Widener::value_before(const StoreInst& store) const {
  return mask_ == nullptr ? nullptr : load_before(store);
}

/// The load in the block above, where all lanes are on.
LoadInst* Widener::load_before(const StoreInst& store) const {
  if (!store.isSimple()) return nullptr;
  const BasicBlock* above = store.getParent()->getSinglePredecessor();
  if (above == nullptr || masks_.lookup(above) != nullptr) return nullptr;
  const Value* pointer = store.getPointerOperand();
  if (getUnderlyingObject(pointer) != body_.getArg(kShared)) return nullptr;
  for (const User* user : pointer->users()) {
    const auto* load = dyn_cast<LoadInst>(user);
    if (load != nullptr && load->isSimple() && load->getParent() == above &&
        load->getType() == store.getValueOperand()->getType() && still_holds(*load, store))
      return const_cast<LoadInst*>(load);
  }
  return nullptr;
}

/// Frozen, so that the code generator does not make a masked store of it after all.
Value* Widener::blended_with(LoadInst& before, StoreInst& store) {
  return builder_.CreateFreeze(
      builder_.CreateSelect(mask_, vector(store.getValueOperand()), vector(&before)));
}

/// The store behind `store` that may fill the gaps between its elements.
StoreInst* Widener::other_of_pair(StoreInst& store) const {
  Type* type = store.getValueOperand()->getType();
  const LaneShape address = shape_of_access(store.getPointerOperand(), type);
  if (address.restart == nullptr || address.restart->getOpcode() != Instruction::And ||
      !is_permutation(*address.restart, lanes_) || value_before(store) == nullptr)
    return nullptr;
  const Instruction* next = store.getNextNode();
  while (next != nullptr && !next->mayReadOrWriteMemory()) next = next->getNextNode();
  const auto* other = dyn_cast_or_null<StoreInst>(next);
  if (other == nullptr || other->getValueOperand()->getType() != type) return nullptr;
  const LaneShape second = shape_of_access(other->getPointerOperand(), type);
  const bool fits = second.restart == address.restart && second.kind == LaneShape::kLinear &&
                    second.stride == address.stride && value_before(*other) != nullptr;
  return fits ? const_cast<StoreInst*>(other) : nullptr;
}

void Widener::store_pair(StoreInst& first, StoreInst& second) {
  Type* type = first.getValueOperand()->getType();
  Value* hold = guards_hold(shape_of_access(first.getPointerOperand(), type), nullptr);
  Value* too = guards_hold(shape_of_access(second.getPointerOperand(), type), nullptr);
  const auto one_by_one = [&] -> Value* {
    for (StoreInst* store : {&first, &second}) store_guarded(*store);
    return nullptr;
  };
  const auto joined = [&] -> Value* { return store_joined(first, second), nullptr; };
  const auto consecutive = [&] -> Value* {
    for (StoreInst* store : {&first, &second}) emit_consecutive_store(*store);
    return nullptr;
  };
  branch_on(builder_.CreateAnd(hold, too), consecutive,
            [&] { return branch_on(fills_windows(first, second), joined, one_by_one); });
}

/// Whether the lanes' elements of both stores are all that is in a number of pairs of registers' worth of memory.
Value* Widener::fills_windows(StoreInst& first, StoreInst& second) {
  Type* type = first.getValueOperand()->getType();
  const LaneShape address = shape_of_access(first.getPointerOperand(), type);
  const LaneShape other = shape_of_access(second.getPointerOperand(), type);
  const auto bytes =
      static_cast<unsigned>(body_.getDataLayout().getTypeStoreSize(type).getFixedValue());
  const std::uint64_t count = lanes_of_register(bytes);
  const Restart& restart = restarts_.find(address.restart)->second;
  const auto number = [&](StoreInst& store) {
    return builder_.CreatePtrToInt(lane_zero(store.getPointerOperand()), builder_.getInt64Ty());
  };
  Value* begin = number(first);
  Value* gap = builder_.CreateMul(builder_.CreateAdd(restart.size, builder_.getInt64(1)),
                                  builder_.getInt64(bytes));
  SmallVector<Value*, 6> conditions = {
      restart.in_order,
      guards_hold(address, address.restart),
      guards_hold(other, other.restart),
      builder_.CreateICmpULT(restart.size, builder_.getInt64(count)),
      builder_.CreateIsNull(builder_.CreateAnd(low_byte(lane_zero(first.getPointerOperand())),
                                               2 * count * bytes - 1)),
      builder_.CreateICmpEQ(builder_.CreateSub(number(second), begin), gap)};
  Value* all = nullptr;
  for (Value* condition : conditions) {
    if (condition == nullptr) continue;
    all = all == nullptr ? condition : builder_.CreateAnd(all, condition, "filled");
  }
  return all;
}

/// Element e of two registers' worth belongs to lane (e & m) | (e >> 1 & ~m) of the second store if it has the bit m + 1, else
/// of the first.
void Widener::store_joined(StoreInst& first, StoreInst& second) {
  const auto bytes = static_cast<unsigned>(
      body_.getDataLayout().getTypeStoreSize(first.getValueOperand()->getType()).getFixedValue());
  const unsigned count = lanes_of_register(bytes);
  Type* element = builder_.getIntNTy(8 * bytes);
  const auto value_of = [&](StoreInst& store) {
    return builder_.CreateBitOrPointerCast(blended_with(*value_before(store), store),
                                           FixedVectorType::get(element, lanes_));
  };
  Value* low_value = value_of(first);
  Value* high_value = value_of(second);
  Value* low = restarts_.find(shape(first.getPointerOperand()).restart)->second.size;
  Value* m = builder_.CreateVectorSplat(count, builder_.CreateTrunc(low, element));
  Value* base = lane_zero(first.getPointerOperand());
  for (unsigned window = 0; window < 2; ++window) {
    SmallVector<Constant*, 16> numbers;
    for (unsigned i = 0; i < count; ++i)
      numbers.push_back(ConstantInt::get(element, window * count + i));
    Value* places = ConstantVector::get(numbers);
    Value* upper = builder_.CreateAnd(builder_.CreateLShr(places, 1), builder_.CreateNot(m));
    Value* lane = builder_.CreateOr(builder_.CreateAnd(places, m), upper);
    Value* bit = builder_.CreateAdd(m, ConstantInt::get(m->getType(), 1));
    Value* is_second = builder_.CreateIsNotNull(builder_.CreateAnd(places, bit));
    Value* sources = builder_.CreateSelect(
        is_second, builder_.CreateOr(lane, ConstantInt::get(m->getType(), count)), lane);
    for (unsigned begin = 0; begin < lanes_; begin += count) {
      Value* moved = pick(part(low_value, begin, count), part(high_value, begin, count), sources);
      Value* place = builder_.CreateConstGEP1_64(
          builder_.getInt8Ty(), base, (std::uint64_t{2} * begin + window * count) * bytes);
      builder_.CreateAlignedStore(moved, place, first.getAlign());
    }
  }
}

}  // namespace riffle::spmd
