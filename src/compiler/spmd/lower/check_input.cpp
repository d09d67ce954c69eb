// SPDX-License-Identifier: Apache-2.0
// The compiler's border: whatever is unknown is refused here, by name, because further on it would
// reach x86 instruction selection, which aborts the process on what it cannot select.
//
//   call void asm "frob;"() in @f, called by kernels @k and, through a table, @m
//     ->  k and m are refused, @f is gone, the other kernels of the image stay
#include <llvm/ADT/MapVector.h>
#include <llvm/IR/InlineAsm.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Module.h>
#include <llvm/Transforms/Utils/ModuleUtils.h>

#include <string>

#include "compiler/spmd/compile_error.h"
#include "compiler/spmd/intrinsics.h"
#include "compiler/spmd/keys.h"
#include "compiler/spmd/pipeline/module_steps.h"
#include "compiler/spmd/position.h"

namespace riffle::spmd {

using namespace llvm;

namespace {

/// Why `call` cannot be compiled; empty if it can.
std::string objection_to(CallBase& call, const Function& caller) {
  const std::string where = " in " + caller.getName().str();
  if (const auto* assembly = dyn_cast<InlineAsm>(call.getCalledOperand())) {
    // An empty text is a compiler barrier, common in benchmarks.
    if (assembly->getAsmString().empty()) return {};
    return "inline PTX \"" + std::string(assembly->getAsmString()) + "\"" + where +
           " is not supported";
  }
  if (isa<InvokeInst>(call) || isa<CallBrInst>(call))
    return "exception handling" + where + " is not supported in device code";
  const Function* callee = call.getCalledFunction();
  if (callee != nullptr && callee->getCallingConv() == CallingConv::PTX_Kernel)
    return "launch of kernel " + callee->getName().str() + where + " is not supported";
  return {};
}

std::string objection_to(Function& function) {
  const std::string name = function.getName().str();
  if (function.isDeclaration()) {
    if (function.hasFnAttribute(kElsewhereAttribute) ||
        kind_of(function) != IntrinsicKind::kUnknown)
      return {};
    if (function.getName().starts_with("llvm.")) return "intrinsic " + name + " is not supported";
    return "undefined device function " + name;
  }
  if (function.hasFnAttribute(kRefused))
    return function.getFnAttribute(kRefused).getValueAsString().str();
  for (Instruction& instruction : instructions(function)) {
    auto* call = dyn_cast<CallBase>(&instruction);
    if (call == nullptr) continue;
    if (std::string text = objection_to(*call, function); !text.empty()) return text;
  }
  return {};
}

std::string objection_to(const GlobalVariable& variable) {
  // extern __shared__ arrays are declarations too.
  if (!variable.isDeclaration() || variable.getAddressSpace() == 3) return {};
  return "undefined device variable " + variable.getName().str();
}

/// Everything that cannot be compiled, and all that refers to it, with the first reason found. A
/// variable that holds the address of such a function counts: whoever reads it may call that.
class Refusals {
 public:
  using Reasons = MapVector<GlobalValue*, std::string>;

  void add(GlobalValue& value, const std::string& reason) {
    if (reason.empty() || value.getName().starts_with("llvm.used") ||
        value.getName().starts_with("llvm.compiler.used"))
      return;
    if (reasons_.insert({&value, reason}).second) work_.push_back(&value);
  }

  const Reasons& spread() {
    while (!work_.empty()) {
      GlobalValue* value = work_.pop_back_val();
      const std::string reason = reasons_[value];  // which grows meanwhile
      spread_to_users(*value, reason);
    }
    return reasons_;
  }

 private:
  void spread_to_users(Constant& value, const std::string& reason) {
    for (User* user : value.users()) {
      if (auto* instruction = dyn_cast<Instruction>(user)) {
        add(*instruction->getFunction(), reason);
      } else if (auto* global = dyn_cast<GlobalValue>(user)) {
        add(*global, reason);
      } else if (auto* constant = dyn_cast<Constant>(user)) {
        spread_to_users(*constant, reason);
      }
    }
  }

  Reasons reasons_;
  SmallVector<GlobalValue*, 8> work_;
};

/// Drops what nothing that stays may reach. Variables stay, since the host may ask for them.
void erase_refused(Module& module, const Refusals::Reasons& reasons) {
  removeFromUsedLists(module, [&](Constant* constant) {
    auto* global = dyn_cast<GlobalValue>(constant->stripPointerCasts());
    return global != nullptr && reasons.contains(global) && !isa<GlobalVariable>(global);
  });
  for (const auto& [value, reason] : reasons) {
    if (auto* function = dyn_cast<Function>(value)) function->deleteBody();
  }
  for (const auto& [value, reason] : reasons) {
    if (isa<GlobalVariable>(value) && !value->isDeclaration()) continue;
    value->replaceAllUsesWith(Constant::getNullValue(value->getType()));
    value->eraseFromParent();
  }
}

}  // namespace

void check_input(Module& module, ModuleState& state) {
  if (!module.getTargetTriple().isNVPTX()) {
    throw KernelCompileError(
        "device image is for '" + module.getTargetTriple().str() + "', not for nvptx64", true);
  }
  Refusals refusals;
  for (Function& function : module) refusals.add(function, objection_to(function));
  for (GlobalVariable& variable : module.globals()) refusals.add(variable, objection_to(variable));
  const Refusals::Reasons& reasons = refusals.spread();
  for (const auto& [value, reason] : reasons) {
    const auto* function = dyn_cast<Function>(value);
    if (function == nullptr || function->getCallingConv() != CallingConv::PTX_Kernel) continue;
    state.refused.push_back({function->getName().str(), reason});
  }
  erase_refused(module, reasons);
}

}  // namespace riffle::spmd
