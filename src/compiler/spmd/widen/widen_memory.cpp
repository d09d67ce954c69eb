// SPDX-License-Identifier: Apache-2.0
// Loads and stores of a packet: one access where the lanes' addresses follow each other, a gather
// or scatter where they do not.
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/Module.h>

#include "compiler/spmd/abi_access.h"
#include "compiler/spmd/instrument/note_accesses.h"
#include "compiler/spmd/keys.h"
#include "compiler/spmd/lower/fix_shape.h"
#include "compiler/spmd/widen/widener.h"

namespace riffle::spmd {

using namespace llvm;

namespace {

bool has_vector_memory(Type* type) {
  if (type->isPointerTy() || type->isFloatTy() || type->isDoubleTy() || type->isHalfTy() ||
      type->isBFloatTy())
    return true;
  return type->isIntegerTy(8) || type->isIntegerTy(16) || type->isIntegerTy(32) ||
         type->isIntegerTy(64);
}

bool is_zero(const Value* value) {
  const auto* number = dyn_cast<ConstantInt>(value);
  return number != nullptr && number->isZero();
}

}  // namespace

Widener::Way Widener::way_of(const LaneShape& address, Type* type, std::int64_t bytes,
                             bool is_simple) const {
  if (!is_simple) return Way::kPerLane;
  if (address.is_uniform()) return Way::kOnce;
  if (!has_vector_memory(type)) return Way::kPerLane;
  if (!places_of(address, bytes).empty()) return Way::kStrided;
  if (address.kind != LaneShape::kLinear || address.stride != bytes) return Way::kScattered;
  return address.is_guarded() ? Way::kGuarded : Way::kConsecutive;
}

LaneWork Widener::work_of(Way way) {
  switch (way) {
    case Way::kOnce:
      return LaneWork::kOnce;
    case Way::kScattered:
      return LaneWork::kElements;
    case Way::kPerLane:
      return LaneWork::kOneByOne;
    default:
      return LaneWork::kVector;
  }
}

/// What lanes of a whole warp do with volatile memory is one access, as on hardware: from it they know that they go in step.
bool Widener::goes_in_step(const Instruction& access, Way way) const {
  return access.isVolatile() && !access.isAtomic() && lanes_ == kWarpLanes &&
         (way == Way::kConsecutive || way == Way::kScattered);
}

/// LLVM has no masked accesses and gathers that are volatile. Between two of these it may neither move, join nor drop any:
/// thereby each is made, once, in its place.
void Widener::keep_in_place(const Instruction& access, Way way) {
  if (!access.isVolatile() || access.isAtomic()) return;
  if (way == Way::kScattered || (way == Way::kConsecutive && mask_ != nullptr))
    builder_.CreateFence(AtomicOrdering::SequentiallyConsistent, SyncScope::SingleThread);
}

void Widener::emit_load(LoadInst& load) {
  Type* type = load.getType();
  const LaneShape address = shape_of_access(load.getPointerOperand(), type);
  if (vectors_.contains(&load)) return;  // loaded with its neighbours
  const bool is_same = address.is_uniform_if_guarded();
  const auto bytes =
      static_cast<std::int64_t>(body_.getDataLayout().getTypeStoreSize(type).getFixedValue());
  Way way = way_of(address, type, bytes, load.isSimple());
  if (const Way step = way_of(address, type, bytes, true); goes_in_step(load, step)) way = step;
  const bool is_free = way == Way::kScattered && load.isSimple();
  Together<LoadInst> row;
  if (is_free) row = row_with(load, bytes);
  if (!row.empty()) way = Way::kRows;
  const unsigned piece =
      is_free && row.empty() ? lanes_of_piece(load.getPointerOperand(), bytes) : 0;
  if (piece != 0) way = Way::kPieces;
  if (is_free && way == Way::kScattered && is_same) way = Way::kGuarded;
  work_ = work_of(way);
  remark_access(load, way, address);
  keep_in_place(load, way);
  Value* result = nullptr;
  switch (way) {
    case Way::kOnce:
      return emit_scalar_copy(load);
    case Way::kPerLane:
      return emit_per_lane(load, true);
    case Way::kStrided:
      return load_strided(load, address);
    case Way::kRows:
      return load_rows(row, load, address, bytes);
    case Way::kPieces:
      result = load_pieces(load, bytes, piece);
      break;
    case Way::kConsecutive:
      result = load_consecutive(load);
      break;
    case Way::kGuarded:
      result = access(
          load, address, [&] { return is_same ? load_same(load) : load_consecutive(load); },
          [&] { return is_same ? load_scattered(load) : load_restarting(load); },
          [&] {
            Value* loaded = load_scattered(load);
            mark_rare(loaded, address);
            return loaded;
          });
      break;
    case Way::kScattered:
      result = load_scattered(load);
      break;
  }
  keep_in_place(load, way);
  result->setName(load.getName());
  set_vector(&load, result);
}

Value* Widener::load_consecutive(LoadInst& load) {
  Type* type = widened(load.getType());
  Value* base = lane_zero(load.getPointerOperand());
  Value* loaded = nullptr;
  if (mask_ == nullptr)
    loaded = builder_.CreateAlignedLoad(type, base, load.getAlign(), load.isVolatile());
  else
    loaded = builder_.CreateMaskedLoad(type, base, load.getAlign(), mask_);
  mark_by_lane(loaded);
  return loaded;
}

/// From one address, if the guards hold: some lane is on, or control would not be here.
Value* Widener::load_same(LoadInst& load) {
  Value* loaded = builder_.CreateAlignedLoad(load.getType(), lane_zero(load.getPointerOperand()),
                                             load.getAlign());
  return builder_.CreateVectorSplat(lanes_, loaded);
}

Value* Widener::load_scattered(LoadInst& load) {
  Value* loaded =
      builder_.CreateMaskedGather(widened(load.getType()), vector_here(load.getPointerOperand()),
                                  load.getAlign(), mask_ == nullptr ? all_on() : mask_);
  mark_by_lane(loaded);
  return loaded;
}

/// Where guards have failed, little code counts for more than time (split_gathers.h), but not in code for one shape, which is of
/// kernels that have run for long and which nobody waits for. Permutations are not guarded against: half of their steps are others.
void Widener::mark_rare(Value* gather, const LaneShape& address) const {
  if (mask_cost_ != Masks::kDear || shape_of(body_) || !address.is_guarded()) return;
  const auto permutes = [&](const Instruction* guard) {
    const auto* operation = dyn_cast_or_null<BinaryOperator>(guard);
    return operation != nullptr && is_permutation(*operation, lanes_);
  };
  if (any_of(address.guards, permutes)) return;
  cast<Instruction>(gather)->setMetadata(kRare, MDNode::get(builder_.getContext(), {}));
}

/// Null: yes.
Value* Widener::guards_hold(const LaneShape& address, const Instruction* but) {
  Value* hold = nullptr;
  for (const Instruction* guard : address.guards) {
    if (guard == nullptr || guard == but) continue;
    Value* one = guards_.lookup(guard);
    hold = hold == nullptr ? one : builder_.CreateAnd(hold, one);
  }
  return hold;
}

/// An access at an address that is linear if guarded.
Value* Widener::access(Instruction& access, const LaneShape& address,
                       function_ref<Value*()> consecutive, function_ref<Value*()> restarting,
                       function_ref<Value*()> scattered) {
  return branch_on(guards_hold(address, nullptr), consecutive, [&] {
    if (address.restart == nullptr) return scattered();
    if (address.has_quotient && is_zero(displacement(getLoadStorePointerOperand(&access))))
      restarting = consecutive;  // of one row after the other
    Value* ordered = restarts_.find(address.restart)->second.in_order;
    Value* others = guards_hold(address, address.restart);
    if (is_permutation(*address.restart, lanes_)) {
      Value* fit = fits_windows(getLoadStorePointerOperand(&access), getLoadStoreType(&access),
                                getLoadStoreAlignment(&access));
      if (fit != nullptr) others = others == nullptr ? fit : builder_.CreateAnd(others, fit);
    }
    if (ordered == nullptr && others == nullptr) return restarting();
    if (ordered == nullptr) return branch_on(others, restarting, scattered);
    if (others != nullptr) ordered = builder_.CreateAnd(ordered, others);
    return branch_on(ordered, restarting, scattered);
  });
}

/// What the two ways return (null: nothing) is merged.
Value* Widener::branch_on(Value* condition, function_ref<Value*()> held,
                          function_ref<Value*()> failed) {
  LLVMContext& context = builder_.getContext();
  BasicBlock* ordered = BasicBlock::Create(context, "ordered", out_);
  BasicBlock* other = BasicBlock::Create(context, "other", out_);
  BasicBlock* merged = BasicBlock::Create(context, "merged", out_);
  builder_.CreateCondBr(condition, ordered, other);
  builder_.SetInsertPoint(ordered);
  Value* one = held();
  BasicBlock* behind_one = builder_.GetInsertBlock();
  builder_.CreateBr(merged);
  builder_.SetInsertPoint(other);
  Value* another = failed();
  BasicBlock* behind_another = builder_.GetInsertBlock();
  builder_.CreateBr(merged);
  builder_.SetInsertPoint(merged);
  if (one == nullptr) return nullptr;
  PHINode* result = builder_.CreatePHI(one->getType(), 2);
  result->addIncoming(one, behind_one);
  result->addIncoming(another, behind_another);
  return result;
}

void Widener::emit_store(StoreInst& store) {
  Type* type = store.getValueOperand()->getType();
  const LaneShape address = shape_of_access(store.getPointerOperand(), type);
  const auto bytes =
      static_cast<std::int64_t>(body_.getDataLayout().getTypeStoreSize(type).getFixedValue());
  if (stored_in_rows_.contains(&store)) return store_rows(store, bytes);
  Way way = way_of(address, type, bytes, store.isSimple());
  if (const Way step = way_of(address, type, bytes, true); goes_in_step(store, step)) way = step;
  if (way == Way::kStrided && !store_strided(store, address)) way = Way::kScattered;
  const bool is_free = way == Way::kScattered && store.isSimple();
  if (is_free && has_row(store, bytes)) way = Way::kRows;
  const unsigned piece =
      is_free && way == Way::kScattered ? lanes_of_piece(store.getPointerOperand(), bytes) : 0;
  if (piece != 0) way = Way::kPieces;
  work_ = work_of(way);
  remark_access(store, way, address);
  switch (way) {
    case Way::kOnce:
      return store_uniform(store);
    case Way::kPerLane:
      return emit_per_lane(store, true);
    case Way::kStrided:
      return;
    case Way::kRows:
      return store_rows(store, bytes);
    case Way::kPieces:
      return store_pieces(store, bytes, piece);
    case Way::kConsecutive:
    case Way::kScattered:
      keep_in_place(store, way);
      way == Way::kConsecutive ? store_consecutive(store) : store_scattered(store);
      return keep_in_place(store, way);
    case Way::kGuarded:
      if (StoreInst* first = pairs_.lookup(&store)) return store_pair(*first, store);
      if (StoreInst* second = other_of_pair(store)) {
        pairs_[second] = &store;
      } else {
        store_guarded(store);
      }
  }
}

void Widener::store_guarded(StoreInst& store) {
  const LaneShape address =
      shape_of_access(store.getPointerOperand(), store.getValueOperand()->getType());
  access(
      store, address, [&] -> Value* { return store_consecutive(store), nullptr; },
      [&] -> Value* { return store_restarting(store), nullptr; },
      [&] -> Value* { return store_scattered(store), nullptr; });
}

void Widener::store_consecutive(StoreInst& store) {
  const TypeSize bytes = body_.getDataLayout().getTypeStoreSize(store.getValueOperand()->getType());
  const bool whole_lines = bytes.getFixedValue() * lanes_ % kCacheLineBytes == 0;
  if (whole_lines && streamed_.contains(&store)) return emit_streamed_store(store);
  emit_consecutive_store(store);
}

void Widener::emit_consecutive_store(StoreInst& store) {
  LoadInst* before = value_before(store);
  Value* value = before == nullptr ? vector(store.getValueOperand()) : blended_with(*before, store);
  Value* base = lane_zero(store.getPointerOperand());
  if (mask_ == nullptr || before != nullptr) {
    mark_by_lane(builder_.CreateAlignedStore(value, base, store.getAlign(), store.isVolatile()));
  } else if (mask_cost_ == Masks::kDear) {
    store_by_registers({value, base, store.getAlign(), 0, lanes_});
  } else {
    mark_by_lane(builder_.CreateMaskedStore(value, base, store.getAlign(), mask_));
  }
}

/// Most registers of a packet have all lanes on, or none: at the end of a row, of a loop. The others' stores take
/// tens of cycles.
///
///   %bits = bitcast <32 x i1> %mask to i32
///   %some = (%bits >> 8 * k) & 255;  0: nothing, 255: store <8 x float>, else: masked.store <8 x float>
void Widener::store_by_registers(const LanesToStore& lanes) {
  constexpr unsigned kRegisterBytes = 32;
  LLVMContext& context = builder_.getContext();
  Type* element = cast<FixedVectorType>(lanes.value->getType())->getElementType();
  const auto bytes =
      static_cast<unsigned>(body_.getDataLayout().getTypeStoreSize(element).getFixedValue());
  const unsigned count = std::min(lanes.count, kRegisterBytes / bytes);
  Value* bits = builder_.CreateBitCast(mask_, builder_.getIntNTy(lanes_));
  for (unsigned first = lanes.first; first < lanes.first + lanes.count; first += count) {
    BasicBlock* whole = BasicBlock::Create(context, "whole", out_);
    BasicBlock* partly = BasicBlock::Create(context, "partly", out_);
    BasicBlock* behind = BasicBlock::Create(context, "behind", out_);
    Value* address = builder_.CreateConstGEP1_32(element, lanes.base, first);
    const Align aligned = commonAlignment(lanes.alignment, std::uint64_t{first} * bytes);
    Value* on = builder_.CreateTrunc(builder_.CreateLShr(bits, first), builder_.getIntNTy(count));
    SwitchInst* choice = builder_.CreateSwitch(on, partly, 2);
    choice->addCase(cast<ConstantInt>(Constant::getNullValue(on->getType())), behind);
    choice->addCase(cast<ConstantInt>(Constant::getAllOnesValue(on->getType())), whole);
    builder_.SetInsertPoint(whole);
    mark_by_lane(builder_.CreateAlignedStore(part(lanes.value, first, count), address, aligned),
                 first);
    builder_.CreateBr(behind);
    builder_.SetInsertPoint(partly);
    mark_by_lane(builder_.CreateMaskedStore(part(lanes.value, first, count), address, aligned,
                                            part(mask_, first, count)),
                 first);
    builder_.CreateBr(behind);
    builder_.SetInsertPoint(behind);
  }
}

/// Whole cache lines, if all lanes are on, the address is a line's and the launch streams: then past
/// the caches. Otherwise as ever.
///
///   %in.line = and i64 %base, 63
///   %past = icmp ult i64 %in.line, %streams           (Launch::streams is 0 or 1)
///   br (%past and all(mask)), past: store !nontemporal, kept: store or masked.store
void Widener::emit_streamed_store(StoreInst& store) {
  Value* value = vector(store.getValueOperand());
  Value* base = lane_zero(store.getPointerOperand());
  Value* past_caches = goes_past_caches(base);
  const TypeSize size = body_.getDataLayout().getTypeStoreSize(store.getValueOperand()->getType());
  const auto bytes = static_cast<unsigned>(size.getFixedValue());
  const LanesToStore all = {value, base, store.getAlign(), 0, lanes_};
  if (mask_ != nullptr && mask_cost_ == Masks::kDear && kCacheLineBytes % bytes == 0) {
    stream_by_lines(all, past_caches, kCacheLineBytes / bytes);
  } else {
    stream_or(all, past_caches, [&] { emit_consecutive_store(store); });
  }
  count_streamed(store);
}

void Widener::count_streamed(const StoreInst& store) {
  if (store.hasMetadata(kCopyOfStore)) return;  // counted with the original
  const Type* type = store.getValueOperand()->getType();
  const TypeSize bytes = body_.getDataLayout().getTypeStoreSize(const_cast<Type*>(type));
  streamed_bytes_ += static_cast<std::uint32_t>(bytes.getFixedValue());
}

/// Whether the launch streams and whole lines begin at `base`.
Value* Widener::goes_past_caches(Value* base) {
  Value* streams = load_field(builder_, scalar(body_.getArg(kLaunch)),
                              offsetof(abi::GridLaunch, streams), builder_.getInt64Ty(), "streams");
  cast<Instruction>(streams)->setMetadata(kStreams, MDNode::get(builder_.getContext(), {}));
  Value* in_line = builder_.CreateAnd(builder_.CreatePtrToInt(base, builder_.getInt64Ty()),
                                      kCacheLineBytes - 1, "in.line");
  return builder_.CreateICmpULT(in_line, streams);
}

/// Past the caches if `past_caches` says so and all these lanes are on.
void Widener::stream_or(const LanesToStore& lanes, Value* past_caches, function_ref<void()> keep) {
  LLVMContext& context = builder_.getContext();
  if (mask_ != nullptr) {
    Value* bits = builder_.CreateBitCast(mask_, builder_.getIntNTy(lanes_));
    if (lanes.count != lanes_)
      bits = builder_.CreateTrunc(builder_.CreateLShr(bits, lanes.first),
                                  builder_.getIntNTy(lanes.count));
    Value* all = builder_.CreateICmpEQ(bits, Constant::getAllOnesValue(bits->getType()));
    past_caches = builder_.CreateAnd(past_caches, all);
  }
  BasicBlock* past = BasicBlock::Create(context, "past.caches", out_);
  BasicBlock* kept = BasicBlock::Create(context, "kept", out_);
  BasicBlock* stored = BasicBlock::Create(context, "stored", out_);
  builder_.CreateCondBr(past_caches, past, kept);
  builder_.SetInsertPoint(past);
  Value* value = lanes.value;
  Value* address = lanes.base;
  if (lanes.count != lanes_) {
    value = part(value, lanes.first, lanes.count);
    address = builder_.CreateConstGEP1_32(cast<FixedVectorType>(value->getType())->getElementType(),
                                          address, lanes.first);
  }
  StoreInst* streamed = builder_.CreateAlignedStore(value, address, Align(kCacheLineBytes));
  streamed->setMetadata(LLVMContext::MD_nontemporal,
                        MDNode::get(context, ConstantAsMetadata::get(builder_.getInt32(1))));
  builder_.CreateBr(stored);
  builder_.SetInsertPoint(kept);
  keep();
  builder_.CreateBr(stored);
  builder_.SetInsertPoint(stored);
}

/// Each line by itself: what a row's first and last packet put into caches draws the lines beside it there, which the next
/// packet's stores past the caches have to push out again.
void Widener::stream_by_lines(const LanesToStore& lanes, Value* past_caches, unsigned in_line) {
  for (unsigned first = 0; first < lanes.count; first += in_line) {
    const LanesToStore line = {lanes.value, lanes.base, lanes.alignment, first, in_line};
    stream_or(line, past_caches, [&] { store_by_registers(line); });
  }
}

}  // namespace riffle::spmd
