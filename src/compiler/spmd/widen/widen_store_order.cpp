// SPDX-License-Identifier: Apache-2.0
// Which lane's value stays where several lanes of a warp store to one address. CUDA leaves it undefined (C++ Programming
// Guide, "SIMT Architecture"), but hardware decides it, and programs that let every lane store what lane 0 alone has computed
// right rely on it: an H200 writes the lanes of a warp from the highest to the lowest, so that the lowest one's value stays. It
// takes 128 bytes at a time: of 8-byte elements first lanes 15 to 0, then 31 to 16.
//
//   store float %v, ptr %uniform     ->   extractelement %v, 0                (the first lane that is on)
//   store float %v, ptr %anywhere    ->   scatter of %v, addresses and mask, each with its lanes turned around
//
// Packets of kernels without warp operations are of any width, of which a warp has several; there the last lane's value stays,
// as it does when threads run one after another.
#include <llvm/Analysis/ValueTracking.h>
#include <llvm/IR/Module.h>

#include <algorithm>
#include <cstdlib>

#include "compiler/spmd/instrument/note_accesses.h"
#include "compiler/spmd/widen/widener.h"

namespace riffle::spmd {

using namespace llvm;

namespace {

constexpr unsigned kStoredAtOnceBytes = 128;

}  // namespace

/// How many neighbouring lanes are written together, the highest of them first.
unsigned Widener::lanes_written_together(const StoreInst& store) const {
  if (!at_once_) return 1;
  return std::clamp(kStoredAtOnceBytes / static_cast<unsigned>(at_once_->bytes_of(store)), 1U,
                    lanes_);
}

/// The lanes in the order in which they store.
SmallVector<int, 32> Widener::store_order(const StoreInst& store) const {
  const unsigned together = lanes_written_together(store);
  SmallVector<int, 32> order;
  for (unsigned first = 0; first < lanes_; first += together)
    for (unsigned lane = std::min(first + together, lanes_); lane-- > first;)
      order.push_back(static_cast<int>(lane));
  return order;
}

/// Parts of `count` lanes each, by number, in the order in which these store.
SmallVector<unsigned, 8> Widener::store_order_of_parts(unsigned count,
                                                       const StoreInst& store) const {
  SmallVector<unsigned, 8> parts;
  for (const int lane : store_order(store)) {
    const unsigned number = static_cast<unsigned>(lane) / count;
    if (!is_contained(parts, number)) parts.push_back(number);
  }
  return parts;
}

/// The lane that stores last of those that are on, of which there is one.
///
///   %upper = lshr i32 %bits, 16;  select (icmp ne %upper, 0), 16 + cttz(%upper), cttz(%bits)     for 8 bytes
Value* Widener::last_to_store(const StoreInst& store) {
  Value* bits = builder_.CreateBitCast(mask_, builder_.getIntNTy(lanes_));
  Type* type = bits->getType();
  if (!is_warp_) {
    Value* zeros = builder_.CreateBinaryIntrinsic(Intrinsic::ctlz, bits, builder_.getTrue());
    return builder_.CreateSub(ConstantInt::get(type, lanes_ - 1), zeros);
  }
  const auto first_of_lanes = [&](Value* on) {
    return builder_.CreateBinaryIntrinsic(Intrinsic::cttz, on, builder_.getFalse());
  };
  const unsigned together = lanes_written_together(store);
  Value* last = first_of_lanes(bits);
  for (unsigned first = together; first < lanes_; first += together) {
    Value* on = builder_.CreateLShr(bits, first);
    Value* lane = builder_.CreateAdd(first_of_lanes(on), ConstantInt::get(type, first));
    last = builder_.CreateSelect(builder_.CreateIsNotNull(on), lane, last);
  }
  return last;
}

void Widener::store_uniform(StoreInst& store) {
  Value* value = store.getValueOperand();
  Value* stored = nullptr;
  if (shape(value).is_uniform()) {
    stored = scalar(value);
  } else if (mask_ == nullptr) {
    const int lane = store_order(store).back();
    stored = builder_.CreateExtractElement(vector(value), static_cast<std::uint64_t>(lane));
  } else {
    Value* last = last_to_store(store);
    stored = builder_.CreateExtractElement(vector(value),
                                           builder_.CreateZExtOrTrunc(last, builder_.getInt64Ty()));
  }
  builder_.CreateAlignedStore(stored, scalar(store.getPointerOperand()), store.getAlign());
}

/// The addresses in another order: of an index beside one base, its lanes, which may be narrower.
Value* Widener::reordered_addresses(Value* addresses, ArrayRef<int> order) {
  auto* address = dyn_cast<GetElementPtrInst>(addresses);
  if (address == nullptr || address->getNumIndices() != 1 ||
      address->getPointerOperandType()->isVectorTy())
    return builder_.CreateShuffleVector(addresses, order);
  Value* index = address->getOperand(1);
  auto* extension = dyn_cast<CastInst>(index);
  if (extension == nullptr || !isa<SExtInst, ZExtInst>(extension)) {
    index = builder_.CreateShuffleVector(index, order);
  } else {
    Value* narrow = builder_.CreateShuffleVector(extension->getOperand(0), order);
    index = builder_.CreateCast(extension->getOpcode(), narrow, extension->getType());
  }
  return builder_.CreateGEP(address->getSourceElementType(), address->getPointerOperand(), index,
                            "", address->getNoWrapFlags());
}

/// A scatter writes from lane 0 on: where two lanes may meet, lanes are put in the order in which they store.
void Widener::store_scattered(StoreInst& store) {
  Value* value = vector(store.getValueOperand());
  Value* addresses = vector_here(store.getPointerOperand());
  Value* mask = mask_ == nullptr ? all_on() : mask_;
  const TypeSize size = body_.getDataLayout().getTypeStoreSize(store.getValueOperand()->getType());
  const auto bytes = static_cast<std::int64_t>(size.getFixedValue());
  const LaneShape place = shape(store.getPointerOperand());
  const bool is_own = isa<AllocaInst>(getUnderlyingObject(store.getPointerOperand()));
  const bool may_meet = !is_own && (!place.is_linear() || std::abs(place.stride) < bytes);
  // What notes accesses takes the scatter's lanes for the packet's.
  if (!is_warp_ || !may_meet || is_to_note_accesses(*body_.getParent())) {
    mark_by_lane(builder_.CreateMaskedScatter(value, addresses, store.getAlign(), mask));
    return;
  }
  const auto order = store_order(store);
  value = builder_.CreateShuffleVector(value, order);
  addresses = reordered_addresses(addresses, order);
  if (mask_ != nullptr) mask = builder_.CreateShuffleVector(mask, order);
  builder_.CreateMaskedScatter(value, addresses, store.getAlign(), mask);
}

}  // namespace riffle::spmd
