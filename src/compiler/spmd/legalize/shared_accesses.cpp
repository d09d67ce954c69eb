// SPDX-License-Identifier: Apache-2.0
#include "compiler/spmd/legalize/shared_accesses.h"

#include <llvm/ADT/STLExtras.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/Operator.h>

#include "compiler/spmd/analysis/known_object.h"

namespace riffle::spmd {

using namespace llvm;

namespace {

/// Of an address or of a vector of addresses: bytes from where the block's memory begins; none for lanes that must be off. Empty: not
/// known.
using Offsets = SmallVector<std::optional<std::int64_t>, 1>;

/// Whether `user` accesses memory at `address`, and tells nobody of it.
bool is_access(const User& user, const Value& address) {
  if (isa<LoadInst>(user)) return true;
  if (const auto* store = dyn_cast<StoreInst>(&user)) return store->getValueOperand() != &address;
  if (const auto* atomic = dyn_cast<AtomicRMWInst>(&user))
    return atomic->getValOperand() != &address;
  if (const auto* atomic = dyn_cast<AtomicCmpXchgInst>(&user))
    return atomic->getCompareOperand() != &address && atomic->getNewValOperand() != &address;
  const auto* call = dyn_cast<IntrinsicInst>(&user);
  if (call == nullptr) return false;
  switch (call->getIntrinsicID()) {
    case Intrinsic::masked_load:
    case Intrinsic::masked_gather:
    case Intrinsic::prefetch:
      return true;
    case Intrinsic::masked_store:
    case Intrinsic::masked_scatter:
      return call->getArgOperand(0) != &address;
    default:
      return isa<MemIntrinsic>(call);
  }
}

bool is_plain(const Instruction& instruction) {
  if (const auto* load = dyn_cast<LoadInst>(&instruction)) return load->isSimple();
  const auto* store = dyn_cast<StoreInst>(&instruction);
  return store != nullptr && store->isSimple();
}

Intrinsic::ID masked_kind(const Instruction& instruction) {
  const auto* call = dyn_cast<IntrinsicInst>(&instruction);
  return call == nullptr ? Intrinsic::not_intrinsic : call->getIntrinsicID();
}

/// Null: there is none, or it is no constant.
const Constant* constant_mask(const Instruction& access) {
  switch (masked_kind(access)) {
    case Intrinsic::masked_load:
    case Intrinsic::masked_gather:
      return dyn_cast<Constant>(cast<CallBase>(access).getArgOperand(1));
    case Intrinsic::masked_store:
    case Intrinsic::masked_scatter:
      return dyn_cast<Constant>(cast<CallBase>(access).getArgOperand(2));
    default:
      return nullptr;
  }
}

/// Each lane's place, of an access at `address`.
SmallVector<std::optional<std::int64_t>, 0> lanes_of(
    const Instruction& access, ArrayRef<std::optional<std::int64_t>> address) {
  const Constant* mask = constant_mask(access);
  if (address.empty() || (mask == nullptr && !is_plain(access))) return {};
  Type* type = type_of_access(access);
  const auto* vector = dyn_cast<FixedVectorType>(type);
  const DataLayout& layout = access.getDataLayout();
  const std::uint64_t bits = layout.getTypeSizeInBits(type->getScalarType()).getFixedValue();
  if (bits % 8 != 0 || (vector == nullptr && type->isAggregateType())) return {};
  const unsigned count = vector == nullptr ? 1 : vector->getNumElements();
  SmallVector<std::optional<std::int64_t>, 0> lanes;
  for (unsigned lane = 0; lane < count; ++lane) {
    const Constant* is_on = mask == nullptr ? nullptr : mask->getAggregateElement(lane);
    if (mask != nullptr && (is_on == nullptr || !isa<ConstantInt>(is_on))) return {};
    if (is_on != nullptr && !is_on->isOneValue()) {
      lanes.emplace_back();
      continue;
    }
    const auto place = address.size() == 1 ? address[0] : address[lane];
    if (!place) return {};
    lanes.emplace_back(*place +
                       (address.size() == 1 ? static_cast<std::int64_t>(lane * bits / 8) : 0));
  }
  return lanes;
}

/// Of the addresses that `place` makes of those at `base`.
Offsets offsets_of(const GEPOperator& place, ArrayRef<std::optional<std::int64_t>> base,
                   const DataLayout& layout) {
  if (base.size() != 1 || !base[0]) return {};
  if (place.getType()->isPointerTy()) {
    APInt more(layout.getIndexTypeSizeInBits(place.getType()), 0);
    if (!place.accumulateConstantOffset(layout, more)) return {};
    return {*base[0] + more.getSExtValue()};
  }
  const auto* type = dyn_cast<FixedVectorType>(place.getType());
  const auto* index = dyn_cast<Constant>(place.getOperand(1));
  if (type == nullptr || index == nullptr || place.getNumIndices() != 1 ||
      !index->getType()->isVectorTy() || !place.getPointerOperandType()->isPointerTy())
    return {};
  const auto size = static_cast<std::int64_t>(
      layout.getTypeAllocSize(place.getSourceElementType()).getFixedValue());
  Offsets offsets;
  for (unsigned lane = 0; lane < type->getNumElements(); ++lane) {
    const Constant* element = index->getAggregateElement(lane);
    const auto* number = dyn_cast_or_null<ConstantInt>(element);
    if (number != nullptr && number->getBitWidth() <= 64)
      offsets.emplace_back(*base[0] + (number->getSExtValue() * size));
    else if (isa_and_nonnull<UndefValue>(element))  // poison, too
      offsets.emplace_back();
    else
      return {};
  }
  return offsets;
}

}  // namespace

Type* type_of_access(const Instruction& access) {
  if (isa<LoadInst>(access) || isa<StoreInst>(access)) return getLoadStoreType(&access);
  const Value* stored = stored_by(access);
  return stored == nullptr ? access.getType() : stored->getType();
}

Value* stored_by(const Instruction& access) {
  if (const auto* store = dyn_cast<StoreInst>(&access))
    return const_cast<Value*>(store->getValueOperand());
  const Intrinsic::ID kind = masked_kind(access);
  if (kind != Intrinsic::masked_store && kind != Intrinsic::masked_scatter) return nullptr;
  return cast<CallBase>(access).getArgOperand(0);
}

std::optional<SmallVector<SharedAccess, 32>> find_shared_accesses(Function& run) {
  SmallVector<std::pair<Value*, Offsets>, 32> addresses;
  SmallVector<SharedAccess, 32> accesses;
  for (Instruction& instruction : instructions(run)) {
    if (isa<LoadInst>(instruction) && instruction.getType()->isPointerTy() &&
        known_object(&instruction, run) == KnownObject::kShared)
      addresses.emplace_back(&instruction, Offsets{0});
    // It may find the address where this function has it from.
    if (isa<CallBase>(instruction) && !isa<IntrinsicInst>(instruction) &&
        instruction.mayReadOrWriteMemory())
      accesses.push_back({&instruction, {}, {}});
  }
  if (addresses.empty()) return {};
  const DataLayout& layout = run.getDataLayout();
  while (!addresses.empty()) {
    const auto [address, offsets] = addresses.pop_back_val();
    for (User* user : address->users()) {
      if (auto* place = dyn_cast<GEPOperator>(user)) {
        addresses.emplace_back(place, offsets_of(*place, offsets, layout));
        continue;
      }
      if (!is_access(*user, *address)) return {};
      auto* instruction = cast<Instruction>(user);
      SharedAccess access{instruction, {}, lanes_of(*instruction, offsets)};
      if (access.is_known() && is_plain(*instruction)) access.offset = offsets.front();
      accesses.push_back(std::move(access));
    }
  }
  return accesses;
}

}  // namespace riffle::spmd
