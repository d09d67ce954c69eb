// SPDX-License-Identifier: Apache-2.0
// What device code asks of the runtime goes through the Runtime table:
//
//   call i32 @vprintf(ptr %f, ptr %a)   ->   %e = load (runtime table + offset of vprintf)
//                                            call i32 %e(ptr %f, ptr %a)
//   call void @llvm.trap()              ->   call runtime->fault(frame, kTrap)
#include <llvm/ADT/StringSwitch.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Module.h>
#include <llvm/Transforms/Utils/BasicBlockUtils.h>
#include <llvm/Transforms/Utils/Local.h>

#include <cstddef>
#include <optional>

#include "compiler/abi/image_abi.h"
#include "compiler/spmd/abi_access.h"
#include "compiler/spmd/compile_error.h"
#include "compiler/spmd/intrinsics.h"
#include "compiler/spmd/keys.h"
#include "compiler/spmd/pipeline/module_steps.h"
#include "compiler/spmd/position.h"

namespace riffle::spmd {

using namespace llvm;

namespace {

void fault(IRBuilder<>& builder, ModuleState& state, abi::FaultKind kind) {
  Function& function = *builder.GetInsertBlock()->getParent();
  Value* frame = position_value(builder, function, kFrame);
  Value* linear = position_value(builder, function, kLinear);
  store_field(builder, frame, offsetof(abi::Frame, thread), linear);
  CallInst* call =
      call_runtime(builder, state, offsetof(abi::RuntimeTable, fault), builder.getVoidTy(),
                   {frame, builder.getInt32(static_cast<std::uint32_t>(kind))});
  call->setDoesNotReturn();
  call->addFnAttr(Attribute::Cold);
}

/// The thread ends here: the rest of its block is never reached.
void end_thread(CallInst& call) {
  if (!call.getFunction()->hasFnAttribute(kBodyAttribute)) {
    throw KernelCompileError("exit inside a function that is not inlined (" +
                             call.getFunction()->getName().str() + ") is not supported");
  }
  BasicBlock* block = call.getParent();
  changeToUnreachable(&call);  // also removes the block from its successors' phis
  block->getTerminator()->eraseFromParent();
  ReturnInst::Create(block->getContext(), block);
}

/// Of the runtime API: from the table behind the runtime table, with the thread that calls.
Value* call_device_api(IRBuilder<>& builder, ModuleState& state, CallInst& call,
                       std::size_t number) {
  Type* pointer = builder.getPtrTy();
  Value* table =
      load_field(builder, runtime_pointer(*call.getModule(), state), 0, pointer, "runtime");
  Value* calls =
      load_field(builder, table, offsetof(abi::GridRuntime, device_calls), pointer, "calls");
  Value* entry = load_field(builder, calls, number * sizeof(abi::DeviceCall), pointer, "entry");
  SmallVector<Value*, 12> arguments = {position_value(builder, *call.getFunction(), kLinear)};
  arguments.append(call.arg_begin(), call.arg_end());
  SmallVector<Type*, 12> types;
  for (Value* argument : arguments) types.push_back(argument->getType());
  return builder.CreateCall(FunctionType::get(call.getType(), types, false), entry, arguments);
}

bool is_device_call(StringRef name) { return abi::device_call(name) != abi::kDeviceCallCount; }

constexpr StringRef kAlignedMalloc = "__nv_aligned_device_malloc";

bool allocates(StringRef name) {
  return name == "malloc" || name == kAlignedMalloc || name.starts_with("_Zn");
}
bool frees(StringRef name) { return name == "free" || name.starts_with("_Zd"); }

/// Whether `body` may make such calls, itself or through functions that stayed out of line.
bool may_call_device_api(Function& body, bool functions_do) {
  for (const Instruction& instruction : instructions(body)) {
    const auto* call = dyn_cast<CallBase>(&instruction);
    if (call == nullptr || call->isInlineAsm()) continue;
    const Function* callee = call->getCalledFunction();
    if (callee != nullptr && callee->isDeclaration()) {
      if (is_device_call(callee->getName()) &&
          callee->getName() != StringRef(abi::kCooperativeWorkspace))
        return true;
    } else if (functions_do) {
      return true;
    }
  }
  return false;
}

/// Before anything is lowered.
void note_launching_kernels(Module& module, ModuleState& state) {
  const bool functions_do = any_of(module, [](Function& function) {
    return !function.isDeclaration() && function.hasFnAttribute(kDeviceAttribute) &&
           may_call_device_api(function, false);
  });
  for (KernelState& kernel : state.kernels) {
    if (may_call_device_api(*kernel.body, functions_do)) kernel.flags |= abi::kKernelLaunches;
  }
}

/// Of textures and surfaces; none if it is another call.
std::optional<Value*> lower_image_call(IRBuilder<>& builder, ModuleState& state, CallInst& call,
                                       StringRef name) {
  if (name == "__riffle_sample_texture") {
    CallInst* made = call_runtime(builder, state, offsetof(abi::ImageRuntime, sample_texture),
                                  builder.getVoidTy(), SmallVector<Value*, 8>(call.args()));
    made->setMetadata(kSamplesTexture, MDNode::get(call.getContext(), {}));
    return nullptr;
  }
  if (name == "__riffle_texture_level") {
    return call_runtime(builder, state, offsetof(abi::ImageRuntime, texture_level),
                        builder.getFloatTy(), SmallVector<Value*, 3>(call.args()));
  }
  if (name == "__riffle_surface_outside" || name == "__riffle_surface_misaligned") {
    fault(
        builder, state,
        name.ends_with("outside") ? abi::FaultKind::kIllegalAddress : abi::FaultKind::kMisaligned);
    return nullptr;
  }
  return std::nullopt;
}

/// Returns the replacement, or null for calls without a result.
Value* lower(IRBuilder<>& builder, ModuleState& state, CallInst& call, StringRef name) {
  using abi::RuntimeTable;
  Function& function = *call.getFunction();
  const auto argument = [&](unsigned i) { return call.getArgOperand(i); };
  if (name == "vprintf") {
    Value* result = call_runtime(builder, state, offsetof(RuntimeTable, vprintf),
                                 builder.getInt32Ty(), {argument(0), argument(1)});
    return builder.CreateIntCast(result, call.getType(), true);
  }
  if (name == "__assertfail" || name == "__assert_fail") {
    CallInst* failed = call_runtime(
        builder, state, offsetof(RuntimeTable, assert_fail), builder.getVoidTy(),
        {position_value(builder, function, kThread), argument(0), argument(1),
         builder.CreateIntCast(argument(2), builder.getInt32Ty(), false), argument(3)});
    failed->addFnAttr(Attribute::Cold);
    // Lanes that fail together all say so before one of them ends the kernel.
    fault(builder, state, abi::FaultKind::kAssert);
    return nullptr;
  }
  if (allocates(name)) {
    Value* const alignment =
        name == kAlignedMalloc ? argument(1) : builder.getInt64(abi::kMallocAlignment);
    return call_runtime(builder, state, offsetof(RuntimeTable, malloc), builder.getPtrTy(),
                        {builder.CreateZExtOrTrunc(argument(0), builder.getInt64Ty()), alignment});
  }
  if (frees(name)) {
    call_runtime(builder, state, offsetof(RuntimeTable, free), builder.getVoidTy(), {argument(0)});
    return nullptr;
  }
  if (name.consume_front("__riffle_grid_")) {
    const std::size_t entry =
        name == "arrive" ? offsetof(abi::GridRuntime, arrive) : offsetof(abi::GridRuntime, wait);
    CallInst* made =
        call_runtime(builder, state, entry, call.getType(), SmallVector<Value*, 1>(call.args()));
    return call.getType()->isVoidTy() ? nullptr : made;
  }
  if (is_device_call(name)) return call_device_api(builder, state, call, abi::device_call(name));
  if (const auto lowered = lower_image_call(builder, state, call, name)) return *lowered;
  if (name.contains("globaltimer")) {
    Value* time = call_runtime(builder, state, offsetof(RuntimeTable, global_timer_ns),
                               builder.getInt64Ty(), {});
    return builder.CreateTrunc(time, call.getType());
  }
  if (name.contains("sreg.clock")) {
    Value* cycles = builder.CreateIntrinsic(Intrinsic::readcyclecounter, ArrayRef<Value*>());
    return builder.CreateTrunc(cycles, call.getType());
  }
  fault(builder, state, abi::FaultKind::kTrap);  // llvm.trap, abort, __cxa_pure_virtual
  return nullptr;
}

bool is_matrix(const CallInst& call) {
  const Function* callee = call.getCalledFunction();
  return callee != nullptr && callee->getName().starts_with(kMatrixCall);
}

/// Packets call it directly.
void set_matrix_entry(CallInst& call, ModuleState& state) {
  IRBuilder<> builder(&call);
  Value* table = load_field(builder, runtime_pointer(*call.getModule(), state), 0,
                            builder.getPtrTy(), "runtime");
  call.setArgOperand(0, load_field(builder, table, offsetof(abi::RuntimeTable, multiply_matrices),
                                   builder.getPtrTy(), "entry"));
}

}  // namespace

void lower_runtime_calls(Module& module, ModuleState& state) {
  note_launching_kernels(module, state);
  for (Function& function : module) {
    if (function.isDeclaration()) continue;
    SmallVector<CallInst*, 16> calls, matrices;
    for (Instruction& instruction : instructions(function)) {
      auto* call = dyn_cast<CallInst>(&instruction);
      if (call == nullptr) continue;
      if (kind_of(*call) == IntrinsicKind::kRuntime) calls.push_back(call);
      if (is_matrix(*call)) matrices.push_back(call);
    }
    for (KernelState& kernel : state.kernels) {
      if (kernel.body != &function) continue;
      for (CallInst* call : calls) {
        const StringRef name = call->getCalledFunction()->getName();
        if (name == "vprintf") kernel.flags |= abi::kKernelUsesPrintf;
        if (allocates(name) || frees(name) || name == "cudaMalloc")
          kernel.flags |= abi::kKernelUsesHeap;
      }
    }
    SmallVector<CallInst*, 4> exits;
    for (CallInst* call : calls) {
      const StringRef name = call->getCalledFunction()->getName();
      if (name == "llvm.nvvm.exit") {
        exits.push_back(call);
        continue;
      }
      IRBuilder<> builder(call);
      Value* value = lower(builder, state, *call, name);
      if (value != nullptr) call->replaceAllUsesWith(value);
      if (value == nullptr && !call->use_empty())
        call->replaceAllUsesWith(PoisonValue::get(call->getType()));
      call->eraseFromParent();
    }
    for (CallInst* call : matrices) set_matrix_entry(*call, state);
    for (CallInst* call : exits) end_thread(*call);
    if (!exits.empty()) removeUnreachableBlocks(function);
  }
}

}  // namespace riffle::spmd
