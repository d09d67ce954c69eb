// SPDX-License-Identifier: Apache-2.0
// Updates of memory that no other worker touches while the packet runs, as counts in a block's own table: lane by lane, without
// locks and branches.
//
// The lanes' places go by way of memory: taken out of vectors one by one they come so late that processors load what an older
// lane is about to store, and start over when they notice. They go as numbers of few bits, several with each load: loads of whole
// addresses were four times slower where they lay 4 KiB from the table that the updates store to.
#include "compiler/spmd/keys.h"
#include "compiler/spmd/strategy/window_access.h"
#include "compiler/spmd/widen/widener.h"

namespace riffle::spmd {

using namespace llvm;

namespace {

/// Whether numbers of this width fill words of 64 bits.
bool fills_words(const Type* type) {
  return type->isIntegerTy(8) || type->isIntegerTy(16) || type->isIntegerTy(32);
}

}  // namespace

Value* moved(IRBuilder<>& builder, Value* addresses, Value* shift) {
  Type* const pointers = addresses->getType();
  if (auto* const vector = dyn_cast<VectorType>(pointers))
    shift = builder.CreateVectorSplat(vector->getElementCount(), shift);
  Value* const numbers = builder.CreatePtrToInt(addresses, shift->getType());
  return builder.CreateIntToPtr(builder.CreateAdd(numbers, shift), pointers);
}

/// The one number of few bits in which lanes' addresses differ, if nothing but extensions and uniform addresses make
/// `address` of it; else null.
Value* Widener::index_of(Value* address) const {
  Value* value = address;
  while (isa<GetElementPtrInst, ZExtInst, SExtInst>(value)) {
    Value* varying = nullptr;
    for (Value* operand : cast<Instruction>(value)->operands()) {
      if (isa<Constant>(operand) || shape(operand).is_uniform()) continue;
      if (varying != nullptr) return nullptr;
      varying = operand;
    }
    if (varying == nullptr) return nullptr;
    value = varying;
  }
  const bool is_index = value != address && fills_words(value->getType());
  return is_index && !per_lane_.contains(value) ? value : nullptr;
}

/// Each lane's element of `numbers`, by way of memory and in words:
///
///   store volatile <32 x i8> %numbers, %words
///     %w0 = load volatile i64, %words; %n0 = trunc %w0 to i8; %n1 = trunc (lshr %w0, 8) to i8 ...
void Widener::by_words(Value* numbers, function_ref<void(unsigned, Value*)> use) {
  constexpr unsigned kWordBits = 64;
  // As they come they need fewer registers, but wait for a load: with AVX-512 that was not measured.
  const bool before_use = mask_cost_ == Masks::kFree;
  Type* element = numbers->getType()->getScalarType();
  const unsigned bits = element->getIntegerBitWidth();
  AllocaInst* words = temporary(numbers->getType(), "words");
  // Volatile: else they would be taken out of the vector again.
  builder_.CreateAlignedStore(numbers, words, Align(64), /*isVolatile=*/true);
  Type* i64 = builder_.getInt64Ty();
  Value* word = nullptr;
  SmallVector<Value*, 64> all;
  for (unsigned i = 0; i < lanes_; ++i) {
    const unsigned first_bit = i * bits % kWordBits;
    if (first_bit == 0) {
      Value* place = builder_.CreateConstInBoundsGEP1_32(i64, words, i * bits / kWordBits);
      word = builder_.CreateLoad(i64, place, /*isVolatile=*/true);
    }
    all.push_back(builder_.CreateTrunc(builder_.CreateLShr(word, first_bit), element));
    if (!before_use) use(i, all.back());
  }
  for (unsigned i = 0; before_use && i < lanes_; ++i) use(i, all[i]);
}

/// `update`, or what the window has in its place, in the memory that is the worker's while the packet runs.
void Widener::emit_block_update(AtomicRMWInst& update, const WindowAccess* window) {
  if (window == nullptr) {
    remark(update, Topic::kAtomic,
           "in memory of the block's own, and the result is unused: lane by lane without a lock");
  }
  make_vectors_of(update);
  Value* operand = update.getValOperand();
  if (!isa<Constant>(operand) && !shape(operand).is_uniform()) vector(operand);
  Value* index = index_of(update.getPointerOperand());
  if (index != nullptr) vector(index);
  if (mask_ == nullptr) return update_all_lanes(update, window, index);
  vector(update.getPointerOperand());
  Value* bits = builder_.CreateBitCast(mask_, builder_.getIntNTy(lanes_));
  // In all packets but a loop's last.
  branch_on(
      builder_.CreateICmpEQ(bits, Constant::getAllOnesValue(bits->getType()), "all"),
      [&] -> Value* { return update_all_lanes(update, window, index), nullptr; },
      [&] -> Value* { return update_some_lanes(update, window), nullptr; });
}

void Widener::update_at(AtomicRMWInst& update, Value* place, unsigned lane_number) {
  auto* copy = cast<AtomicRMWInst>(update.clone());
  copy->setSyncScopeID(SyncScope::SingleThread);
  copy->setOperand(0, place);
  copy->setOperand(1, lane(builder_, update.getValOperand(), lane_number));
  builder_.Insert(copy);
}

void Widener::update_all_lanes(AtomicRMWInst& update, const WindowAccess* window, Value* index) {
  Value* address = update.getPointerOperand();
  if (index == nullptr) return update_by_distance(update, window);
  auto* const step = dyn_cast<GetElementPtrInst>(address);
  Value* base = nullptr;  // of all lanes' places in the window
  if (window != nullptr && step != nullptr && shape(step->getPointerOperand()).is_uniform())
    base = moved(builder_, scalar(step->getPointerOperand()), window->shift);
  by_words(vector(index), [&](unsigned i, Value* number) {
    per_lane_[index].resize(lanes_);
    per_lane_[index][i] = number;
    Value* place = lane(builder_, address, i);
    if (base != nullptr) {
      cast<GetElementPtrInst>(place)->setOperand(0, base);
      cast<GetElementPtrInst>(place)->setNoWrapFlags(GEPNoWrapFlags::none());
    } else if (window != nullptr) {
      place = moved(builder_, place, window->shift);
    }
    update_at(update, place, i);
  });
  per_lane_.erase(index);
}

/// By how many bytes each place lies past the first one of the block's memory, or of the window: less than 4 GiB.
void Widener::update_by_distance(AtomicRMWInst& update, const WindowAccess* window) {
  Type* i64 = builder_.getInt64Ty();
  Value* shared = scalar(body_.getArg(kShared));
  Value* from = window != nullptr ? window->low : builder_.CreatePtrToInt(shared, i64);
  Value* base = window != nullptr ? builder_.CreateIntToPtr(builder_.CreateAdd(from, window->shift),
                                                            builder_.getPtrTy())
                                  : shared;
  Value* numbers = builder_.CreatePtrToInt(vector(update.getPointerOperand()), widened(i64));
  numbers = builder_.CreateSub(numbers, builder_.CreateVectorSplat(lanes_, from));
  by_words(builder_.CreateTrunc(numbers, widened(builder_.getInt32Ty())),
           [&](unsigned i, Value* distance) {
             update_at(update, builder_.CreatePtrAdd(base, builder_.CreateZExt(distance, i64)), i);
           });
}

/// Lanes that are off have places of their own.
///
///   store volatile <32 x ptr> (select <32 x i1> %mask, %addresses, %idle), %places
///     %a0 = load volatile ptr, %places; atomicrmw add ptr %a0, i32 %x0 ...
void Widener::update_some_lanes(AtomicRMWInst& update, const WindowAccess* window) {
  Value* addresses = vector(update.getPointerOperand());
  if (window != nullptr) addresses = moved(builder_, addresses, window->shift);
  Type* type = update.getType();
  Value* own =
      builder_.CreateGEP(type, temporary(ArrayType::get(type, lanes_), "idle"), lane_numbers());
  addresses = builder_.CreateSelect(mask_, addresses, own);
  AllocaInst* places = temporary(addresses->getType(), "places");
  // Volatile: else they would be taken out of the vector again.
  builder_.CreateAlignedStore(addresses, places, Align(64), /*isVolatile=*/true);
  for (unsigned i = 0; i < lanes_; ++i) {
    Type* pointer = addresses->getType()->getScalarType();
    Value* place = builder_.CreateConstInBoundsGEP1_32(pointer, places, i);
    LoadInst* from = builder_.CreateLoad(pointer, place, /*isVolatile=*/true);
    if (window == nullptr) from->setMetadata(kBlockMemory, MDNode::get(builder_.getContext(), {}));
    update_at(update, from, i);
  }
}

}  // namespace riffle::spmd
