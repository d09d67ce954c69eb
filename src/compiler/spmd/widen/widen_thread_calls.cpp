// SPDX-License-Identifier: Apache-2.0
// Calls that tell who calls: functions that stayed out of line, through pointers too, and assertions. Each lane that is on
// calls, in order of lanes, with its position in the abi::Thread that all lanes of the packet use in turn. One call in a
// loop, as it is mostly rare or long: its arguments and results go through memory.
//
//   %r = call i32 @f(ptr %thread, i32 %x)   ->   store <32 x i32> %x, ptr %arguments
//                                                for each %lane of the mask's bits
//                                                  thread->thread_index.x = %thread.x + %lane ...
//                                                  %a = load i32, %arguments[%lane]
//                                                  %results[%lane] = call i32 @f(ptr %thread, i32 %a)
//                                                %r = load <32 x i32>, ptr %results
#include "compiler/spmd/abi_access.h"
#include "compiler/spmd/position.h"
#include "compiler/spmd/widen/widener.h"

namespace riffle::spmd {

using namespace llvm;

namespace {

/// As memory has it: truths are bytes there.
Type* type_in_memory(Type* type, const DataLayout& layout) {
  if (!type->isIntegerTy()) return type;
  return IntegerType::get(
      type->getContext(),
      static_cast<unsigned>(layout.getTypeStoreSizeInBits(type).getFixedValue()));
}

}  // namespace

/// `one` is for the lane of that number, the first one first.
void Widener::for_each_lane_on(function_ref<void(Value*)> one) {
  LLVMContext& context = builder_.getContext();
  Type* type = builder_.getIntNTy(std::max(lanes_, 32U));
  Value* bits = ConstantInt::get(type, APInt::getLowBitsSet(type->getIntegerBitWidth(), lanes_));
  if (mask_ != nullptr)
    bits = builder_.CreateZExt(builder_.CreateBitCast(mask_, builder_.getIntNTy(lanes_)), type);
  BasicBlock* before = builder_.GetInsertBlock();
  BasicBlock* next = BasicBlock::Create(context, "lane", out_);
  BasicBlock* done = BasicBlock::Create(context, "lanes.end", out_);
  builder_.CreateCondBr(builder_.CreateIsNull(bits), done, next);
  builder_.SetInsertPoint(next);
  PHINode* left = builder_.CreatePHI(type, 2, "left");
  left->addIncoming(bits, before);
  Value* lane = builder_.CreateBinaryIntrinsic(Intrinsic::cttz, left, builder_.getTrue());
  one(builder_.CreateZExtOrTrunc(lane, builder_.getInt32Ty(), "lane"));
  Value* others =
      builder_.CreateAnd(left, builder_.CreateSub(left, ConstantInt::get(type, 1)), "others");
  left->addIncoming(others, builder_.GetInsertBlock());
  builder_.CreateCondBr(builder_.CreateIsNull(others), done, next);
  builder_.SetInsertPoint(done);
}

/// Where each lane finds its `value`: to be called before the lanes part. The result tells a lane's, where lanes do.
Widener::ByLane Widener::by_lane(Value* value) {
  if (value == body_.getArg(kThread) || isa<Constant>(value) || shape(value).is_uniform()) {
    Value* same = scalar(value);
    return [same](Value*) { return same; };
  }
  const LaneShape form = shape(value);
  if (form.is_linear() && (value->getType()->isPointerTy() || value->getType()->isIntegerTy())) {
    Value* first = scalar(value);
    return [this, first, stride = form.stride](Value* lane) {
      const bool is_address = first->getType()->isPointerTy();
      Type* type = is_address ? builder_.getInt64Ty() : first->getType();
      Value* step = ConstantInt::getSigned(type, stride, /*ImplicitTrunc=*/true);
      Value* distance = builder_.CreateMul(builder_.CreateZExtOrTrunc(lane, type), step);
      return is_address ? builder_.CreatePtrAdd(first, distance)
                        : builder_.CreateAdd(first, distance);
    };
  }
  Type* type = type_in_memory(value->getType(), body_.getDataLayout());
  AllocaInst* places = temporary(ArrayType::get(type, lanes_), "arguments");
  if (const auto found = per_lane_.find(value); found != per_lane_.end()) {
    for (unsigned i = 0; i < lanes_; ++i)
      builder_.CreateStore(found->second[i], builder_.CreateConstGEP1_32(type, places, i));
  } else {
    Value* numbers = vector(value);
    if (type != value->getType())
      numbers = builder_.CreateZExt(numbers, FixedVectorType::get(type, lanes_));
    builder_.CreateAlignedStore(numbers, places, Align(64));
  }
  return [this, type, places, value](Value* lane) {
    Value* mine = builder_.CreateLoad(type, builder_.CreateGEP(type, places, lane));
    return builder_.CreateTrunc(mine, value->getType());
  };
}

void Widener::emit_thread_call(CallInst& call) {
  remark_call(call);
  SmallVector<ByLane, 8> operands;
  for (Value* operand : call.operands()) operands.push_back(by_lane(operand));
  Value* thread = scalar(body_.getArg(kThread));
  const auto position = [&](BodyArg which) { return scalar(body_.getArg(which)); };
  for (const BodyArg same : {kLaunch, kFrame, kThreadY, kThreadZ, kBlockX, kBlockY, kBlockZ})
    store_position(builder_, thread, same, position(same));
  const bool has_result = !call.use_empty();
  Type* type = type_in_memory(call.getType(), body_.getDataLayout());
  Value* results = has_result ? temporary(ArrayType::get(type, lanes_), "results") : nullptr;
  for_each_lane_on([&](Value* lane) {
    for (const BodyArg own : {kThreadX, kLinear})
      store_position(builder_, thread, own, builder_.CreateAdd(position(own), lane));
    store_field(builder_, position(kFrame), offsetof(abi::Frame, thread),
                builder_.CreateAdd(position(kLinear), lane));
    auto* copy = cast<CallInst>(call.clone());
    for (const auto [number, operand] : enumerate(operands))
      copy->setOperand(static_cast<unsigned>(number), operand(lane));
    builder_.Insert(copy);
    if (!has_result) return;
    Value* result = type == call.getType() ? copy : builder_.CreateZExt(copy, type);
    builder_.CreateStore(result, builder_.CreateGEP(type, results, lane));
  });
  if (has_result) take_results(call, type, results);
}

void Widener::take_results(CallInst& call, Type* type, Value* results) {
  if (call.getType()->isAggregateType()) {
    SmallVector<Value*, 16> structures;
    for (unsigned i = 0; i < lanes_; ++i)
      structures.push_back(
          builder_.CreateLoad(type, builder_.CreateConstGEP1_32(type, results, i)));
    per_lane_[&call] = structures;
    return;
  }
  Value* all = builder_.CreateAlignedLoad(FixedVectorType::get(type, lanes_), results, Align(64));
  set_vector(&call, builder_.CreateTrunc(all, widened(call.getType())));
}

}  // namespace riffle::spmd
