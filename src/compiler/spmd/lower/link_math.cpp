// SPDX-License-Identifier: Apache-2.0
// Gives calls of the C library's mathematics the bodies of Riffle's own library, where it has them:
//
//   %y = call float @llvm.exp.f32(float %x)   ->   %y = call float @riffle.math.expf(float %x)
//   %y = call float @expf(float %x)                define internal float @riffle.math.expf ...
//   %y = frem float %a, %b                         (fmodf)
//
// They are inlined, like the program's own functions, so that every strategy computes the same
// steps in its own width. After exact_arithmetic: their roundings are already decided.
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/Linker/Linker.h>

#include "compiler/math/library.h"
#include "compiler/spmd/compile_error.h"
#include "compiler/spmd/intrinsics.h"
#include "compiler/spmd/pipeline/module_steps.h"

namespace riffle::spmd {

using namespace llvm;

namespace {

/// The C library's function that `instruction` calls or stands for; empty for all others.
std::string library_function(const Instruction& instruction) {
  const Type* type = instruction.getType();
  if (!type->isFloatTy() && !type->isDoubleTy()) return {};
  const char* suffix = type->isFloatTy() ? "f" : "";
  if (instruction.getOpcode() == Instruction::FRem) return std::string("fmod") + suffix;
  const auto* call = dyn_cast<CallInst>(&instruction);
  const Function* callee = call == nullptr ? nullptr : call->getCalledFunction();
  if (callee == nullptr || !callee->isDeclaration()) return {};
  if (!callee->isIntrinsic()) return callee->getName().str();
  const StringRef name = math_name(callee->getIntrinsicID());
  return name.empty() ? std::string() : name.str() + suffix;
}

void call_instead(Instruction& instruction, Function& own) {
  IRBuilder<> builder(&instruction);
  const bool is_call = isa<CallInst>(instruction);
  SmallVector<Value*, 2> arguments;
  for (Value* operand : is_call ? cast<CallInst>(instruction).args() : instruction.operands())
    arguments.push_back(operand);
  CallInst* call = builder.CreateCall(&own, arguments);
  call->takeName(&instruction);
  instruction.replaceAllUsesWith(call);
  instruction.eraseFromParent();
}

FunctionType* type_of(const Instruction& instruction) {
  if (const auto* call = dyn_cast<CallInst>(&instruction)) return call->getFunctionType();
  Type* type = instruction.getType();
  return FunctionType::get(type, {type, type}, false);
}

void keep_to_module(Function& function) {
  function.setLinkage(GlobalValue::InternalLinkage);
  for (const char* name : {"target-cpu", "target-features", "tune-cpu", "min-legal-vector-width",
                           "no-builtins", "stack-protector-buffer-size"}) {
    function.removeFnAttr(name);
  }
}

}  // namespace

void link_math(Module& module, ModuleState&) {
  SmallVector<std::pair<Instruction*, std::string>, 16> uses;
  for (Function& function : module) {
    for (Instruction& instruction : instructions(function)) {
      std::string name = library_function(instruction);
      if (!name.empty()) uses.emplace_back(&instruction, std::move(name));
    }
  }
  if (uses.empty()) return;
  std::unique_ptr<Module> library = math::load_library(module.getContext());
  library->setTargetTriple(module.getTargetTriple());
  library->setDataLayout(module.getDataLayout());
  SmallVector<std::string, 16> wanted;
  for (const auto& [instruction, name] : uses) {
    const std::string own_name = math::kPrefix + name;
    const Function* own = library->getFunction(own_name);
    if (own == nullptr || own->getFunctionType() != type_of(*instruction)) continue;
    if (module.getFunction(own_name) == nullptr) wanted.push_back(own_name);
    FunctionCallee callee = module.getOrInsertFunction(own_name, own->getFunctionType());
    call_instead(*instruction, *cast<Function>(callee.getCallee()));
  }
  if (Linker::linkModules(module, std::move(library), Linker::LinkOnlyNeeded))
    throw KernelCompileError("the math library does not link");
  for (const std::string& name : wanted) keep_to_module(*module.getFunction(name));
}

}  // namespace riffle::spmd
