// SPDX-License-Identifier: Apache-2.0
// Arithmetic and calls of a packet; what has no vector form is done lane by lane.
#include <llvm/Analysis/VectorUtils.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/Module.h>
#include <llvm/IR/PatternMatch.h>

#include <cstddef>

#include "compiler/abi/image_abi.h"
#include "compiler/spmd/abi_access.h"
#include "compiler/spmd/instrument/follow_packets.h"
#include "compiler/spmd/intrinsics.h"
#include "compiler/spmd/kernel_body.h"
#include "compiler/spmd/keys.h"
#include "compiler/spmd/strategy/block_atomics.h"
#include "compiler/spmd/widen/widener.h"

namespace riffle::spmd {

using namespace llvm;
using namespace llvm::PatternMatch;

void Widener::emit_vector(Instruction& instruction) {
  Value* result = nullptr;
  const auto operand = [&](unsigned i) { return vector(instruction.getOperand(i)); };
  if (auto* operation = dyn_cast<BinaryOperator>(&instruction)) {
    result = emit_binary(*operation);
  } else if (auto* unary = dyn_cast<UnaryOperator>(&instruction)) {
    result = builder_.CreateUnOp(unary->getOpcode(), operand(0));
  } else if (Value* answer = isa<ICmpInst>(instruction)
                                 ? emit_bit_question(cast<ICmpInst>(instruction))
                                 : nullptr) {
    result = answer;
  } else if (auto* comparison = dyn_cast<CmpInst>(&instruction)) {
    result = builder_.CreateCmp(comparison->getPredicate(), operand(0), operand(1));
  } else if (Value* high = emit_high_product(instruction)) {
    result = high;
  } else if (auto* cast = dyn_cast<CastInst>(&instruction)) {
    result = builder_.CreateCast(cast->getOpcode(), operand(0), widened(cast->getType()));
  } else if (auto* choice = dyn_cast<SelectInst>(&instruction)) {
    Value* condition = choice->getCondition();
    result =
        builder_.CreateSelect(shape(condition).is_uniform() ? scalar(condition) : vector(condition),
                              operand(1), operand(2));
  } else if (auto* address = dyn_cast<GetElementPtrInst>(&instruction)) {
    result = emit_address(*address);
  } else if (isa<FreezeInst>(instruction)) {
    result = builder_.CreateFreeze(operand(0));
  } else {
    remark(
        instruction, instruction.isAtomic() ? Topic::kAtomic : Topic::kCall,
        instruction.isAtomic() ? "atomic operation, lane by lane" : "no vector form: lane by lane");
    return emit_per_lane(instruction, true);
  }
  if (!isa<Constant>(result)) result->setName(instruction.getName());
  set_vector(&instruction, result);
}

/// The upper halves of products of 32 bits, of even lanes and of odd ones: registers of 64-bit numbers
/// hold both factors as they are.
///
///   trunc (lshr (mul (zext %a), (zext %b)), 32)
///     ->  %even = mul (%a & 0xffffffff), (%b & 0xffffffff)      of i64s, each two lanes
///         %odd = mul (lshr %a, 32), (lshr %b, 32)
///         (lshr %even, 32) | (%odd & 0xffffffff00000000)
Value* Widener::emit_high_product(Instruction& instruction) {
  Value *left = nullptr, *right = nullptr;
  const APInt* number = nullptr;
  Type* word = builder_.getInt32Ty();
  const auto shifted = m_LShr(m_Mul(m_ZExt(m_Value(left)), m_Value(right)), m_SpecificInt(32));
  if (instruction.getType() != word || !match(&instruction, m_Trunc(shifted)) ||
      left->getType() != word || !right->getType()->isIntegerTy(64))
    return nullptr;
  if (match(right, m_APInt(number)) && number->isIntN(32)) {
    right = builder_.getInt32(static_cast<std::uint32_t>(number->getZExtValue()));
  } else if (!match(right, m_ZExt(m_Value(right))) || right->getType() != word) {
    return nullptr;
  }
  Type* pairs = FixedVectorType::get(builder_.getInt64Ty(), lanes_ / 2);
  Value* a = builder_.CreateBitCast(vector(left), pairs);
  Value* b = builder_.CreateBitCast(vector(right), pairs);
  const auto low = [&](Value* pair) { return builder_.CreateAnd(pair, 0xffffffffU); };
  const auto high = [&](Value* pair) { return builder_.CreateLShr(pair, 32); };
  Value* even = builder_.CreateMul(low(a), low(b));
  Value* odd = builder_.CreateMul(high(a), high(b));
  Value* both = builder_.CreateOr(high(even), builder_.CreateAnd(odd, 0xffffffff00000000U));
  return builder_.CreateBitCast(both, widened(word));
}

Value* Widener::emit_binary(BinaryOperator& operation) {
  if (operation.isIntDivRem()) return emit_division(operation);
  Value* result = builder_.CreateBinOp(operation.getOpcode(), vector(operation.getOperand(0)),
                                       vector(operation.getOperand(1)));
  if (auto* made = dyn_cast<Instruction>(result)) made->copyIRFlags(&operation);
  return result;
}

Value* Widener::emit_address(GetElementPtrInst& address) {
  const auto part = [&](Value* value) {
    return shape(value).is_uniform() ? scalar(value) : vector(value);
  };
  SmallVector<Value*, 4> indices;
  for (Value* index : address.indices()) indices.push_back(part(index));
  Value* result = builder_.CreateGEP(address.getSourceElementType(),
                                     part(address.getPointerOperand()), indices);
  return result->getType()->isVectorTy() ? result : builder_.CreateVectorSplat(lanes_, result);
}

void Widener::emit_call(CallInst& call) {
  const Function* callee = call.getCalledFunction();
  if (const auto* intrinsic = dyn_cast<IntrinsicInst>(&call)) {
    if (intrinsic->isAssumeLikeIntrinsic() || intrinsic->isLifetimeStartOrEnd()) return;
  }
  if (call.isInlineAsm() && call.arg_empty()) return emit_scalar_copy(call);
  if (is_contained(call.args(), body_.getArg(kThread))) return emit_thread_call(call);
  const bool agree = callee != nullptr && callee->getName() == kLanesAgree;
  if (agree || (callee != nullptr && callee->getName() == kAllLanes)) {
    if (Value* all = all_by_ends(call.getArgOperand(0), false)) return set_scalar(&call, all);
    Value* mask = vector(call.getArgOperand(0));
    if (mask_ != nullptr)
      mask = builder_.CreateSelect(mask_, mask,
                                   agree ? all_on() : Constant::getNullValue(mask->getType()));
    Value* bits = builder_.CreateBitCast(mask, builder_.getIntNTy(lanes_));
    return set_scalar(
        &call, builder_.CreateICmpEQ(bits, Constant::getAllOnesValue(bits->getType()), "all"));
  }
  if (callee != nullptr && callee->getName() == kWholePacket)
    return set_scalar(&call, whole_packet(call.getArgOperand(0), false));
  if (callee != nullptr && callee->getName() == kFollowThread) return emit_followed(call);
  if (call.getIntrinsicID() == Intrinsic::prefetch) return emit_prefetch(call);
  if (call.hasMetadata(kSamplesTexture)) return emit_sample(call);
  const IntrinsicKind kind = kind_of(call);
  if (kind == IntrinsicKind::kWarp) return emit_warp(call);
  if (kind == IntrinsicKind::kBarrier) return emit_barrier(call);
  const bool all_uniform = all_of(call.operand_values(), [&](Value* value) {
    return isa<Constant>(value) || shape(value).is_uniform();
  });
  if (call.doesNotReturn() && all_uniform) return emit_scalar_copy(call);
  if (shape(&call).is_uniform() && !call.getType()->isVoidTy() && callee != nullptr && all_uniform)
    return emit_scalar_copy(call);
  if (callee != nullptr && emit_vector_intrinsic(call)) return;
  if (auto* copy = dyn_cast<MemCpyInst>(&call); copy != nullptr && copy_together(*copy)) return;
  remark_call(call);
  const bool is_cheap = isa<IntrinsicInst>(call) && call.doesNotAccessMemory();
  emit_per_lane(call, !is_cheap);
}

/// Lines of all lanes' places, those of lanes that are off too: what is asked for in vain does no harm, nor does a place
/// that wraps.
void Widener::emit_prefetch(CallInst& call) {
  constexpr std::uint64_t kLineBytes = 64;
  Value* place = call.getArgOperand(0);
  const LaneShape form = shape(place);
  if (form.is_uniform()) return emit_scalar_copy(call);
  if (form.kind != LaneShape::kLinear || form.restart != nullptr) return emit_per_lane(call, true);
  Value* first = lane_zero(place);
  const std::uint64_t span = lane_span(form, lanes_);
  const std::uint64_t step = std::max(kLineBytes, span / (lanes_ - 1));
  const auto prefetch = [&](std::uint64_t distance) {
    const auto offset = static_cast<std::int64_t>(distance);
    Value* line =
        builder_.CreatePtrAdd(first, builder_.getInt64(form.stride < 0 ? -offset : offset));
    auto* copy = cast<CallInst>(call.clone());
    copy->setArgOperand(0, line);
    builder_.Insert(copy);
  };
  for (std::uint64_t distance = 0; distance < span; distance += step) prefetch(distance);
  prefetch(span);
}

/// Lanes that are off must have left for good: the packet arrives for those that are on.
void Widener::emit_barrier(CallInst& call) {
  if (mask_ != nullptr && control_.others_may_wait(*call.getParent()))
    throw CannotWiden("a barrier in divergent code");
  const BarrierCall barrier = barrier_call(call);
  if (barrier.reduce == abi::BarrierReduce::kNone) return emit_scalar_copy(call);
  Value* lanes = mask_ == nullptr ? all_on() : mask_;
  Value* holds = builder_.CreateSelect(lanes, vector(barrier.predicate),
                                       Constant::getNullValue(lanes->getType()));
  const auto count = [&](Value* truths) {
    Value* bits = builder_.CreateBitCast(truths, builder_.getIntNTy(lanes_));
    return builder_.CreateZExtOrTrunc(builder_.CreateUnaryIntrinsic(Intrinsic::ctpop, bits),
                                      builder_.getInt32Ty());
  };
  const char* reduction = barrier.reduce == abi::BarrierReduce::kPopc  ? "popc"
                          : barrier.reduce == abi::BarrierReduce::kAnd ? "and"
                                                                       : "or";
  Type* word = builder_.getInt32Ty();
  FunctionCallee arrive = body_.getParent()->getOrInsertFunction(
      (Twine(kPacketBarrier) + reduction).str(),
      FunctionType::get(call.getType(), {word, word, word}, false));
  CallInst* made = builder_.CreateCall(
      arrive, {scalar(barrier.id), count(builder_.CreateFreeze(holds)), count(lanes)});
  made->setConvergent();
  set_scalar(&call, made);
}

/// One call for all lanes, if they read one texture:
///
///   call %sample(%object, %request, %x, %y, %z, %layer, %level, %result)
///     ->  store <16 x float> %x, ptr %places ...
///         call %sample_packet(%object, %request, 16, %mask, %places..., %results)
void Widener::emit_sample(CallInst& call) {
  constexpr unsigned kRequest = 1, kFirstNumber = 2, kLastNumber = 6, kResult = 7;
  constexpr std::int64_t kResultBytes = 16;
  const LaneShape result = shape(call.getArgOperand(kResult));
  const bool is_one_texture =
      shape(call.getArgOperand(0)).is_uniform() && shape(call.getArgOperand(kRequest)).is_uniform();
  constexpr unsigned kMaskBits = 64;
  if (!is_one_texture || !result.is_linear() || result.stride != kResultBytes || lanes_ > kMaskBits)
    return emit_per_lane(call, true);
  SmallVector<Value*, 12> arguments = {scalar(call.getArgOperand(0)),
                                       scalar(call.getArgOperand(kRequest)),
                                       builder_.getInt32(lanes_)};
  Value* bits = mask_ == nullptr ? Constant::getAllOnesValue(builder_.getIntNTy(lanes_))
                                 : builder_.CreateBitCast(mask_, builder_.getIntNTy(lanes_));
  arguments.push_back(builder_.CreateZExt(bits, builder_.getInt64Ty()));
  for (unsigned i = kFirstNumber; i <= kLastNumber; ++i) {
    Value* numbers = vector(call.getArgOperand(i));
    AllocaInst* place = temporary(numbers->getType(), "places");
    builder_.CreateAlignedStore(numbers, place, Align(64));
    arguments.push_back(place);
  }
  arguments.push_back(scalar(call.getArgOperand(kResult)));
  SmallVector<Type*, 12> types;
  for (Value* argument : arguments) types.push_back(argument->getType());
  GlobalVariable* runtime = body_.getParent()->getNamedGlobal(kRuntimeVariable);
  Value* table = load_field(builder_, runtime, 0, builder_.getPtrTy(), "runtime");
  Value* entry = load_field(builder_, table, offsetof(abi::ImageRuntime, sample_packet),
                            builder_.getPtrTy(), "entry");
  builder_.CreateCall(FunctionType::get(builder_.getVoidTy(), types, false), entry, arguments);
}

bool Widener::emit_vector_intrinsic(CallInst& call) {
  const Intrinsic::ID id = call.getCalledFunction()->getIntrinsicID();
  if (id == Intrinsic::not_intrinsic || !isTriviallyVectorizable(id) ||
      call.getType()->isStructTy())
    return false;
  SmallVector<Type*, 2> overloads;
  SmallVector<Value*, 4> arguments;
  Type* result_type = widened(call.getType());
  if (isVectorIntrinsicWithOverloadTypeAtArg(id, -1, nullptr)) overloads.push_back(result_type);
  for (unsigned i = 0; i < call.arg_size(); ++i) {
    Value* argument = call.getArgOperand(i);
    arguments.push_back(isVectorIntrinsicWithScalarOpAtArg(id, i, nullptr) ? scalar(argument)
                                                                           : vector(argument));
    if (isVectorIntrinsicWithOverloadTypeAtArg(id, static_cast<int>(i), nullptr))
      overloads.push_back(arguments.back()->getType());
  }
  Value* result = builder_.CreateIntrinsic(id, overloads, arguments);
  set_vector(&call, result);
  return true;
}

}  // namespace riffle::spmd
