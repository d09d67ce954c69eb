// SPDX-License-Identifier: Apache-2.0
#include "compiler/spmd/legalize/narrow_masks.h"

#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/IntrinsicInst.h>

#include <bit>
#include <numeric>
#include <optional>

namespace riffle::spmd {

using namespace llvm;

namespace {

/// Lanes that are on, one behind the other.
struct LaneRange {
  unsigned first, count;
};

/// Null where they are not, or where their number is none that registers have.
std::optional<LaneRange> part_of(const Value* mask) {
  const auto* constant = dyn_cast<Constant>(mask);
  if (constant == nullptr) return {};
  const unsigned lanes = cast<FixedVectorType>(mask->getType())->getNumElements();
  LaneRange part{lanes, 0};
  for (unsigned i = 0; i < lanes; ++i) {
    const auto* truth = dyn_cast_or_null<ConstantInt>(constant->getAggregateElement(i));
    if (truth == nullptr) return {};
    if (truth->isZero()) continue;
    if (part.count != 0 && part.first + part.count != i) return {};
    if (part.count++ == 0) part.first = i;
  }
  if (!std::has_single_bit(part.count) || part.count == lanes) return {};
  return part;
}

Value* address_of(IRBuilder<>& builder, Value* base, Type* element, const LaneRange& part) {
  return part.first == 0 ? base : builder.CreateConstGEP1_32(element, base, part.first);
}

Align alignment_of(const Instruction& access, unsigned operand, Type* element,
                   const LaneRange& part) {
  const auto& call = cast<CallBase>(access);
  const Align whole = call.getParamAlign(operand).valueOrOne();
  const std::uint64_t bytes = access.getDataLayout().getTypeStoreSize(element).getFixedValue();
  return commonAlignment(whole, part.first * bytes);
}

SmallVector<int, 32> numbers_from(unsigned first, unsigned count) {
  SmallVector<int, 32> numbers(count);
  std::iota(numbers.begin(), numbers.end(), static_cast<int>(first));
  return numbers;
}

void narrow_load(IntrinsicInst& load, const LaneRange& part) {
  IRBuilder<> builder(&load);
  auto* type = cast<FixedVectorType>(load.getType());
  Type* element = type->getElementType();
  Value* address = address_of(builder, load.getArgOperand(0), element, part);
  Value* loaded = builder.CreateAlignedLoad(FixedVectorType::get(element, part.count), address,
                                            alignment_of(load, 0, element, part));
  // Widened with what is never used, then put among the lanes that are off.
  const unsigned lanes = type->getNumElements();
  SmallVector<int, 32> places(lanes, PoisonMaskElem);
  for (unsigned i = 0; i < part.count; ++i) places[part.first + i] = static_cast<int>(i);
  Value* result = builder.CreateShuffleVector(loaded, places);
  Value* off = load.getArgOperand(2);
  if (!isa<UndefValue>(off)) {
    SmallVector<int, 32> merged = numbers_from(lanes, lanes);
    for (unsigned i = 0; i < part.count; ++i)
      merged[part.first + i] = static_cast<int>(part.first + i);
    result = builder.CreateShuffleVector(result, off, merged);
  }
  result->takeName(&load);
  load.replaceAllUsesWith(result);
  load.eraseFromParent();
}

void narrow_store(IntrinsicInst& store, const LaneRange& part) {
  IRBuilder<> builder(&store);
  Value* value = store.getArgOperand(0);
  Type* element = cast<FixedVectorType>(value->getType())->getElementType();
  Value* address = address_of(builder, store.getArgOperand(1), element, part);
  Value* stored = builder.CreateShuffleVector(value, numbers_from(part.first, part.count));
  builder.CreateAlignedStore(stored, address, alignment_of(store, 1, element, part));
  store.eraseFromParent();
}

}  // namespace

bool narrow_masks(Function& function) {
  bool changed = false;
  for (Instruction& instruction : make_early_inc_range(instructions(function))) {
    auto* access = dyn_cast<IntrinsicInst>(&instruction);
    if (access == nullptr) continue;
    const bool loads = access->getIntrinsicID() == Intrinsic::masked_load;
    if (!loads && access->getIntrinsicID() != Intrinsic::masked_store) continue;
    const auto part = part_of(access->getArgOperand(loads ? 1 : 2));
    if (!part) continue;
    loads ? narrow_load(*access, *part) : narrow_store(*access, *part);
    changed = true;
  }
  return changed;
}

}  // namespace riffle::spmd
