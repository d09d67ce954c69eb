// SPDX-License-Identifier: Apache-2.0
// Elements close together, at places that are known while compiling. Where all lanes are on, one access from the
// first to the last of them and shuffles; else gathers and scatters.
//
//   load p[4 * i], p[4 * i + 1], ...   ->   %span = load <64 x float>, ptr %p;  shufflevector ... for each part
//   load p[n - i]                      ->   %span = load <16 x float>, ptr %p[n - 15];  shufflevector 15, 14, ...
//   store to all of them               ->   interleave the parts; store <64 x float>
//
// They are a few of their sizes apart, as the channels of pixels and the parts of float4 are, or in falling order, or a constant permutes them:
// p[i ^ 4]; p[2 * i - (i & 3)] and p[2 * i - (i & 3) + 4]. (AVX-512 permutes by numbers known at run time, widen_permuted.cpp.)
#include <llvm/Analysis/VectorUtils.h>
#include <llvm/IR/Module.h>

#include <algorithm>
#include <numeric>

#include "compiler/spmd/instrument/note_accesses.h"
#include "compiler/spmd/keys.h"
#include "compiler/spmd/widen/neighbours.h"
#include "compiler/spmd/widen/widener.h"

namespace riffle::spmd {

using namespace llvm;

/// The low bits of lane 0's value, in which the lanes of a packet differ; null if they depend on more than the packet's place.
std::optional<std::uint64_t> Widener::first_low_bits(const Value* value, unsigned depth) const {
  const unsigned bits = Log2_32(lanes_);
  const std::uint64_t all = lanes_ - 1;
  if (const auto* number = dyn_cast<ConstantInt>(value))
    return number->getValue().zextOrTrunc(64).getZExtValue() & all;
  const LaneShape form = shape(value);
  if ((form.is_uniform() || form.kind == LaneShape::kLinear) && form.alignment >= bits) return 0;
  const auto* operation = dyn_cast<Instruction>(value);
  if (operation == nullptr || depth == 0) return {};
  const unsigned code = operation->getOpcode();
  const bool extends = code == Instruction::ZExt || code == Instruction::SExt;
  if (extends && operation->getOperand(0)->getType()->getIntegerBitWidth() >= bits)
    return first_low_bits(operation->getOperand(0), depth - 1);
  if (code != Instruction::Add && code != Instruction::Sub) return {};
  const auto left = first_low_bits(operation->getOperand(0), depth - 1);
  const auto right = first_low_bits(operation->getOperand(1), depth - 1);
  if (!left || !right) return {};
  return (code == Instruction::Add ? *left + *right : *left - *right) & all;
}

/// How far the lanes' numbers are from lane 0's where a constant permutes them and there is no instruction that permutes by
/// any number: `i & u`, `i ^ u`, and `(i + n) & (lanes - 1)`, a ring that is turned. Else, and if their order stays, empty.
Places Widener::permuted_places(const BinaryOperator& permutation) const {
  const auto* number = dyn_cast<ConstantInt>(permutation.getOperand(1));
  if (mask_cost_ == Masks::kFree || number == nullptr) return {};
  const unsigned bits = Log2_32(lanes_);
  if (number->getBitWidth() <= bits) return {};
  const auto low = static_cast<std::int64_t>(number->getValue().extractBitsAsZExtValue(bits, 0));
  const bool is_xor = permutation.getOpcode() == Instruction::Xor;
  std::int64_t turned = 0;
  if (!is_permutation(permutation, lanes_)) {
    if (permutation.getOpcode() != Instruction::And || !number->equalsInt(lanes_ - 1)) return {};
    const auto first = first_low_bits(permutation.getOperand(0), 4);
    if (!first) return {};
    turned = static_cast<std::int64_t>(*first);
  }
  Places places;
  for (std::int64_t lane = 0; lane < lanes_; ++lane) {
    if (is_xor)
      places.push_back((lane ^ low) - low);
    else
      places.push_back(((lane + turned) & low) - turned);
  }
  const bool in_order = std::ranges::adjacent_find(places, [](std::int64_t one, std::int64_t next) {
                          return next != one + 1;
                        }) == places.end();
  return in_order ? Places() : places;
}

/// The permutation by a constant that the lanes' elements are in; null: there is none.
const BinaryOperator* Widener::known_permutation(const LaneShape& address) const {
  const bool is_known = address.restart != nullptr && !permuted_places(*address.restart).empty();
  return is_known ? address.restart : nullptr;
}

/// Where the lanes' elements are, in elements from lane 0's; empty if they follow each other, are too far apart or that is not
/// known.
Places Widener::places_of(const LaneShape& address, std::int64_t bytes) const {
  if (address.kind != LaneShape::kLinear) return {};
  const BinaryOperator* permutation = known_permutation(address);
  if (permutation == nullptr && (address.stride == 0 || address.stride == bytes)) return {};
  Places places;
  for (std::int64_t lane = 0; lane < lanes_; ++lane) places.push_back(lane * address.stride);
  if (permutation != nullptr) {
    for (const auto& [lane, moved] : enumerate(permuted_places(*permutation)))
      places[lane] += (moved - static_cast<std::int64_t>(lane)) * address.restart_scale;
  }
  if (any_of(places, [&](std::int64_t place) { return place % bytes != 0; })) return {};
  for (std::int64_t& place : places) place /= bytes;
  const auto [least, most] = std::ranges::minmax(places);
  return most - least < kWidestStride * lanes_ ? places : Places();
}

Neighbours<LoadInst> loads_beside(LoadInst& load, std::int64_t bytes) {
  Neighbours<LoadInst> neighbours(load, bytes);
  for (Instruction& instruction :
       make_range(std::next(load.getIterator()), load.getParent()->end())) {
    if (instruction.mayWriteToMemory()) break;
    auto* other = dyn_cast<LoadInst>(&instruction);
    if (other != nullptr && other->isSimple() && other->getType() == load.getType())
      neighbours.add(*other);
  }
  return neighbours;
}

/// The loads of `load`'s block that together read all elements between theirs, in order of address; empty if some are
/// missing or memory may change between them.
Together<LoadInst> Widener::interleaved_with(LoadInst& load, const Places& places,
                                             std::int64_t bytes) {
  return loads_beside(load, bytes).row(places);
}

Neighbours<StoreInst> stores_beside(StoreInst& store, std::int64_t bytes) {
  Neighbours<StoreInst> neighbours(store, bytes);
  for (Instruction& instruction :
       make_range(std::next(store.getIterator()), store.getParent()->end())) {
    if (!instruction.mayReadOrWriteMemory()) continue;
    auto* other = dyn_cast<StoreInst>(&instruction);
    const bool fits = other != nullptr && other->isSimple() &&
                      other->getValueOperand()->getType() == store.getValueOperand()->getType();
    if (!fits || !neighbours.add(*other)) break;
  }
  return neighbours;
}

bool is_last_of(const Together<StoreInst>& group, const StoreInst& store) {
  return all_of(group, [&](const auto& member) {
    return member.access == &store || member.access->comesBefore(&store);
  });
}

/// The stores of `store`'s block from it on that together write all elements between theirs, in order of address; empty if some are
/// missing.
Together<StoreInst> Widener::interleaved_with(StoreInst& store, const Places& places,
                                              std::int64_t bytes) {
  return stores_beside(store, bytes).row(places);
}

/// Whether lanes' elements lie as their shape says and all lanes are on; null: yes.
Value* Widener::is_whole(const LaneShape& address) {
  Value* whole = guards_hold(address, known_permutation(address));
  if (mask_ == nullptr) return whole;
  Value* bits = builder_.CreateBitCast(mask_, builder_.getIntNTy(lanes_));
  Value* all = builder_.CreateICmpEQ(bits, Constant::getAllOnesValue(bits->getType()));
  return whole == nullptr ? all : builder_.CreateAnd(whole, all);
}

/// Loads of neighbouring elements share one access, never beyond the last element, which might be another page.
void Widener::load_strided(LoadInst& load, const LaneShape& address) {
  Type* type = load.getType();
  const auto bytes =
      static_cast<std::int64_t>(body_.getDataLayout().getTypeStoreSize(type).getFixedValue());
  const Places places = places_of(address, bytes);
  Together<LoadInst> group = interleaved_with(load, places, bytes);
  const bool complete = !group.empty();
  // With gaps it would read what nobody asks for.
  if (!complete && is_to_note_accesses(*body_.getParent()))
    return set_vector(&load, load_scattered(load));
  if (!complete) group.push_back({&load, 0});
  for (const auto& member : group) remark_strided(*member.access, address, complete);
  Value* pointer = load.getPointerOperand();
  const auto [least, most] = std::ranges::minmax(places);
  const std::int64_t begin = group.front().distance + least;
  const auto wide = [&] {
    Value* start = builder_.CreateConstGEP1_64(builder_.getInt8Ty(), lane_zero(pointer),
                                               static_cast<std::uint64_t>(begin * bytes));
    const std::int64_t count = group.back().distance + most - begin + 1;
    LoadInst* span = builder_.CreateAlignedLoad(
        FixedVectorType::get(type, static_cast<unsigned>(count)), start, Align(1));
    if (address.stride < 0) span->setMetadata(kFalls, MDNode::get(builder_.getContext(), {}));
    SmallVector<Value*, 4> parts;
    for (const auto& member : group) {
      SmallVector<int, 32> picked;
      for (const std::int64_t place : places)
        picked.push_back(static_cast<int>(member.distance + place - begin));
      parts.push_back(builder_.CreateShuffleVector(span, picked));
    }
    return parts;
  };
  Value* whole = is_whole(address);
  if (whole == nullptr) {
    const SmallVector<Value*, 4> parts = wide();
    for (unsigned i = 0; i < group.size(); ++i) set_vector(group[i].access, parts[i]);
    return;
  }
  LLVMContext& context = builder_.getContext();
  Value* first_addresses = vector(pointer);
  BasicBlock* together = BasicBlock::Create(context, "whole", out_);
  BasicBlock* apart = BasicBlock::Create(context, "part", out_);
  BasicBlock* loaded = BasicBlock::Create(context, "loaded", out_);
  builder_.CreateCondBr(whole, together, apart);
  builder_.SetInsertPoint(together);
  const SmallVector<Value*, 4> from_whole = wide();
  builder_.CreateBr(loaded);
  builder_.SetInsertPoint(apart);
  SmallVector<Value*, 4> from_part;
  for (const auto& [member, distance] : group) {
    Value* addresses = builder_.CreateConstGEP1_64(builder_.getInt8Ty(), first_addresses,
                                                   static_cast<std::uint64_t>(distance * bytes));
    from_part.push_back(builder_.CreateMaskedGather(widened(type), addresses, member->getAlign(),
                                                    mask_ == nullptr ? all_on() : mask_));
    mark_rare(from_part.back(), address);
  }
  builder_.CreateBr(loaded);
  builder_.SetInsertPoint(loaded);
  for (unsigned i = 0; i < group.size(); ++i) {
    LoadInst* member = group[i].access;
    PHINode* result = builder_.CreatePHI(widened(type), 2, member->getName());
    result->addIncoming(from_whole[i], together);
    result->addIncoming(from_part[i], apart);
    set_vector(member, result);
  }
}

/// <a0, a1, ...>, <b0, b1, ...>  ->  <a0, b0, a1, b1, ...>; so for three and four.
Value* Widener::interleave(ArrayRef<Value*> parts) {
  const auto count = static_cast<int>(parts.size());
  const auto length =
      static_cast<int>(cast<FixedVectorType>(parts.front()->getType())->getNumElements());
  if (count == 4) {
    return interleave({interleave({parts[0], parts[2]}), interleave({parts[1], parts[3]})});
  }
  Value *left = parts[0], *right = parts[1];
  if (count == 3) {
    SmallVector<int, 64> both(static_cast<std::size_t>(2 * length));
    std::iota(both.begin(), both.end(), 0);
    left = builder_.CreateShuffleVector(left, right, both);
    std::fill(both.begin() + length, both.end(), PoisonMaskElem);
    right = builder_.CreateShuffleVector(parts[2], both);
  }
  SmallVector<int, 96> order;
  for (int i = 0; i < length; ++i) {
    for (int part = 0; part < count; ++part) order.push_back(part * length + i);
  }
  return builder_.CreateShuffleVector(left, right, order);
}

/// Element i of the parts, one behind the other, comes to place `places`[i]: all places are taken.
Value* Widener::put_at(const Places& places, ArrayRef<Value*> parts) {
  SmallVector<int, 128> order(places.size());
  for (std::size_t i = 0; i < places.size(); ++i)
    order[static_cast<std::size_t>(places[i])] = static_cast<int>(i);
  if (parts.size() == 1) return builder_.CreateShuffleVector(parts[0], order);
  if (parts.size() == 2) return builder_.CreateShuffleVector(parts[0], parts[1], order);
  return builder_.CreateShuffleVector(concatenateVectors(builder_, parts), order);
}

/// What a group of stores writes in place of them.
void Widener::store_together(const Together<StoreInst>& group, const LaneShape& address,
                             std::int64_t bytes, OffLanes off) {
  const bool blended = off == OffLanes::kBlended;
  const Places places = places_of(address, bytes);
  const std::int64_t least = *std::ranges::min_element(places);
  StoreInst& front = *group.front().access;
  SmallVector<Value*, 4> parts;
  Places all;
  for (const auto& [member, distance] : group) {
    parts.push_back(blended ? blended_with(*value_before(*member), *member)
                            : vector(member->getValueOperand()));
    for (const std::int64_t place : places)
      all.push_back(distance - group.front().distance + place - least);
  }
  Value* start = lane_zero(front.getPointerOperand());
  if (least != 0)
    start = builder_.CreateConstGEP1_64(builder_.getInt8Ty(), start,
                                        static_cast<std::uint64_t>(least * bytes));
  const Align alignment =
      commonAlignment(front.getAlign(), static_cast<std::uint64_t>(-least * bytes));
  const bool rises = known_permutation(address) == nullptr && address.stride > 0;
  const auto in_order = [&](ArrayRef<Value*> lanes) {
    return rises ? interleave(lanes) : put_at(all, lanes);
  };
  Value* value = in_order(parts);
  if (off == OffLanes::kMasked) {
    const SmallVector<Value*, 4> masks(group.size(), mask_);
    builder_.CreateMaskedStore(value, start, alignment, in_order(masks));
    return;
  }
  const auto keep = [&] { builder_.CreateAlignedStore(value, start, alignment); };
  const std::int64_t span = static_cast<std::int64_t>(all.size()) * bytes;
  const bool streams =
      !blended && span % kCacheLineBytes == 0 &&
      all_of(group, [&](const auto& member) { return streamed_.contains(member.access); });
  if (!streams) return keep();
  stream_or({value, start, alignment, 0, lanes_}, goes_past_caches(start), keep);
  for (const auto& member : group) count_streamed(*member.access);
}

/// Whether none of `group` is stored with others already.
bool Widener::are_apart(const Together<StoreInst>& group) const {
  return none_of(group, [&](const auto& member) {
    return stored_together_.contains(member.access) || stored_in_rows_.contains(member.access);
  });
}

/// False if `store` has no neighbours to be stored with. The last of them stores for all.
bool Widener::store_strided(StoreInst& store, const LaneShape& address) {
  const Type* type = store.getValueOperand()->getType();
  const auto bytes = static_cast<std::int64_t>(
      body_.getDataLayout().getTypeStoreSize(const_cast<Type*>(type)).getFixedValue());
  if (!stored_together_.contains(&store)) {
    const Together<StoreInst> group = interleaved_with(store, places_of(address, bytes), bytes);
    if (group.empty() || !are_apart(group)) return false;
    for (const auto& member : group) {
      stored_together_[member.access] = group;
      remark_strided(*member.access, address, true);
    }
  }
  const Together<StoreInst> group = stored_together_.lookup(&store);
  if (!is_last_of(group, store)) return true;
  const bool blended =
      all_of(group, [&](const auto& member) { return value_before(*member.access) != nullptr; });
  const auto together_with = [&](OffLanes off) -> Value* {
    return store_together(group, address, bytes, off), nullptr;
  };
  const auto together = [&] -> Value* {
    return together_with(blended ? OffLanes::kBlended : OffLanes::kNone);
  };
  Value* const guards = guards_hold(address, known_permutation(address));
  const auto scattered = [&] -> Value* {
    for (const auto& member : group) store_scattered(*member.access);
    return nullptr;
  };
  const auto masked = [&] -> Value* { return together_with(OffLanes::kMasked); };
  // A pair that is exchanged if it is out of order: rarely do all lanes store.
  const bool may_mask = mask_ != nullptr && !blended && mask_cost_ == Masks::kFree &&
                        !is_to_note_accesses(*body_.getParent());
  const auto apart = [&] -> Value* {
    if (!may_mask) return scattered();
    return guards == nullptr ? masked() : branch_on(guards, masked, scattered);
  };
  Value* whole = blended ? guards : is_whole(address);
  if (whole == nullptr) {
    together();
  } else {
    branch_on(whole, together, apart);
  }
  return true;
}

}  // namespace riffle::spmd
