// SPDX-License-Identifier: Apache-2.0
#include "compiler/spmd/legalize/split_loads.h"
#include "compiler/spmd/keys.h"

#include <llvm/Analysis/VectorUtils.h>
#include <llvm/IR/IRBuilder.h>

namespace riffle::spmd {

using namespace llvm;

namespace {

constexpr unsigned kLaneBytes = 4;

/// The addresses of a gather, if one index for each lane is all that tells them apart; else null.
GetElementPtrInst* indexed_addresses(const IntrinsicInst& gather) {
  auto* place = dyn_cast<GetElementPtrInst>(gather.getArgOperand(0));
  const bool is_indexed = place != nullptr && place->getNumIndices() == 1 &&
                          !place->getPointerOperandType()->isVectorTy();
  return is_indexed ? place : nullptr;
}

/// A register's lanes.
struct RegisterLanes {
  unsigned first, count;

  Value* of(IRBuilder<>& builder, Value* whole) const {
    return builder.CreateShuffleVector(whole, createSequentialMask(first, count, 0));
  }
  /// In front of an extension: the instruction takes indices of 32 bits.
  Value* of_index(IRBuilder<>& builder, Value* whole) const {
    auto* extended = dyn_cast<CastInst>(whole);
    if (extended == nullptr) return of(builder, whole);
    auto* type = FixedVectorType::get(extended->getType()->getScalarType(), count);
    return builder.CreateCast(extended->getOpcode(), of(builder, extended->getOperand(0)), type);
  }
};

Value* load_part(IRBuilder<>& builder, const IntrinsicInst& load, RegisterLanes part, Value* mask) {
  Type* element = load.getType()->getScalarType();
  auto* type = FixedVectorType::get(element, part.count);
  const Align alignment = load.getParamAlign(0).valueOrOne();
  Value* off = part.of(builder, load.getArgOperand(2));
  if (load.getIntrinsicID() == Intrinsic::masked_gather) {
    GetElementPtrInst* place = indexed_addresses(load);
    Value* places = builder.CreateGEP(place->getSourceElementType(), place->getPointerOperand(),
                                      part.of_index(builder, place->getOperand(1)));
    return builder.CreateMaskedGather(type, places, alignment, mask, off);
  }
  Value* place = builder.CreateConstGEP1_64(element, load.getArgOperand(0), part.first);
  return builder.CreateMaskedLoad(
      type, place, commonAlignment(alignment, std::uint64_t{part.first} * kLaneBytes), mask, off);
}

}  // namespace

bool is_load_under(const Instruction& user, const Instruction& mask) {
  const auto* load = dyn_cast<IntrinsicInst>(&user);
  if (load == nullptr || load->getType()->getScalarSizeInBits() != 8 * kLaneBytes) return false;
  switch (load->getIntrinsicID()) {
    case Intrinsic::masked_load:
      return load->getArgOperand(1) == &mask;
    case Intrinsic::masked_gather:
      return load->getArgOperand(1) == &mask && indexed_addresses(*load) != nullptr;
    default:
      return false;
  }
}

void split_load(IntrinsicInst& load, ArrayRef<Value*> masks) {
  IRBuilder<> builder(&load);
  const unsigned lanes = cast<FixedVectorType>(load.getType())->getNumElements();
  const auto count = static_cast<unsigned>(lanes / masks.size());
  SmallVector<Value*, 8> parts;
  for (unsigned i = 0; i < masks.size(); ++i) {
    parts.push_back(load_part(builder, load, {i * count, count}, masks[i]));
    cast<Instruction>(parts.back())->copyMetadata(load);
  }
  Value* whole = concatenateVectors(builder, parts);
  whole->takeName(&load);
  load.replaceAllUsesWith(whole);
  load.eraseFromParent();
}

}  // namespace riffle::spmd
