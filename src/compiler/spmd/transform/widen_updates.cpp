// SPDX-License-Identifier: Apache-2.0
// What common_updates.h says.
#include <llvm/IR/Module.h>

#include "compiler/spmd/transform/common_updates.h"
#include "compiler/spmd/transform/note_accesses.h"
#include "compiler/spmd/transform/reductions.h"
#include "compiler/spmd/transform/widener.h"

namespace riffle::spmd {

using namespace llvm;

namespace {

using Operation = AtomicRMWInst::BinOp;

/// Of a vector: place i has what the places up to i make together.
Value* scan(IRBuilder<>& builder, Operation operation, Value* values, Constant* nothing) {
  const auto lanes = static_cast<int>(cast<FixedVectorType>(values->getType())->getNumElements());
  for (int reach = 1; reach < lanes; reach *= 2) {
    SmallVector<int, 128> order;
    for (int lane = 0; lane < lanes; ++lane) order.push_back(lane < reach ? lanes : lane - reach);
    Value* before = builder.CreateShuffleVector(values, nothing, order);
    values = combine(builder, operation, before, values);
  }
  return values;
}

}  // namespace

bool may_be_common(const AtomicRMWInst& update) {
  if (update.getOrdering() != AtomicOrdering::Monotonic || update.isVolatile()) return false;
  Type* type = update.getType();
  if (type->isFloatTy() || type->isDoubleTy())
    return update.getOperation() == Operation::FAdd && update.use_empty();
  return (type->isIntegerTy(32) || type->isIntegerTy(64)) &&
         neutral(update.getOperation(), type) != nullptr;
}

/// False: it is not one of them here.
bool Widener::emit_common_update(AtomicRMWInst& update) {
  if (!may_be_common(update) || !shape(update.getPointerOperand()).is_uniform() ||
      is_to_note_accesses(*body_.getParent()))
    return false;
  tell(update, Topic::kAtomic, "all lanes at one address: what they make together is one atomic");
  Value* values = vector(update.getValOperand());
  Constant* none = neutral(update.getOperation(), values->getType());
  if (mask_ != nullptr) values = builder_.CreateSelect(mask_, values, none);
  Value* sums = nullptr;  // with each lane's own
  if (!update.use_empty()) sums = scan(builder_, update.getOperation(), values, none);
  const auto do_all = [&]() -> Value* {
    if (update.getType()->isFloatingPointTy()) return add_in_order(update, values), nullptr;
    AtomicRMWInst* copy = cast<AtomicRMWInst>(update.clone());
    copy->setOperand(0, scalar(update.getPointerOperand()));
    copy->setOperand(1, sums != nullptr ? builder_.CreateExtractElement(sums, lanes_ - 1)
                                        : reduced(builder_, update.getOperation(), values));
    builder_.Insert(copy);
    return sums == nullptr ? nullptr : copy;
  };
  Value* before = nullptr;
  if (mask_ == nullptr) {
    before = do_all();
  } else {
    Value* const nobody = sums == nullptr ? nullptr : PoisonValue::get(update.getType());
    before = branch_on(any(mask_), do_all, [&] { return nobody; });
  }
  if (sums == nullptr) return true;
  SmallVector<int, 128> order = {static_cast<int>(lanes_)};
  for (unsigned lane = 1; lane < lanes_; ++lane) order.push_back(static_cast<int>(lane) - 1);
  Value* own = builder_.CreateShuffleVector(sums, none, order);
  Value* found = builder_.CreateVectorSplat(lanes_, before);
  set_vector(&update, update.getOperation() == Operation::Sub
                          ? builder_.CreateSub(found, own)
                          : combine(builder_, update.getOperation(), found, own));
  return true;
}

/// Each sum is rounded, so lane by lane; but memory changes once.
void Widener::add_in_order(AtomicRMWInst& update, Value* values) {
  LLVMContext& context = builder_.getContext();
  Type* type = update.getType();
  Value* address = scalar(update.getPointerOperand());
  LoadInst* first = builder_.CreateAlignedLoad(type, address, update.getAlign());
  if (update.getSyncScopeID() == SyncScope::SingleThread) {
    builder_.CreateAlignedStore(builder_.CreateFAddReduce(first, values), address,
                                update.getAlign());
    return;
  }
  first->setAtomic(AtomicOrdering::Monotonic, update.getSyncScopeID());
  BasicBlock* before = builder_.GetInsertBlock();
  BasicBlock* attempt = BasicBlock::Create(context, "add", out_);
  BasicBlock* added = BasicBlock::Create(context, "added", out_);
  builder_.CreateBr(attempt);
  builder_.SetInsertPoint(attempt);
  PHINode* found = builder_.CreatePHI(type, 2);
  Type* bits = builder_.getIntNTy(type->getScalarSizeInBits());
  Value* sum = builder_.CreateFAddReduce(found, values);
  Value* exchange = builder_.CreateAtomicCmpXchg(
      address, builder_.CreateBitCast(found, bits), builder_.CreateBitCast(sum, bits),
      update.getAlign(), AtomicOrdering::Monotonic, AtomicOrdering::Monotonic,
      update.getSyncScopeID());
  found->addIncoming(first, before);
  found->addIncoming(builder_.CreateBitCast(builder_.CreateExtractValue(exchange, 0), type),
                     attempt);
  builder_.CreateCondBr(builder_.CreateExtractValue(exchange, 1), added, attempt);
  builder_.SetInsertPoint(added);
}

}  // namespace riffle::spmd
