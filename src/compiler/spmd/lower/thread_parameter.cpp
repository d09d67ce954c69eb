// SPDX-License-Identifier: Apache-2.0
// Functions that stayed out of line learn their position through a hidden leading parameter:
//
//   define internal i32 @f(i32 %x)           ->   define internal i32 @f(ptr %thread, i32 %x)
//   call i32 @f(i32 1)                       ->   call i32 @f(ptr %thread, i32 1)
//   call i32 %pointer(i32 1)                 ->   call i32 %pointer(ptr %thread, i32 1)
//
// Kernels do not have the pointer yet; they pass @riffle.thread(), which bind_kernels replaces.
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Module.h>

#include "compiler/spmd/compile_error.h"
#include "compiler/spmd/keys.h"
#include "compiler/spmd/pipeline/module_steps.h"
#include "compiler/spmd/position.h"

namespace riffle::spmd {

using namespace llvm;

namespace {

Function* with_thread(Function& old) {
  FunctionType* old_type = old.getFunctionType();
  SmallVector<Type*, 8> parameters = {PointerType::getUnqual(old.getContext())};
  parameters.append(old_type->param_begin(), old_type->param_end());
  auto* type = FunctionType::get(old_type->getReturnType(), parameters, old_type->isVarArg());
  Function* function = Function::Create(type, GlobalValue::InternalLinkage, "", old.getParent());
  function->copyAttributesFrom(&old);
  AttributeList attributes = AttributeList::get(old.getContext(), old.getAttributes().getFnAttrs(),
                                                old.getAttributes().getRetAttrs(), {});
  function->setAttributes(attributes);
  function->addFnAttr(kDeviceAttribute);
  // Position is memory now: what clang inferred about this function no longer holds.
  function->removeFnAttr(Attribute::Memory);
  function->splice(function->begin(), &old);
  function->copyMetadata(&old, 0);
  function->getArg(0)->setName("thread");
  for (Argument& argument : old.args()) {
    Argument* moved = function->getArg(argument.getArgNo() + 1);
    moved->takeName(&argument);
    argument.replaceAllUsesWith(moved);
  }
  function->takeName(&old);
  old.replaceAllUsesWith(function);
  old.eraseFromParent();
  return function;
}

Value* thread_at(CallBase& call) {
  Function* function = call.getFunction();
  if (function->hasFnAttribute(kDeviceAttribute)) return function->getArg(0);
  FunctionCallee mark = function->getParent()->getOrInsertFunction(
      kThreadCall, PointerType::getUnqual(call.getContext()));
  return IRBuilder<>(&call).CreateCall(mark);
}

void pass_thread(CallInst& call) {
  SmallVector<Value*, 8> arguments = {thread_at(call)};
  arguments.append(call.arg_begin(), call.arg_end());
  FunctionType* old_type = call.getFunctionType();
  SmallVector<Type*, 8> parameters = {arguments[0]->getType()};
  parameters.append(old_type->param_begin(), old_type->param_end());
  auto* type = FunctionType::get(old_type->getReturnType(), parameters, old_type->isVarArg());
  CallInst* changed =
      CallInst::Create(type, call.getCalledOperand(), arguments, "", call.getIterator());
  changed->setDebugLoc(call.getDebugLoc());
  // byval and sret change how arguments travel: both sides must keep them.
  const AttributeList old_attributes = call.getAttributes();
  for (unsigned i = 0; i < call.arg_size(); ++i) {
    for (Attribute::AttrKind kind :
         {Attribute::ByVal, Attribute::StructRet, Attribute::ZExt, Attribute::SExt}) {
      const Attribute attribute = old_attributes.getParamAttr(i, kind);
      if (attribute.isValid()) changed->addParamAttr(i + 1, attribute);
    }
  }
  changed->takeName(&call);
  call.replaceAllUsesWith(changed);
  call.eraseFromParent();
}

void keep_abi_attributes(Function& function, AttributeList old_attributes) {
  for (unsigned i = 0; i + 1 < function.arg_size(); ++i) {
    for (Attribute::AttrKind kind :
         {Attribute::ByVal, Attribute::StructRet, Attribute::ZExt, Attribute::SExt}) {
      const Attribute attribute = old_attributes.getParamAttr(i, kind);
      if (attribute.isValid()) function.addParamAttr(i + 1, attribute);
    }
  }
}

}  // namespace

void thread_parameter(Module& module, ModuleState&) {
  SmallVector<Function*, 8> old;
  for (Function& function : module) {
    if (function.isDeclaration() || function.getCallingConv() == CallingConv::PTX_Kernel) continue;
    old.push_back(&function);
  }
  for (Function* function : old) {
    const AttributeList attributes = function->getAttributes();
    keep_abi_attributes(*with_thread(*function), attributes);
  }
  for (Function& function : module) {
    SmallVector<CallInst*, 8> calls;
    for (Instruction& instruction : instructions(function)) {
      auto* call = dyn_cast<CallInst>(&instruction);
      if (call == nullptr || call->isInlineAsm()) continue;
      const Function* callee = call->getCalledFunction();
      const auto* direct = dyn_cast<Function>(call->getCalledOperand());
      // A call through a mismatched type is undefined; it still must not lose its parameter.
      if (direct == nullptr || (callee == nullptr && direct->hasFnAttribute(kDeviceAttribute)) ||
          direct->hasFnAttribute(kDeviceAttribute)) {
        calls.push_back(call);
      }
    }
    for (CallInst* call : calls) pass_thread(*call);
  }
}

}  // namespace riffle::spmd
