// SPDX-License-Identifier: Apache-2.0
// Elements a few of their sizes apart: the channels of pixels, the parts of float4, an array from its end. Where all lanes are
// on, one access from the first to the last of them and shuffles; else gathers and scatters.
//
//   load p[4 * i], p[4 * i + 1], ...   ->   %span = load <64 x float>, ptr %p;  shufflevector ... for each part
//   load p[n - i]                      ->   %span = load <16 x float>, ptr %p[n - 15];  shufflevector 15, 14, ...
//   store to all of them               ->   interleave the parts; store <64 x float>
#include <llvm/IR/Module.h>

#include <numeric>

#include "compiler/spmd/transform/note_accesses.h"
#include "compiler/spmd/transform/widener.h"

namespace riffle::spmd {

using namespace llvm;

namespace {

/// Where accesses of one kind lie, by their distance in elements from a first one.
template <typename Access>
class Neighbours {
 public:
  Neighbours(Access& first, std::int64_t bytes)
      : layout_(first.getDataLayout()), bytes_(bytes), root_(place(first, start_)) {
    at_[0] = &first;
  }

  /// False if `other` has no place beside the first, or one that is taken.
  bool add(Access& other) {
    APInt offset(64, 0);
    if (place(other, offset) != root_) return false;
    const std::int64_t distance = (offset - start_).getSExtValue();
    return distance % bytes_ == 0 && at_.try_emplace(distance / bytes_, &other).second;
  }

  /// `count` that follow each other and include the first, in order of address; else empty.
  SmallVector<Access*, 4> row(std::int64_t count) const {
    for (std::int64_t begin = 1 - count; begin <= 0; ++begin) {
      SmallVector<Access*, 4> found;
      for (std::int64_t i = begin; i < begin + count && at_.contains(i); ++i)
        found.push_back(at_.lookup(i));
      if (static_cast<std::int64_t>(found.size()) == count) return found;
    }
    return {};
  }

 private:
  const Value* place(Access& access, APInt& offset) {
    return access.getPointerOperand()->stripAndAccumulateConstantOffsets(layout_, offset,
                                                                         /*AllowNonInbounds=*/true);
  }

  const DataLayout& layout_;
  std::int64_t bytes_;
  APInt start_ = APInt(64, 0);
  const Value* root_;
  SmallDenseMap<std::int64_t, Access*> at_;
};

}  // namespace

/// The loads of `load`'s block that together read all `stride` neighbouring elements, in order of address; empty
/// if some are missing or memory may change between them.
SmallVector<LoadInst*, 4> Widener::interleaved_with(LoadInst& load, std::int64_t stride,
                                                    std::int64_t bytes) {
  Neighbours<LoadInst> neighbours(load, bytes);
  for (Instruction& instruction :
       make_range(std::next(load.getIterator()), load.getParent()->end())) {
    if (instruction.mayWriteToMemory()) break;
    auto* other = dyn_cast<LoadInst>(&instruction);
    if (other != nullptr && other->isSimple() && other->getType() == load.getType())
      neighbours.add(*other);
  }
  return neighbours.row(stride);
}

/// The stores of `store`'s block from it on that together write all `stride` neighbouring elements, in order of
/// address, if nothing between them touches memory; else empty.
SmallVector<StoreInst*, 4> Widener::interleaved_with(StoreInst& store, std::int64_t stride,
                                                     std::int64_t bytes) {
  if (stride == 1) return {&store};
  Neighbours<StoreInst> neighbours(store, bytes);
  for (Instruction& instruction :
       make_range(std::next(store.getIterator()), store.getParent()->end())) {
    if (!instruction.mayReadOrWriteMemory()) continue;
    auto* other = dyn_cast<StoreInst>(&instruction);
    const bool fits = other != nullptr && other->isSimple() &&
                      other->getValueOperand()->getType() == store.getValueOperand()->getType();
    if (!fits || !neighbours.add(*other)) break;
    SmallVector<StoreInst*, 4> row = neighbours.row(stride);
    if (!row.empty()) return row;
  }
  return {};
}

/// Whether lanes' elements lie as their shape says and all lanes are on; null: yes.
Value* Widener::is_whole(const Shape& address) {
  Value* whole = guards_hold(address, nullptr);
  if (mask_ == nullptr) return whole;
  Value* bits = builder_.CreateBitCast(mask_, builder_.getIntNTy(lanes_));
  Value* all = builder_.CreateICmpEQ(bits, Constant::getAllOnesValue(bits->getType()));
  return whole == nullptr ? all : builder_.CreateAnd(whole, all);
}

/// Where the packet's lowest lane is, and `bytes` more: the last one's where addresses fall.
Value* Widener::lowest_address(Value* pointer, const Shape& address, std::int64_t bytes) {
  const std::int64_t fall = address.stride < 0 ? address.stride * (lanes_ - 1) : 0;
  return builder_.CreateConstGEP1_64(builder_.getInt8Ty(), lane_zero(pointer),
                                     static_cast<std::uint64_t>(fall + bytes));
}

/// Loads of neighbouring elements share one access, never beyond the last element, which might be another page.
void Widener::load_strided(LoadInst& load, const Shape& address) {
  Type* type = load.getType();
  const auto bytes =
      static_cast<std::int64_t>(body_.getDataLayout().getTypeStoreSize(type).getFixedValue());
  const std::int64_t stride = std::abs(address.stride) / bytes;
  SmallVector<LoadInst*, 4> group = interleaved_with(load, stride, bytes);
  const bool complete = !group.empty();
  // With gaps it would read what nobody asks for.
  if (!complete && is_to_note_accesses(*body_.getParent()))
    return set_vector(&load, load_scattered(load));
  if (!complete) group.push_back(&load);
  for (const LoadInst* member : group) tell_strided(*member, address, complete);
  Value* pointer = load.getPointerOperand();
  const std::int64_t back =
      find(group, &load) - group.begin();  // from this load to the group's first
  const auto wide = [&] {
    Value* start = lowest_address(pointer, address, -back * bytes);
    const std::int64_t count = complete ? lanes_ * stride : (lanes_ - 1) * stride + 1;
    Value* span = builder_.CreateAlignedLoad(
        FixedVectorType::get(type, static_cast<unsigned>(count)), start, Align(1));
    SmallVector<Value*, 4> parts;
    for (unsigned member = 0; member < group.size(); ++member) {
      SmallVector<int, 32> picked;
      for (unsigned i = 0; i < lanes_; ++i) {
        const std::int64_t place = address.stride < 0 ? lanes_ - 1 - i : i;
        picked.push_back(static_cast<int>(member + place * stride));
      }
      parts.push_back(builder_.CreateShuffleVector(span, picked));
    }
    return parts;
  };
  Value* whole = is_whole(address);
  if (whole == nullptr) {
    const SmallVector<Value*, 4> parts = wide();
    for (unsigned i = 0; i < group.size(); ++i) set_vector(group[i], parts[i]);
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
  for (unsigned i = 0; i < group.size(); ++i) {
    const std::int64_t distance = (static_cast<std::int64_t>(i) - back) * bytes;
    Value* addresses = builder_.CreateConstGEP1_64(builder_.getInt8Ty(), first_addresses,
                                                   static_cast<std::uint64_t>(distance));
    from_part.push_back(builder_.CreateMaskedGather(widened(type), addresses, group[i]->getAlign(),
                                                    mask_ == nullptr ? all_on() : mask_));
  }
  builder_.CreateBr(loaded);
  builder_.SetInsertPoint(loaded);
  for (unsigned i = 0; i < group.size(); ++i) {
    PHINode* result = builder_.CreatePHI(widened(type), 2, group[i]->getName());
    result->addIncoming(from_whole[i], together);
    result->addIncoming(from_part[i], apart);
    set_vector(group[i], result);
  }
}

/// <a0, a1, ...>, <b0, b1, ...>  ->  <a0, b0, a1, b1, ...>; so for three and four.
Value* Widener::interleave(ArrayRef<Value*> parts) {
  const auto count = static_cast<int>(parts.size());
  if (count == 1) return parts.front();
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

/// False if `store` has no neighbours to be stored with. The last of them stores for all.
bool Widener::store_strided(StoreInst& store, const Shape& address) {
  const Type* type = store.getValueOperand()->getType();
  const auto bytes = static_cast<std::int64_t>(
      body_.getDataLayout().getTypeStoreSize(const_cast<Type*>(type)).getFixedValue());
  SmallVector<StoreInst*, 4> group = stored_together_.lookup(&store);
  if (group.empty()) {
    group = interleaved_with(store, std::abs(address.stride) / bytes, bytes);
    for (StoreInst* member : group) {
      stored_together_[member] = group;
      tell_strided(*member, address, true);
    }
    if (group.empty()) return false;
  }
  const bool is_last = all_of(group, [&](const StoreInst* member) {
    return member == &store || member->comesBefore(&store);
  });
  if (!is_last) return true;
  SmallVector<Value*, 4> parts;
  for (StoreInst* member : group) {
    Value* value = vector(member->getValueOperand());
    parts.push_back(address.stride < 0 ? builder_.CreateVectorReverse(value) : value);
  }
  const auto together = [&] -> Value* {
    Value* start = lowest_address(group.front()->getPointerOperand(), address, 0);
    builder_.CreateAlignedStore(interleave(parts), start, group.front()->getAlign());
    return nullptr;
  };
  const auto apart = [&] -> Value* {
    for (StoreInst* member : group) store_scattered(*member);
    return nullptr;
  };
  Value* whole = is_whole(address);
  if (whole == nullptr) {
    together();
  } else {
    branch_on(whole, together, apart);
  }
  return true;
}

}  // namespace riffle::spmd
