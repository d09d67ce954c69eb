// SPDX-License-Identifier: Apache-2.0
// Makes an ordinary x86-64 module out of an nvptx64 one. Kernels keep the PTX_Kernel calling
// convention until bind_kernels, as their mark.
#include <llvm/IR/Constants.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/Module.h>
#include <llvm/TargetParser/Triple.h>

#include "compiler/abi/device_abi.h"
#include "compiler/abi/required_blocks.h"
#include "compiler/spmd/pipeline/module_steps.h"

namespace riffle::spmd {

using namespace llvm;

namespace {

// Attributes that mean something to this compiler or to LLVM's middle end on any target. The rest
// names PTX features and sm versions.
constexpr StringLiteral kDroppedAttributes[] = {"target-cpu",
                                                "target-features",
                                                "tune-cpu",
                                                "uniform-work-group-size",
                                                "frame-pointer",
                                                "no-trapping-math",
                                                "stack-protector-buffer-size",
                                                "min-legal-vector-width",
                                                "no-builtins"};

void clean_function(Function& function) {
  for (StringLiteral name : kDroppedAttributes) function.removeFnAttr(name);
  function.removeFnAttr(Attribute::OptimizeNone);
  function.removeFnAttr(Attribute::StackProtect);
  function.removeFnAttr(Attribute::StackProtectStrong);
  function.setComdat(nullptr);
  function.setDSOLocal(true);
  function.setVisibility(GlobalValue::DefaultVisibility);
  if (function.isDeclaration()) {
    function.setDSOLocal(false);
    return;
  }
  // A kernel may well read address 0: it must fault, not be optimised away.
  function.addFnAttr(Attribute::NullPointerIsValid);
  function.addFnAttr(Attribute::NoUnwind);
  if (function.getCallingConv() != CallingConv::PTX_Kernel) {
    function.setCallingConv(CallingConv::C);
    function.setLinkage(GlobalValue::InternalLinkage);
  }
  for (BasicBlock& block : function) {
    for (Instruction& instruction : block) {
      if (auto* call = dyn_cast<CallBase>(&instruction)) {
        call->setCallingConv(CallingConv::C);
        if (auto* plain = dyn_cast<CallInst>(call)) plain->setTailCallKind(CallInst::TCK_None);
      }
    }
  }
}

std::uint32_t launch_bound(const Function& kernel) {
  const Attribute attribute = kernel.getFnAttribute("nvvm.maxntid");
  if (!attribute.isValid()) return 1024;
  std::uint32_t threads = 1;
  StringRef rest = attribute.getValueAsString();
  while (!rest.empty()) {
    auto [number, tail] = rest.split(',');
    std::uint32_t extent = 1;
    if (!number.trim().getAsInteger(10, extent)) threads *= extent;
    rest = tail;
  }
  return std::min<std::uint32_t>(threads, 1024);
}

/// Kept aside for the tables: a kernel's attributes do not reach them.
void note_required_block(Module& module, const Function& kernel) {
  const Attribute attribute = kernel.getFnAttribute("nvvm.reqntid");
  if (!attribute.isValid()) return;
  LLVMContext& context = module.getContext();
  module.getOrInsertNamedMetadata(abi::kRequiredBlocks)
      ->addOperand(MDNode::get(context, {MDString::get(context, kernel.getName()),
                                         MDString::get(context, attribute.getValueAsString())}));
}

/// Clang makes two of a managed variable; see front/managed_attribute.cpp.
bool is_initial_value_of_managed(const GlobalVariable& global) {
  StringRef name = global.getName();
  return name.consume_back(abi::kManagedSuffix) &&
         global.getParent()->getGlobalVariable(name) != nullptr;
}

void erase_global(Module& module, StringRef name) {
  if (GlobalVariable* global = module.getGlobalVariable(name)) {
    if (global->use_empty()) global->eraseFromParent();
  }
}

}  // namespace

void retarget(Module& module, ModuleState& state) {
  module.setTargetTriple(Triple("x86_64-unknown-linux-gnu"));
  module.setDataLayout(
      "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128");

  for (StringRef name : {"llvm.used", "llvm.compiler.used", "llvm.global.annotations"})
    erase_global(module, name);
  for (StringRef name : {"nvvm.annotations", "nvvmir.version", "nvvm.internalize.after.link"}) {
    if (NamedMDNode* node = module.getNamedMetadata(name)) node->eraseFromParent();
  }
  module.setModuleInlineAsm("");
  for (GlobalAlias& alias : make_early_inc_range(module.aliases())) {
    alias.replaceAllUsesWith(alias.getAliasee());
    alias.eraseFromParent();
  }

  for (Function& function : module) {
    clean_function(function);
    if (function.getCallingConv() != CallingConv::PTX_Kernel) continue;
    note_required_block(module, function);
    if (function.isDeclaration()) {
      for (KernelState& kernel : state.elsewhere) {
        if (kernel.name == function.getName()) kernel.max_threads = launch_bound(function);
      }
      continue;
    }
    KernelState kernel;
    kernel.name = function.getName().str();
    kernel.max_threads = launch_bound(function);
    state.kernels.push_back(std::move(kernel));
  }

  for (GlobalVariable& global : module.globals()) {
    const unsigned space = global.getAddressSpace();
    global.setComdat(nullptr);
    global.setDSOLocal(true);
    global.setVisibility(GlobalValue::DefaultVisibility);
    if (global.isDeclaration() || space == 3 || global.getName().starts_with("llvm.")) continue;
    // The host writes device and constant variables: neither read-only memory nor folding of the
    // initial value is allowed.
    const bool visible = global.isExternallyInitialized() || !global.hasLocalLinkage();
    if (space == 4) global.setConstant(false);
    if (visible) {
      std::uint32_t flags = space == 4 ? abi::kVariableConstant : 0U;
      if (is_initial_value_of_managed(global)) flags |= abi::kVariableManaged;
      state.variables.push_back({global.getName().str(), &global, flags});
    }
  }
}

}  // namespace riffle::spmd
