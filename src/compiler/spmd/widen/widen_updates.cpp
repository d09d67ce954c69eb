// SPDX-License-Identifier: Apache-2.0
// What common_updates.h says.
#include <llvm/IR/Module.h>

#include "compiler/spmd/instrument/note_accesses.h"
#include "compiler/spmd/strategy/window_access.h"
#include "compiler/spmd/widen/common_updates.h"
#include "compiler/spmd/widen/reductions.h"
#include "compiler/spmd/widen/widener.h"

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
  if (update.getOrdering() != AtomicOrdering::Monotonic) return false;
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
  remark(update, Topic::kAtomic,
         "all lanes at one address: their updates are combined into one atomic");
  Value* values = vector(update.getValOperand());
  Constant* none = neutral(update.getOperation(), values->getType());
  if (mask_ != nullptr) values = builder_.CreateSelect(mask_, values, none);
  Value* sums = nullptr;  // with each lane's own
  if (!update.use_empty()) sums = scan(builder_, update.getOperation(), values, none);
  const auto do_all = [&]() -> Value* {
    if (update.getType()->isFloatingPointTy()) return add_in_order(update, values), nullptr;
    Value* sum = sums != nullptr ? builder_.CreateExtractElement(sums, lanes_ - 1)
                                 : reduced(builder_, update.getOperation(), values);
    Value* found = update_memory(update, scalar(update.getPointerOperand()), sum);
    return sums == nullptr ? nullptr : found;
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

namespace {

/// The number of few bits that an address counts elements by from `base` on: whether they are within a window is asked of these,
/// which are fewer registers than addresses.
struct NarrowIndex {
  Value *base, *numbers;
  bool is_signed;
  unsigned shift;  ///< of an element's bytes, a power of two

  static std::optional<NarrowIndex> find(Value* address) {
    auto* const step = dyn_cast<GetElementPtrInst>(address);
    if (step == nullptr || step->getNumIndices() != 1) return {};
    const std::uint64_t bytes =
        step->getDataLayout().getTypeAllocSize(step->getSourceElementType());
    Value* numbers = step->getOperand(1);
    const bool is_signed = !isa<ZExtInst>(numbers);
    if (isa<ZExtInst, SExtInst>(numbers)) numbers = cast<CastInst>(numbers)->getOperand(0);
    Type* const type = numbers->getType();
    if (!isPowerOf2_64(bytes) ||
        !(type->isIntegerTy(8) || type->isIntegerTy(16) || type->isIntegerTy(32)))
      return {};
    return NarrowIndex{step->getPointerOperand(), numbers, is_signed, Log2_64(bytes)};
  }

  /// Those of a window, if there are `some`: `least` and `more` ones behind it.
  struct Bounds {
    Value *some, *least, *more;

    Value* have(IRBuilder<>& builder, Value* all) const {
      const ElementCount lanes = cast<VectorType>(all->getType())->getElementCount();
      return builder.CreateICmpULE(builder.CreateSub(all, builder.CreateVectorSplat(lanes, least)),
                                   builder.CreateVectorSplat(lanes, more));
    }
  };
  Bounds within(IRBuilder<>& builder, Value* start, Value* low, Value* room) const {
    const unsigned bits = numbers->getType()->getIntegerBitWidth();
    const auto number = [&](const APInt& value) {
      return builder.getInt(is_signed ? value.sext(64) : value.zext(64));
    };
    const APInt most = is_signed ? APInt::getSignedMaxValue(bits) : APInt::getMaxValue(bits);
    const APInt fewest = is_signed ? APInt::getSignedMinValue(bits) : APInt::getMinValue(bits);
    Value* from = builder.CreateSub(low, builder.CreatePtrToInt(start, low->getType()));
    Value* to = builder.CreateSub(builder.CreateAdd(from, room), builder.getInt64(1));
    from = builder.CreateAdd(from, builder.getInt64((1U << shift) - 1));
    Value* least = builder.CreateBinaryIntrinsic(Intrinsic::smax, builder.CreateAShr(from, shift),
                                                 number(fewest));
    Value* last =
        builder.CreateBinaryIntrinsic(Intrinsic::smin, builder.CreateAShr(to, shift), number(most));
    return {builder.CreateICmpSLE(least, last), builder.CreateTrunc(least, numbers->getType()),
            builder.CreateTrunc(builder.CreateSub(last, least), numbers->getType())};
  }
};

}  // namespace

/// `update` once, by what all lanes make together.
Value* Widener::update_memory(AtomicRMWInst& update, Value* address, Value* value) {
  const auto update_at = [&](Value* place) {
    auto* copy = cast<AtomicRMWInst>(update.clone());
    copy->setOperand(0, place);
    copy->setOperand(1, value);
    return builder_.Insert(copy);
  };
  const auto number = window_of(update);
  if (!number) return update_at(address);
  const WindowAccess window(builder_, *number);
  branch_on(
      window.has(builder_, address),
      [&] -> Value* {
        update_at(moved(builder_, address, window.shift))->setSyncScopeID(SyncScope::SingleThread);
        return nullptr;
      },
      [&] -> Value* {
        update_at(address);
        window.note_miss(builder_, [&] { return address; });
        return nullptr;
      });
  return nullptr;
}

/// An update that its worker may keep: in the window if all lanes are within it, else as ever.
void Widener::emit_window_update(AtomicRMWInst& update, unsigned number) {
  remark(update, Topic::kAtomic,
         "the result is unused, and no later code reads the place: lane by lane without a lock, "
         "while all lanes stay within a few pages");
  make_vectors_of(update);
  Value* addresses = vector(update.getPointerOperand());
  const WindowAccess window(builder_, number);
  Value* each = nullptr;
  Value* some = builder_.getTrue();
  if (const auto index = NarrowIndex::find(update.getPointerOperand());
      index && shape(index->base).is_uniform() && !shape(index->numbers).is_uniform()) {
    const NarrowIndex::Bounds bounds =
        index->within(builder_, scalar(index->base), window.low, window.room);
    some = bounds.some;
    each = bounds.have(builder_, vector(index->numbers));
  } else {
    each = window.has(builder_, addresses);
  }
  if (mask_ != nullptr) each = builder_.CreateOr(each, builder_.CreateNot(mask_));
  Value* bits = builder_.CreateBitCast(each, builder_.getIntNTy(lanes_));
  Value* all = builder_.CreateICmpEQ(bits, Constant::getAllOnesValue(bits->getType()));
  branch_on(
      builder_.CreateAnd(all, some, "within"),
      [&] -> Value* { return emit_block_update(update, &window), nullptr; },
      [&] -> Value* {
        emit_per_lane(update, true);
        window.note_miss(builder_, [&] {
          Value* outside = builder_.CreateNot(window.has(builder_, addresses));
          if (mask_ != nullptr) outside = builder_.CreateAnd(outside, mask_);
          Value* lanes = builder_.CreateBitCast(outside, bits->getType());
          Value* first =
              builder_.CreateBinaryIntrinsic(Intrinsic::cttz, lanes, builder_.getFalse());
          first = builder_.CreateBinaryIntrinsic(Intrinsic::umin, first,
                                                 ConstantInt::get(first->getType(), lanes_ - 1));
          return builder_.CreateExtractElement(addresses, first);
        });
        return nullptr;
      });
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
