// SPDX-License-Identifier: Apache-2.0
// The compiler's border: whatever is unknown is refused here, by name, because further on it would
// reach x86 instruction selection, which aborts the process on what it cannot select.
#include <llvm/IR/InlineAsm.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Module.h>

#include "compiler/spmd/compile_error.h"
#include "compiler/spmd/intrinsics.h"
#include "compiler/spmd/passes.h"

namespace riffle::spmd {

using namespace llvm;

namespace {

void check_call(const CallBase& call, const Function& caller) {
  const std::string where = " in " + caller.getName().str();
  if (const auto* assembly = dyn_cast<InlineAsm>(call.getCalledOperand())) {
    // An empty text is a compiler barrier, common in benchmarks.
    if (assembly->getAsmString().empty()) return;
    throw CompileError("inline PTX \"" + std::string(assembly->getAsmString()) + "\"" + where +
                       " is not supported");
  }
  if (isa<InvokeInst>(call) || isa<CallBrInst>(call)) {
    throw CompileError("exception handling" + where + " is not supported in device code");
  }
}

}  // namespace

void check_input(Module& module, ModuleState&) {
  if (!module.getTargetTriple().isNVPTX()) {
    throw CompileError(
        "device image is for '" + module.getTargetTriple().str() + "', not for nvptx64", true);
  }
  for (const Function& function : module) {
    if (function.isDeclaration()) {
      if (function.use_empty() || kind_of(function) != Kind::kUnknown) continue;
      const bool intrinsic = function.getName().starts_with("llvm.");
      throw CompileError((intrinsic ? "intrinsic " : "undefined device function ") +
                         function.getName().str() + (intrinsic ? " is not supported" : ""));
    }
    for (const Instruction& instruction : instructions(function)) {
      if (const auto* call = dyn_cast<CallBase>(&instruction)) check_call(*call, function);
    }
  }
  for (const GlobalVariable& global : module.globals()) {
    // extern __shared__ arrays are declarations too.
    if (!global.isDeclaration() || global.getAddressSpace() == 3 || global.use_empty()) continue;
    throw CompileError("undefined device variable " + global.getName().str());
  }
}

}  // namespace riffle::spmd
