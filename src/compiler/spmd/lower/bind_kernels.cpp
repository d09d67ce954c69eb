// SPDX-License-Identifier: Apache-2.0
// Turns each kernel into a body (kernel_body.h): position reads become arguments, shared variables
// become offsets from the block's shared memory, by-value structures become pointers to the
// launch's copy.
//
//   define ptx_kernel void @k(ptr %a)             define internal void @k.body(ptr %launch, ...,
//   ptr %a)
//     %x = call i32 @...sreg.tid.x()        ->      (uses of %x become uses of %thread.x)
//     %p = addrspacecast @s to ptr                  %p = getelementptr i8, ptr %shared, i64 <offset
//     of s>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Module.h>
#include <llvm/IR/ReplaceConstant.h>
#include <llvm/Support/MathExtras.h>

#include <algorithm>

#include "compiler/spmd/compile_error.h"
#include "compiler/spmd/keys.h"
#include "compiler/spmd/lower/fix_shape.h"
#include "compiler/spmd/lower/shared_layout.h"
#include "compiler/spmd/pipeline/module_steps.h"
#include "compiler/spmd/position.h"

namespace riffle::spmd {

using namespace llvm;

namespace {

bool only_read(const Value& pointer) {
  return all_of(pointer.users(), [](const User* user) {
    if (isa<LoadInst>(user)) return true;
    if (isa<GetElementPtrInst>(user)) return only_read(*user);
    if (const auto* call = dyn_cast<CallBase>(user)) {
      const Function* callee = call->getCalledFunction();
      // memcpy out of the parameter.
      return callee != nullptr && callee->getIntrinsicID() == Intrinsic::memcpy &&
             call->getArgOperand(0) != user;
    }
    return false;
  });
}

/// A by-value structure that the kernel changes or lets escape is each thread's own.
void copy_memory_parameter(Argument& argument, Type* type, Align alignment) {
  if (argument.hasAttribute(Attribute::ReadOnly) || only_read(argument)) return;
  Function* body = argument.getParent();
  IRBuilder<> builder(&*body->getEntryBlock().getFirstInsertionPt());
  AllocaInst* copy = builder.CreateAlloca(type, nullptr, argument.getName() + ".own");
  copy->setAlignment(alignment);
  argument.replaceAllUsesWith(copy);
  const std::uint64_t bytes = body->getDataLayout().getTypeAllocSize(type);
  builder.CreateMemCpy(copy, alignment, &argument, alignment, bytes);
}

struct ParameterLayout {
  Type* memory_type;  ///< of a by-value structure, else null
  Align alignment;
};

ParameterLayout lay_out_parameter(KernelState& kernel, const Argument& argument,
                                  const DataLayout& layout) {
  Type* memory_type = argument.getParamByValType();
  Type* type = memory_type == nullptr ? argument.getType() : memory_type;
  Align alignment = layout.getABITypeAlign(type);
  if (memory_type != nullptr) alignment = argument.getParamAlign().value_or(alignment);
  const std::uint32_t bytes = static_cast<std::uint32_t>(
      memory_type != nullptr ? layout.getTypeAllocSize(type).getFixedValue()
                             : layout.getTypeStoreSize(type).getFixedValue());
  kernel.argument_bytes = static_cast<std::uint32_t>(alignTo(kernel.argument_bytes, alignment));
  kernel.parameters.push_back({kernel.argument_bytes, bytes});
  kernel.parameter_is_memory.push_back(memory_type != nullptr);
  kernel.argument_bytes += bytes;
  return {memory_type, alignment};
}

/// In device code the address of a kernel is that of a pointer to what the loader knows of it: for launches.
void replace_address(Module& module, ModuleState& state, Function& kernel) {
  kernel.removeDeadConstantUsers();
  if (kernel.use_empty()) return;
  const std::string name = kernel.getName().str() + abi::kKernelSuffix;
  Type* pointer = PointerType::getUnqual(module.getContext());
  auto* handle = new GlobalVariable(module, pointer, false, GlobalValue::InternalLinkage,
                                    ConstantPointerNull::get(cast<PointerType>(pointer)), name);
  kernel.replaceAllUsesWith(handle);
  state.variables.push_back({name, handle, abi::kVariableKernel});
}

void bind(Module& module, ModuleState& state, KernelState& kernel) {
  Function* old = module.getFunction(kernel.name);
  replace_address(module, state, *old);
  const DataLayout& layout = module.getDataLayout();
  SmallVector<Type*, 32> types = body_prefix_types(module.getContext());
  SmallVector<ParameterLayout, 8> layouts;
  for (Argument& argument : old->args()) {
    types.push_back(argument.getType());
    layouts.push_back(lay_out_parameter(kernel, argument, layout));
  }
  auto* type = FunctionType::get(Type::getVoidTy(module.getContext()), types, false);
  Function* body =
      Function::Create(type, GlobalValue::InternalLinkage, kernel.name + ".body", &module);
  body->addFnAttr(kBodyAttribute);
  body->addFnAttr(Attribute::NullPointerIsValid);
  body->addFnAttr(Attribute::NoUnwind);
  for (StringRef name : {"denormal-fp-math", "denormal-fp-math-f32", kShapeAttribute}) {
    if (old->hasFnAttribute(name)) body->addFnAttr(old->getFnAttribute(name));
  }
  body->splice(body->begin(), old);
  body->copyMetadata(old, 0);
  annotate_body_arguments(*body);
  for (Argument& argument : old->args()) {
    Argument* moved = body->getArg(kFirstParameter + argument.getArgNo());
    moved->takeName(&argument);
    for (Attribute::AttrKind kind : {Attribute::NoAlias, Attribute::ReadOnly}) {
      if (argument.hasAttribute(kind)) moved->addAttr(kind);
    }
    argument.replaceAllUsesWith(moved);
  }
  old->eraseFromParent();
  for (unsigned i = 0; i < layouts.size(); ++i) {
    if (layouts[i].memory_type == nullptr) continue;
    Argument* argument = body->getArg(kFirstParameter + i);
    copy_memory_parameter(*argument, layouts[i].memory_type, layouts[i].alignment);
    argument->removeAttr(Attribute::NoAlias);
  }
  for (Instruction& instruction : make_early_inc_range(instructions(*body))) {
    auto* call = dyn_cast<CallInst>(&instruction);
    if (call == nullptr || call->getCalledFunction() == nullptr) continue;
    if (call->getCalledFunction()->getName() != kThreadCall) continue;
    call->replaceAllUsesWith(body->getArg(kThread));
    call->eraseFromParent();
  }
  kernel.body = body;
}

void replace_shared(Function& function, const SharedLayout& layout) {
  // One address per variable, in the entry block: later analyses see that it is the same in every
  // loop.
  DenseMap<const GlobalVariable*, Value*> addresses;
  for (Instruction& instruction : make_early_inc_range(instructions(function))) {
    auto* cast = dyn_cast<AddrSpaceCastInst>(&instruction);
    if (cast == nullptr) continue;
    auto* variable = dyn_cast<GlobalVariable>(cast->getOperand(0));
    if (variable == nullptr) continue;
    Value*& address = addresses[variable];
    if (address == nullptr) {
      IRBuilder<> builder(&*function.getEntryBlock().getFirstInsertionPt());
      Value* base = position_value(builder, function, kShared);
      address = builder.CreateInBoundsGEP(builder.getInt8Ty(), base,
                                          builder.getInt64(layout.offsets.at(variable)),
                                          variable->getName());
    }
    cast->replaceAllUsesWith(address);
    cast->eraseFromParent();
  }
}

bool uses_in(const GlobalVariable& variable, const Function* body) {
  return any_of(variable.users(), [&](const User* user) {
    const auto* instruction = dyn_cast<Instruction>(user);
    return instruction != nullptr && instruction->getFunction() == body;
  });
}

bool used_outside_bodies(const GlobalVariable& variable) {
  return any_of(variable.users(), [&](const User* user) {
    const auto* instruction = dyn_cast<Instruction>(user);
    return instruction != nullptr && !instruction->getFunction()->hasFnAttribute(kBodyAttribute);
  });
}

/// Of a kernel in another object nothing stays but what its table row says.
void bind_elsewhere(Module& module, ModuleState& state, KernelState& kernel) {
  Function* declared = module.getFunction(kernel.name);
  replace_address(module, state, *declared);
  for (const Argument& argument : declared->args())
    lay_out_parameter(kernel, argument, module.getDataLayout());
  declared->eraseFromParent();
}

}  // namespace

void bind_kernels(Module& module, ModuleState& state) {
  for (KernelState& kernel : state.elsewhere) bind_elsewhere(module, state, kernel);
  for (KernelState& kernel : state.kernels) bind(module, state, kernel);

  const DataLayout& layout = module.getDataLayout();
  SmallVector<GlobalVariable*, 16> all;
  for (GlobalVariable& global : module.globals()) {
    if (global.getAddressSpace() == 3) all.push_back(&global);
  }
  // Inlining folds the casts of what it copies into constants again.
  convertUsersOfConstantsToInstructions(SmallVector<Constant*, 16>(all.begin(), all.end()));
  // A function out of line cannot know which kernel calls it: then every kernel has the same
  // layout.
  const bool common =
      any_of(all, [](GlobalVariable* variable) { return used_outside_bodies(*variable); });
  const SharedLayout everything = lay_out_shared(all, layout);
  for (KernelState& kernel : state.kernels) {
    SmallVector<GlobalVariable*, 16> own;
    for (GlobalVariable* variable : all) {
      if (uses_in(*variable, kernel.body)) own.push_back(variable);
    }
    const SharedLayout mine = common ? everything : lay_out_shared(own, layout);
    kernel.static_shared_bytes = mine.static_bytes;
    for (const GlobalVariable* variable : common ? all : own)
      kernel.shared_variables.push_back(
          {variable->getName().str(), mine.offsets.at(variable),
           static_cast<std::uint32_t>(layout.getTypeAllocSize(variable->getValueType()))});
    replace_shared(*kernel.body, mine);
    lower_position_reads(*kernel.body, mine.static_bytes);
  }
  for (Function& function : module) {
    if (function.isDeclaration() || !function.hasFnAttribute(kDeviceAttribute)) continue;
    replace_shared(function, everything);
    lower_position_reads(function, everything.static_bytes);
  }
  for (GlobalVariable* variable : all) {
    variable->removeDeadConstantUsers();
    if (variable->use_empty()) variable->eraseFromParent();
  }
}

}  // namespace riffle::spmd
