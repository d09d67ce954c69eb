// SPDX-License-Identifier: Apache-2.0
// What no other strategy takes: each thread of a block on a stack of its own.
//
//   run:    for each block: runtime->run_block_as_fibers(launch, frame, @k.thread)
//   @k.thread(ptr thread): the body, its position loaded from abi::Thread; barriers and warp
//   operations
//                          are calls into the runtime, which switches to another fiber when it must
//                          wait
#include <llvm/ADT/StringSwitch.h>
#include <llvm/IR/DebugInfoMetadata.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Module.h>

#include <cstddef>

#include "compiler/spmd/abi_access.h"
#include "compiler/spmd/instrument/note_accesses.h"
#include "compiler/spmd/intrinsics.h"
#include "compiler/spmd/keys.h"
#include "compiler/spmd/position.h"
#include "compiler/spmd/strategy/debug_variables.h"
#include "compiler/spmd/strategy/range_function.h"
#include "compiler/spmd/strategy/strategies.h"

namespace riffle::spmd {

using namespace llvm;

namespace {

Value* lower_barrier(IRBuilder<>& builder, ModuleState& state, CallInst& call, Value* thread) {
  const BarrierCall barrier = barrier_call(call);
  const abi::BarrierReduce reduce =
      barrier.arrive_only ? abi::BarrierReduce::kArrive : barrier.reduce;
  Value* count = barrier.thread_count == nullptr ? builder.getInt32(0) : barrier.thread_count;
  Value* predicate = barrier.predicate == nullptr
                         ? builder.getInt32(0)
                         : builder.CreateZExt(barrier.predicate, builder.getInt32Ty());
  CallInst* result = call_runtime(
      builder, state, offsetof(abi::RuntimeTable, barrier), builder.getInt32Ty(),
      {thread, barrier.id, count, builder.getInt32(static_cast<std::uint32_t>(reduce)), predicate});
  mark_wait(*result);
  if (call.getType()->isIntegerTy(1)) return builder.CreateIsNotNull(result);
  return result;
}

Value* to_bits(IRBuilder<>& builder, Value* value) {
  Type* type = value->getType();
  if (type->isFloatTy()) value = builder.CreateBitCast(value, builder.getInt32Ty());
  return builder.CreateZExt(value, builder.getInt64Ty());
}

Value* from_bits(IRBuilder<>& builder, Value* bits, Type* type) {
  if (type->isIntegerTy(1)) return builder.CreateIsNotNull(bits);
  if (type->isFloatTy())
    return builder.CreateBitCast(builder.CreateTrunc(bits, builder.getInt32Ty()), type);
  return builder.CreateTrunc(bits, type);
}

/// Calls of the two sides of a branch must not become one: which lanes meet there is the result.
void keep_apart(CallInst& call) {
  call.setConvergent();
  call.addFnAttr(Attribute::NoMerge);
}

CallInst* call_warp(IRBuilder<>& builder, ModuleState& state, abi::WarpOp operation,
                    ArrayRef<Value*> thread_mask_value_operand_clamp_predicate) {
  SmallVector<Value*, 7> arguments(thread_mask_value_operand_clamp_predicate);
  arguments.insert(arguments.begin() + 1, builder.getInt32(static_cast<std::uint32_t>(operation)));
  CallInst* result = call_runtime(builder, state, offsetof(abi::RuntimeTable, warp),
                                  builder.getInt64Ty(), arguments);
  keep_apart(*result);
  mark_wait(*result);
  return result;
}

/// The lane's registers go through its own memory.
Value* lower_matrix(IRBuilder<>& builder, ModuleState& state, CallInst& call, Value* thread) {
  const unsigned count = call.arg_size() - kMatrixFirstWord;
  Type* word = builder.getInt32Ty();
  IRBuilder<> entry(&*call.getFunction()->getEntryBlock().getFirstInsertionPt());
  Value* words = entry.CreateAlloca(ArrayType::get(word, count), nullptr, "registers");
  for (unsigned i = 0; i < count; ++i) {
    builder.CreateStore(call.getArgOperand(kMatrixFirstWord + i),
                        builder.CreateConstGEP1_32(word, words, i));
  }
  Value* shape = call.getArgOperand(kMatrixShapeArgument);
  call_warp(
      builder, state, abi::WarpOp::kMatrix,
      {thread, builder.getInt32(~0U), builder.CreatePtrToInt(words, builder.getInt64Ty()),
       builder.CreateTrunc(shape, word), builder.CreateTrunc(builder.CreateLShr(shape, 32), word),
       ConstantPointerNull::get(builder.getPtrTy())});
  auto* type = cast<StructType>(call.getType());
  Value* all = PoisonValue::get(type);
  for (unsigned i = 0; i < type->getNumElements(); ++i) {
    Value* one = builder.CreateLoad(word, builder.CreateConstGEP1_32(word, words, i));
    all = builder.CreateInsertValue(all, one, i);
  }
  return all;
}

Value* lower_warp(IRBuilder<>& builder, ModuleState& state, CallInst& call, Value* thread) {
  const StringRef name = call.getCalledFunction()->getName();
  if (name == "llvm.nvvm.nanosleep") {
    call_runtime(builder, state, offsetof(abi::RuntimeTable, yield), builder.getVoidTy(), {thread});
    return nullptr;
  }
  const WarpCall warp = warp_call(call);
  if (warp.operation == abi::WarpOp::kMatrix) return lower_matrix(builder, state, call, thread);
  const auto argument = [&](int i, Value* otherwise) {
    return i < 0 ? otherwise : call.getArgOperand(static_cast<unsigned>(i));
  };
  Value* mask = argument(warp.mask, builder.getInt32(~0U));
  Value* value =
      warp.value < 0 ? builder.getInt64(0) : to_bits(builder, argument(warp.value, nullptr));
  Value* operand = argument(warp.operand, builder.getInt32(0));
  Value* clamp = warp.operand < 0 ? builder.getInt32(0) : call.getArgOperand(3);
  auto* pair = dyn_cast<StructType>(call.getType());
  Value* predicate = ConstantPointerNull::get(builder.getPtrTy());
  if (pair != nullptr) {
    IRBuilder<> entry(&*call.getFunction()->getEntryBlock().getFirstInsertionPt());
    predicate = entry.CreateAlloca(entry.getInt32Ty(), nullptr, "predicate");
  }
  CallInst* result =
      call_warp(builder, state, warp.operation, {thread, mask, value, operand, clamp, predicate});
  if (call.getType()->isVoidTy()) return nullptr;
  if (pair == nullptr) return from_bits(builder, result, call.getType());
  Value* both = builder.CreateInsertValue(PoisonValue::get(pair),
                                          from_bits(builder, result, pair->getElementType(0)), 0);
  Value* flag = builder.CreateIsNotNull(builder.CreateLoad(builder.getInt32Ty(), predicate));
  return builder.CreateInsertValue(both, flag, 1);
}

}  // namespace

void lower_suspensions(Function& function, ModuleState& state) {
  SmallVector<CallInst*, 16> calls;
  for (Instruction& instruction : instructions(function)) {
    auto* call = dyn_cast<CallInst>(&instruction);
    if (call != nullptr && suspends(*call)) calls.push_back(call);
  }
  for (CallInst* call : calls) {
    IRBuilder<> builder(call);
    Value* thread = position_value(builder, function, kThread);
    Value* result = kind_of(*call) == IntrinsicKind::kBarrier
                        ? lower_barrier(builder, state, *call, thread)
                        : lower_warp(builder, state, *call, thread);
    if (!call->getType()->isVoidTy()) call->replaceAllUsesWith(result);
    call->eraseFromParent();
  }
}

Function* make_fiber_function(Module& module, ModuleState& state, KernelState& kernel) {
  lower_suspensions(*kernel.body, state);

  LLVMContext& context = module.getContext();
  Type* pointer = PointerType::getUnqual(context);
  auto* type = FunctionType::get(Type::getVoidTy(context), {pointer}, false);
  Function* thread_function =
      Function::Create(type, GlobalValue::InternalLinkage, kernel.name + ".thread", &module);
  thread_function->addFnAttr(kDeviceAttribute);  // its argument is an abi::Thread
  thread_function->addFnAttr(Attribute::NullPointerIsValid);
  thread_function->addFnAttr(Attribute::NoUnwind);
  // A subprogram of its own: the range function, which runs packets beside fibers, has the kernel's.
  // For a debugger the kernel is a function that this one calls.
  if (DISubprogram* subprogram = kernel.body->getSubprogram();
      subprogram != nullptr && !state.for_debugger)
    thread_function->setSubprogram(MDNode::replaceWithDistinct(subprogram->clone()));
  IRBuilder<> builder(BasicBlock::Create(context, "entry", thread_function));
  BodyArguments arguments(kFirstParameter + kernel.parameters.size(), nullptr);
  for (unsigned i = 0; i < kFirstParameter; ++i) {
    arguments[i] = position_value(builder, *thread_function, static_cast<BodyArg>(i));
  }
  load_parameters(builder, kernel, arguments);
  CallInst* call = builder.CreateCall(kernel.body, arguments);
  if (DISubprogram* subprogram = thread_function->getSubprogram()) {
    call->setDebugLoc(DILocation::get(context, subprogram->getLine(), 0, subprogram));
  }
  builder.CreateRetVoid();
  if (state.for_debugger) {
    kernel.body->addFnAttr(Attribute::NoInline);
    describe_position(*kernel.body);
  } else {
    inline_body(*call);
  }
  return thread_function;
}

void emit_fibers(IRBuilder<>& builder, ModuleState& state, const BodyArguments& arguments,
                 Function& fiber) {
  call_runtime(builder, state, offsetof(abi::RuntimeTable, run_block_as_fibers),
               builder.getVoidTy(), {arguments[kLaunch], arguments[kFrame], &fiber});
}

void build_fiber_strategy(Module& module, ModuleState& state, KernelState& kernel) {
  kernel.strategy = abi::Strategy::kFiber;
  Function* fiber = make_fiber_function(module, state, kernel);
  const auto emit = [&](IRBuilder<>& builder, BodyArguments& arguments, Value*) -> Value* {
    emit_fibers(builder, state, arguments, *fiber);
    return nullptr;
  };
  emit_range_function(module, kernel, emit);
  kernel.run->setSubprogram(nullptr);
}

}  // namespace riffle::spmd
