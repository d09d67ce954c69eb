// SPDX-License-Identifier: Apache-2.0
// Warp operations of packets that are whole warps: shuffles become permutations, votes masks, reductions those of
// vectors in which lanes that a mask leaves out count for nothing. In divergent code the lanes that are on take part, all
// that wait together being on one path (analysis/barrier_uniformity.h).
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/IntrinsicsNVPTX.h>
#include <llvm/IR/Module.h>

#include "compiler/spmd/instrument/follow_packets.h"
#include "compiler/spmd/intrinsics.h"
#include "compiler/spmd/keys.h"
#include "compiler/spmd/widen/reductions.h"
#include "compiler/spmd/widen/widener.h"

namespace riffle::spmd {

using namespace llvm;
using abi::WarpOp;

namespace {

bool is_shuffle(WarpOp operation) {
  return operation == WarpOp::kShuffleIndex || operation == WarpOp::kShuffleUp ||
         operation == WarpOp::kShuffleDown || operation == WarpOp::kShuffleXor;
}

const char* spoken_operation(WarpOp operation) {
  switch (operation) {
    case WarpOp::kSync:
      return "a warp's barrier takes no code: lanes of a packet are in step";
    case WarpOp::kActiveMask:
    case WarpOp::kVoteAll:
    case WarpOp::kVoteAny:
    case WarpOp::kVoteUni:
    case WarpOp::kVoteBallot:
      return "vote: operations on the packet's mask";
    case WarpOp::kMatchAny:
      return "match: a comparison with each lane's value in turn";
    case WarpOp::kMatchAll:
      return "match of all lanes: one comparison";
    case WarpOp::kMatrix:
      return "matrix operation: one call for the warp";
    default:
      return "reduction of the warp: operations on a vector";
  }
}

}  // namespace

void Widener::emit_warp(CallInst& call) {
  if (lanes_ != kWarpLanes) throw CannotWiden("a warp operation in a packet that is not a warp");
  if (call.getCalledFunction()->getName() == "llvm.nvvm.nanosleep") {
    if (!body_.hasFnAttribute(kWaitsForBlocks)) throw CannotWiden("threads that sleep");
    builder_.CreateIntrinsic(Intrinsic::nvvm_nanosleep, {builder_.getInt32(0)});
    return;
  }
  const WarpCall warp = warp_call(call);
  if (mask_ != nullptr && lanes_wait_apart_)
    throw CannotWiden("lanes that wait for each other on two paths");
  if (followed_together(body_) != FollowedTogether::kNowhere)
    call_follow(builder_, kFollowWarp,
                {builder_.CreateZExt(lanes_on(builder_.getInt32(~0U)), builder_.getInt64Ty())});
  if (!is_shuffle(warp.operation)) remark(call, Topic::kWarp, spoken_operation(warp.operation));
  switch (warp.operation) {
    case WarpOp::kSync:  // the lanes are in step, and memory in order
      return;
    case WarpOp::kActiveMask:
      return set_same(call, lanes_on(builder_.getInt32(~0U)));
    case WarpOp::kShuffleIndex:
    case WarpOp::kShuffleUp:
    case WarpOp::kShuffleDown:
    case WarpOp::kShuffleXor:
      return emit_shuffle(call, warp);
    case WarpOp::kVoteAll:
    case WarpOp::kVoteAny:
    case WarpOp::kVoteUni:
    case WarpOp::kVoteBallot:
      return emit_vote(call, warp);
    case WarpOp::kMatchAny:
      return emit_match_any(call, warp);
    case WarpOp::kMatchAll:
      return emit_match_all(call, warp);
    case WarpOp::kMatrix:
      return emit_matrix(call);
    default:
      return emit_reduction(call, warp);
  }
}

/// Those of `members`, one word or one per lane, that are on.
Value* Widener::lanes_on(Value* members) {
  if (mask_ == nullptr) return members;
  Value* on = bits_of(mask_);
  if (members->getType()->isVectorTy()) on = builder_.CreateVectorSplat(lanes_, on);
  return builder_.CreateAnd(members, on);
}

/// `value` is the result of every lane.
void Widener::set_same(CallInst& call, Value* value) {
  if (shape(&call).is_uniform()) {
    set_scalar(&call, value);
  } else {
    set_vector(&call, builder_.CreateVectorSplat(lanes_, value, call.getName()));
  }
}

/// Lanes that have left a loop earlier may hold poison, which must not spread to others.
Value* Widener::frozen(Value* value) {
  return isa<Constant>(value) ? value : builder_.CreateFreeze(value);
}

Constant* Widener::lane_numbers() const {
  return lane_multiples(Type::getInt32Ty(body_.getContext()), 1);
}

/// The lanes that read from one outside their segment keep their own value. Source: PTX ISA, shfl.sync.
Value* Widener::shuffle_sources(CallInst& call, const WarpCall& warp, Value*& in_range) {
  const auto number = [&](std::uint32_t value) {
    return builder_.CreateVectorSplat(lanes_, builder_.getInt32(value));
  };
  Value* own = lane_numbers();
  Value* delta = builder_.CreateAnd(
      frozen(vector(call.getArgOperand(static_cast<unsigned>(warp.operand)))), number(31));
  Value* control = frozen(vector(call.getArgOperand(3)));
  Value* segment = builder_.CreateAnd(builder_.CreateLShr(control, number(8)), number(31));
  Value* first = builder_.CreateAnd(own, segment);
  Value* inside = builder_.CreateNot(segment);
  Value* last =
      builder_.CreateOr(first, builder_.CreateAnd(builder_.CreateAnd(control, number(31)), inside));
  Value* source = nullptr;
  switch (warp.operation) {
    case WarpOp::kShuffleUp:
      source = builder_.CreateSub(own, delta);
      in_range = builder_.CreateICmpSGE(source, last);
      return builder_.CreateSelect(in_range, source, own);
    case WarpOp::kShuffleDown:
      source = builder_.CreateAdd(own, delta);
      break;
    case WarpOp::kShuffleXor:
      source = builder_.CreateXor(own, delta);
      break;
    default:
      source = builder_.CreateOr(first, builder_.CreateAnd(delta, inside));
      break;
  }
  in_range = builder_.CreateICmpSLE(source, last);
  return builder_.CreateSelect(in_range, source, own);
}

void Widener::emit_shuffle(CallInst& call, const WarpCall& warp) {
  Value* argument = call.getArgOperand(static_cast<unsigned>(warp.value));
  Value* value = frozen(vector(argument));
  // Who reads from a lane that does not take part gets 0.
  if (mask_ != nullptr)
    value = builder_.CreateSelect(mask_, value, Constant::getNullValue(value->getType()));
  Value* in_range = nullptr;
  Value* sources = shuffle_sources(call, warp, in_range);
  remark_shuffle(call, *sources);
  if (shape(&call).is_uniform())
    return set_scalar(&call, builder_.CreateExtractElement(
                                 value, builder_.CreateExtractElement(sources, std::uint64_t{0})));
  Value* result = permute(value, sources);
  if (call.getType()->isStructTy()) {
    parts_[&call] = {result, in_range};
  } else {
    result->setName(call.getName());
    set_vector(&call, result);
  }
}

/// Lane i gets the element sources[i] of `value`.
Value* Widener::permute(Value* value, Value* sources) {
  if (auto* constant = dyn_cast<Constant>(sources)) {
    SmallVector<int, 32> picked;
    for (unsigned i = 0; i < lanes_; ++i) {
      const auto* lane = cast<ConstantInt>(constant->getAggregateElement(i));
      picked.push_back(static_cast<int>(lane->getZExtValue()));
    }
    return builder_.CreateShuffleVector(value, picked);
  }
  if (can_permute(builder_.getInt32Ty())) return permute_registers(value, sources);
  // Through memory, which stays in the first cache; there is no permutation by a variable in LLVM.
  Type* element = value->getType()->getScalarType();
  AllocaInst* slots = temporary(ArrayType::get(element, lanes_), "lanes");
  builder_.CreateAlignedStore(value, slots, Align(64));
  Value* addresses = builder_.CreateGEP(element, slots, sources);
  return builder_.CreateMaskedGather(value->getType(), addresses,
                                     body_.getDataLayout().getABITypeAlign(element), all_on());
}

Value* Widener::bits_of(Value* truths) {
  return builder_.CreateBitCast(truths, builder_.getIntNTy(lanes_));
}

void Widener::emit_vote(CallInst& call, const WarpCall& warp) {
  Value* predicate = call.getArgOperand(static_cast<unsigned>(warp.value));
  Value* bits = bits_of(frozen(vector(predicate)));
  const auto decide = [&](Value* votes, Value* members) -> Value* {
    votes = builder_.CreateAnd(votes, members);
    Value* none = builder_.CreateIsNull(votes);
    switch (warp.operation) {
      case WarpOp::kVoteAll:
        return builder_.CreateICmpEQ(votes, members);
      case WarpOp::kVoteAny:
        return builder_.CreateNot(none);
      case WarpOp::kVoteUni:
        return builder_.CreateOr(none, builder_.CreateICmpEQ(votes, members));
      default:
        return votes;
    }
  };
  Value* members =
      warp.mask < 0 ? builder_.getInt32(~0U) : call.getArgOperand(static_cast<unsigned>(warp.mask));
  if (isa<Constant>(members) || shape(members).is_uniform())
    return set_same(call, decide(bits, lanes_on(scalar(members))));
  set_vector(&call, decide(builder_.CreateVectorSplat(lanes_, bits), lanes_on(vector(members))));
}

void Widener::emit_match_any(CallInst& call, const WarpCall& warp) {
  Value* value = frozen(vector(call.getArgOperand(static_cast<unsigned>(warp.value))));
  Value* result = PoisonValue::get(FixedVectorType::get(builder_.getInt32Ty(), lanes_));
  for (unsigned i = 0; i < lanes_; ++i) {
    Value* one = builder_.CreateVectorSplat(lanes_, builder_.CreateExtractElement(value, i));
    result = builder_.CreateInsertElement(result, bits_of(builder_.CreateICmpEQ(value, one)), i);
  }
  Value* members = call.getArgOperand(static_cast<unsigned>(warp.mask));
  set_vector(&call, builder_.CreateAnd(result, lanes_on(vector(members))));
}

/// Those of `members`, one word, that are on; null: all lanes.
Value* Widener::lanes_of(Value* members) {
  const auto* constant = dyn_cast<ConstantInt>(members);
  if (constant != nullptr && constant->isMinusOne()) return mask_;
  Value* lanes = builder_.CreateBitCast(members, all_on()->getType());
  return mask_ == nullptr ? lanes : builder_.CreateAnd(lanes, mask_);
}

Value* Widener::lane_at(Value* vector, Value* index) {
  if (isa<Constant>(index)) return builder_.CreateExtractElement(vector, index);
  Type* element = vector->getType()->getScalarType();
  AllocaInst* lanes = temporary(vector->getType(), "lanes");
  builder_.CreateAlignedStore(vector, lanes, Align(64));
  return builder_.CreateLoad(element, builder_.CreateGEP(element, lanes, index));
}

Value* Widener::first_of(Value* members) {
  Value* first = builder_.CreateBinaryIntrinsic(Intrinsic::cttz, members, builder_.getFalse());
  return builder_.CreateAnd(first, builder_.getInt32(kWarpLanes - 1));  // of none: any
}

/// `of` the members that a lane names, a number that those have in common who name the same. Each lane's where lanes may name
/// others; then, as behind a match:
///
///   left = lanes that are on
///   do {
///     members = %masks[cttz left]; same = %masks == members
///     result = same ? of(members) : result; left &= ~same
///   } while (left)
Value* Widener::for_members(Value* members, function_ref<Value*(Value*)> of) {
  if (isa<Constant>(members) || shape(members).is_uniform()) return of(scalar(members));
  LLVMContext& context = builder_.getContext();
  Value* masks = frozen(vector(members));
  Type* word = builder_.getInt32Ty();
  AllocaInst* words = temporary(masks->getType(), "masks");
  builder_.CreateAlignedStore(masks, words, Align(64));
  Value* on = lanes_on(builder_.getInt32(~0U));
  BasicBlock* before = builder_.GetInsertBlock();
  BasicBlock* group = BasicBlock::Create(context, "group", out_);
  BasicBlock* done = BasicBlock::Create(context, "groups.end", out_);
  builder_.CreateBr(group);
  builder_.SetInsertPoint(group);
  PHINode* left = builder_.CreatePHI(word, 2, "left");
  PHINode* results = builder_.CreatePHI(masks->getType(), 2, "results");
  left->addIncoming(on, before);
  results->addIncoming(Constant::getNullValue(masks->getType()), before);
  Value* named =
      builder_.CreateLoad(word, builder_.CreateGEP(word, words, first_of(left)), "members");
  Value* same = builder_.CreateICmpEQ(masks, builder_.CreateVectorSplat(lanes_, named), "same");
  Value* next = builder_.CreateSelect(same, builder_.CreateVectorSplat(lanes_, of(named)), results);
  Value* rest = builder_.CreateAnd(left, builder_.CreateNot(bits_of(same)));
  left->addIncoming(rest, builder_.GetInsertBlock());
  results->addIncoming(next, builder_.GetInsertBlock());
  builder_.CreateCondBr(builder_.CreateIsNull(rest), done, group);
  builder_.SetInsertPoint(done);
  return next;
}

void Widener::emit_match_all(CallInst& call, const WarpCall& warp) {
  Value* value = frozen(vector(call.getArgOperand(static_cast<unsigned>(warp.value))));
  Type* word = builder_.getInt32Ty();
  Value* members = call.getArgOperand(static_cast<unsigned>(warp.mask));
  Value* mask = for_members(members, [&](Value* named) -> Value* {
    Value* here = lanes_on(named);
    Value* first = isa<Constant>(here) ? builder_.getInt32(0) : first_of(here);
    if (auto* constant = dyn_cast<ConstantInt>(here))
      first = builder_.getInt32(constant->getValue().countr_zero() & (kWarpLanes - 1));
    Value* one = builder_.CreateVectorSplat(lanes_, lane_at(value, first));
    Value* bits = bits_of(builder_.CreateICmpEQ(value, one));
    Value* all = builder_.CreateICmpEQ(builder_.CreateAnd(bits, here), here);
    return builder_.CreateSelect(all, here, ConstantInt::get(word, 0));
  });
  if (!mask->getType()->isVectorTy()) mask = builder_.CreateVectorSplat(lanes_, mask);
  parts_[&call] = {mask, builder_.CreateIsNotNull(mask)};
}

static AtomicRMWInst::BinOp operation_of(WarpOp reduction) {
  switch (reduction) {
    case WarpOp::kReduceAdd:
      return AtomicRMWInst::Add;
    case WarpOp::kReduceMinSigned:
      return AtomicRMWInst::Min;
    case WarpOp::kReduceMinUnsigned:
      return AtomicRMWInst::UMin;
    case WarpOp::kReduceMaxSigned:
      return AtomicRMWInst::Max;
    case WarpOp::kReduceMaxUnsigned:
      return AtomicRMWInst::UMax;
    case WarpOp::kReduceAnd:
      return AtomicRMWInst::And;
    case WarpOp::kReduceOr:
      return AtomicRMWInst::Or;
    default:
      return AtomicRMWInst::Xor;
  }
}

void Widener::emit_reduction(CallInst& call, const WarpCall& warp) {
  Value* value = frozen(vector(call.getArgOperand(static_cast<unsigned>(warp.value))));
  const AtomicRMWInst::BinOp operation = operation_of(warp.operation);
  Constant* nothing = neutral(operation, value->getType());
  Value* members = call.getArgOperand(static_cast<unsigned>(warp.mask));
  Value* result = for_members(members, [&](Value* named) {
    Value* lanes = lanes_of(named);
    return reduced(builder_, operation,
                   lanes == nullptr ? value : builder_.CreateSelect(lanes, value, nothing));
  });
  if (!result->getType()->isVectorTy()) return set_same(call, result);
  result->setName(call.getName());
  set_vector(&call, result);
}

/// The lanes' registers lie one after the other in memory, as the runtime wants them. Lanes that are off hold zeros.
void Widener::emit_matrix(CallInst& call) {
  const unsigned count = call.arg_size() - kMatrixFirstWord;
  Type* row = FixedVectorType::get(builder_.getInt32Ty(), lanes_);
  const Align alignment(64);
  AllocaInst* words = temporary(ArrayType::get(row, count), "registers");
  const auto place = [&](unsigned i) { return builder_.CreateConstGEP1_32(row, words, i); };
  for (unsigned i = 0; i < count; ++i) {
    Value* word = frozen(vector(call.getArgOperand(kMatrixFirstWord + i)));
    if (mask_ != nullptr) word = builder_.CreateSelect(mask_, word, Constant::getNullValue(row));
    builder_.CreateAlignedStore(word, place(i), alignment);
  }
  auto* type = FunctionType::get(
      builder_.getVoidTy(), {builder_.getInt64Ty(), words->getType(), words->getType()}, false);
  builder_.CreateCall(type, scalar(call.getArgOperand(0)),
                      {call.getArgOperand(kMatrixShapeArgument), words, words});
  auto& results = parts_[&call];
  for (unsigned i = 0; i < call.getType()->getStructNumElements(); ++i)
    results.push_back(builder_.CreateAlignedLoad(row, place(i), alignment));
}

}  // namespace riffle::spmd
