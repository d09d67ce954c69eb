// SPDX-License-Identifier: Apache-2.0
#include "compiler/spmd/legalize/narrow_elements.h"

#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/MDBuilder.h>
#include <llvm/Transforms/Utils/BasicBlockUtils.h>

namespace riffle::spmd {

using namespace llvm;

namespace {

constexpr std::uint64_t kPageBytes = 4096;  ///< the smallest there are
constexpr unsigned kNarrowBits = 16;
constexpr std::uint32_t kWithinAPage = 100;  ///< to one that is not

/// A load or store under a mask, as one of integers.
struct Masked {
  IntrinsicInst* access;
  bool loads;
  Value *address, *mask;
  FixedVectorType* type;

  static Masked of(IntrinsicInst& access) {
    const bool loads = access.getIntrinsicID() == Intrinsic::masked_load;
    auto* type =
        cast<FixedVectorType>(loads ? access.getType() : access.getArgOperand(0)->getType());
    Type* element = type->getElementType();
    auto* number = IntegerType::get(access.getContext(), element->getPrimitiveSizeInBits());
    return {&access, loads, access.getArgOperand(loads ? 0 : 1),
            access.getArgOperand(loads ? 1 : 2),
            FixedVectorType::get(number, type->getNumElements())};
  }
  [[nodiscard]] unsigned lanes() const { return type->getNumElements(); }
  [[nodiscard]] std::uint64_t bytes() const { return type->getPrimitiveSizeInBits() / 8; }
  [[nodiscard]] Align alignment() const {
    return access->getParamAlign(loads ? 0 : 1).valueOrOne();
  }
  [[nodiscard]] Value* bits(IRBuilder<>& builder) const {
    return builder.CreateBitCast(mask, builder.getIntNTy(lanes()));
  }
};

bool is_narrow(const IntrinsicInst& access) {
  const bool loads = access.getIntrinsicID() == Intrinsic::masked_load;
  if (!loads && access.getIntrinsicID() != Intrinsic::masked_store) return false;
  if (isa<Constant>(access.getArgOperand(loads ? 1 : 2))) return false;
  const Type* type = loads ? access.getType() : access.getArgOperand(0)->getType();
  const unsigned bits = type->getScalarSizeInBits();
  return isa<FixedVectorType>(type) && bits != 0 && bits <= kNarrowBits && bits % 8 == 0;
}

/// In front of `before`, for each lane that is on in `bits`: an element from one place to the same of the other.
void copy_lanes(Instruction& before, const Masked& masked, Value& bits, Value& from, Value& to) {
  BasicBlock* above = before.getParent();
  BasicBlock* behind = SplitBlock(above, &before);
  BasicBlock* loop = BasicBlock::Create(above->getContext(), "lane", above->getParent(), behind);
  above->getTerminator()->eraseFromParent();
  IRBuilder<> entry(above);
  entry.CreateCondBr(entry.CreateIsNull(&bits), behind, loop);
  IRBuilder<> builder(loop);
  PHINode* left = builder.CreatePHI(bits.getType(), 2, "left");
  Value* lane = builder.CreateZExtOrTrunc(
      builder.CreateBinaryIntrinsic(Intrinsic::cttz, left, builder.getTrue()),
      builder.getInt64Ty());
  Type* element = masked.type->getElementType();
  const Align alignment =
      commonAlignment(masked.alignment(), element->getPrimitiveSizeInBits() / 8);
  Value* value =
      builder.CreateAlignedLoad(element, builder.CreateGEP(element, &from, lane), alignment);
  builder.CreateAlignedStore(value, builder.CreateGEP(element, &to, lane), alignment);
  Value* rest =
      builder.CreateAnd(left, builder.CreateSub(left, ConstantInt::get(left->getType(), 1)));
  builder.CreateCondBr(builder.CreateIsNull(rest), behind, loop);
  left->addIncoming(&bits, above);
  left->addIncoming(rest, loop);
}

AllocaInst* room_for(const Masked& masked) {
  BasicBlock& entry = masked.access->getFunction()->getEntryBlock();
  IRBuilder<> builder(&entry, entry.getFirstInsertionPt());
  AllocaInst* room = builder.CreateAlloca(masked.type, nullptr, "elements");
  room->setAlignment(Align(32));
  return room;
}

void store_lanes(const Masked& masked) {
  AllocaInst* room = room_for(masked);
  IRBuilder<> builder(masked.access);
  Value* value = builder.CreateBitCast(masked.access->getArgOperand(0), masked.type);
  builder.CreateAlignedStore(value, room, room->getAlign());
  copy_lanes(*masked.access, masked, *masked.bits(builder), *room, *masked.address);
  masked.access->eraseFromParent();
}

/// Whether some lane is on, and all lanes' elements lie in one page.
Value* may_read_all(IRBuilder<>& builder, const Masked& masked, Value& bits) {
  Value* place = builder.CreatePtrToInt(masked.address, builder.getInt64Ty());
  Value* in_page = builder.CreateAnd(place, kPageBytes - 1);
  Value* fits = builder.CreateICmpULE(in_page, builder.getInt64(kPageBytes - masked.bytes()));
  return builder.CreateAnd(fits, builder.CreateIsNotNull(&bits));
}

void load_page(const Masked& masked) {
  AllocaInst* room = room_for(masked);
  IntrinsicInst* load = masked.access;
  IRBuilder<> builder(load);
  Value* bits = masked.bits(builder);
  Instruction *all = nullptr, *apart = nullptr;
  SplitBlockAndInsertIfThenElse(may_read_all(builder, masked, *bits), load, &all, &apart,
                                MDBuilder(load->getContext()).createBranchWeights(kWithinAPage, 1));
  IRBuilder<> together(all);
  Value* read = together.CreateAlignedLoad(masked.type, masked.address, masked.alignment());
  copy_lanes(*apart, masked, *bits, *masked.address, *room);
  IRBuilder<> behind(apart);
  Value* gathered = behind.CreateAlignedLoad(masked.type, room, room->getAlign());
  builder.SetInsertPoint(load);
  PHINode* loaded = builder.CreatePHI(masked.type, 2);
  loaded->addIncoming(read, all->getParent());
  loaded->addIncoming(gathered, apart->getParent());
  Value* result = builder.CreateBitCast(loaded, load->getType());
  if (Value* off = load->getArgOperand(2); !isa<UndefValue>(off))
    result = builder.CreateSelect(masked.mask, result, off);
  result->takeName(load);
  load->replaceAllUsesWith(result);
  load->eraseFromParent();
}

}  // namespace

void access_narrow_elements(Function& function) {
  SmallVector<IntrinsicInst*, 8> found;
  for (Instruction& instruction : instructions(function)) {
    auto* access = dyn_cast<IntrinsicInst>(&instruction);
    if (access != nullptr && is_narrow(*access)) found.push_back(access);
  }
  for (IntrinsicInst* access : found) {
    const Masked masked = Masked::of(*access);
    masked.loads ? load_page(masked) : store_lanes(masked);
  }
}

}  // namespace riffle::spmd
