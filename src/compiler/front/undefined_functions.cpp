// SPDX-License-Identifier: Apache-2.0
// Part of the plugin of clang: without -rdc=true a file is a whole program, and a function that kernels call must be in it.
//
//   define ptx_kernel void @k() { call void @_Z6helperv() }     declare void @_Z6helperv()
//     ->  error at the call's line
//
// Asked behind the optimiser, so that calls that went away need nothing. Names of C are left to the first launch: they
// may be functions of Riffle's own.
#include <llvm/ADT/SetVector.h>
#include <llvm/Demangle/Demangle.h>
#include <llvm/IR/DiagnosticInfo.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Module.h>

#include "compiler/front/module_passes.h"

using namespace llvm;

namespace {

/// A function of the program's: those of the C++ library, operators new and delete, and static ones, which clang
/// may rename, are none.
bool is_the_programs(StringRef name) {
  static constexpr StringRef kOthers[] = {"_ZSt", "_ZNSt", "_ZNKSt", "_Zn", "_Zd", "_ZL"};
  return name.starts_with("_Z") &&
         none_of(kOthers, [&](StringRef other) { return name.starts_with(other); });
}

/// What kernels reach, by calls and by addresses, with the instruction that names each function first.
class Reached {
 public:
  explicit Reached(Module& module) {
    for (Function& function : module) {
      if (function.getCallingConv() == CallingConv::PTX_Kernel) functions_.insert(&function);
    }
    for (unsigned i = 0; i < functions_.size(); ++i) {
      for (Instruction& instruction : instructions(*functions_[i])) {
        for (const Use& operand : instruction.operands()) add(*operand.get(), instruction);
      }
    }
  }

  [[nodiscard]] ArrayRef<Function*> functions() const { return functions_.getArrayRef(); }
  [[nodiscard]] const Instruction* first_use(const Function* function) const {
    return first_uses_.lookup(function);
  }

 private:
  void add(Value& value, const Instruction& from) {
    auto* constant = dyn_cast<Constant>(&value);
    if (constant == nullptr || !constants_.insert(constant).second) return;
    if (auto* function = dyn_cast<Function>(constant)) {
      if (functions_.insert(function)) first_uses_[function] = &from;
      return;
    }
    for (const Use& operand : constant->operands()) add(*operand.get(), from);
  }

  SetVector<Function*> functions_;
  SmallPtrSet<Constant*, 32> constants_;
  DenseMap<const Function*, const Instruction*> first_uses_;
};

}  // namespace

void riffle::front::check_defined(Module& module) {
  const Reached reached(module);
  for (const Function* function : reached.functions()) {
    if (!function->isDeclaration() || !is_the_programs(function->getName())) continue;
    const Instruction& use = *reached.first_use(function);
    const std::string text =
        "device function '" + demangle(function->getName()) +
        "' is not defined in this file; functions of other files need -rdc=true";
    module.getContext().diagnose(
        DiagnosticInfoUnsupported(*use.getFunction(), text, use.getDebugLoc()));
  }
}
