// SPDX-License-Identifier: Apache-2.0
// Inlines every device function that can be: not recursive, not reached through a pointer. The
// strategies see kernels whole that way; what stays out of line gets its position through
// thread_parameter.
#include <llvm/ADT/SCCIterator.h>
#include <llvm/Analysis/CallGraph.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Module.h>
#include <llvm/Transforms/Utils/Cloning.h>

#include "compiler/spmd/pipeline/module_steps.h"

namespace riffle::spmd {

using namespace llvm;

namespace {

// Beyond this a kernel is no longer worth keeping whole: compile time grows faster than speed.
constexpr unsigned kLargestCaller = 60000;

bool inline_one(CallBase& call) {
  InlineFunctionInfo context;
  return InlineFunction(call, context).isSuccess();
}

void inline_callees(Function& function, const SmallPtrSetImpl<Function*>& recursive) {
  bool changed = true;
  while (changed && function.getInstructionCount() < kLargestCaller) {
    changed = false;
    SmallVector<CallBase*, 16> calls;
    for (Instruction& instruction : instructions(function)) {
      auto* call = dyn_cast<CallBase>(&instruction);
      if (call == nullptr) continue;
      const Function* callee = call->getCalledFunction();
      if (callee == nullptr || callee->isDeclaration() || callee->isVarArg()) continue;
      if (recursive.contains(callee) || callee->getCallingConv() == CallingConv::PTX_Kernel)
        continue;
      calls.push_back(call);
    }
    for (CallBase* call : calls) {
      call->removeFnAttr(Attribute::NoInline);
      call->getCalledFunction()->removeFnAttr(Attribute::NoInline);
      changed |= inline_one(*call);
    }
  }
}

}  // namespace

void inline_functions(Module& module, ModuleState&) {
  SmallPtrSet<Function*, 8> recursive;
  std::vector<Function*> bottom_up;
  {
    CallGraph graph(module);
    for (auto scc = scc_begin(&graph); !scc.isAtEnd(); ++scc) {
      for (CallGraphNode* node : *scc) {
        Function* function = node->getFunction();
        if (function == nullptr || function->isDeclaration()) continue;
        if (scc.hasCycle()) recursive.insert(function);
        bottom_up.push_back(function);
      }
    }
  }
  for (Function* function : bottom_up) inline_callees(*function, recursive);
  bool erased = true;
  while (erased) {
    erased = false;
    for (Function& function : make_early_inc_range(module)) {
      if (function.isDeclaration() || !function.hasLocalLinkage()) continue;
      function.removeDeadConstantUsers();
      if (!function.use_empty()) continue;
      function.eraseFromParent();
      erased = true;
    }
  }
}

}  // namespace riffle::spmd
