// SPDX-License-Identifier: Apache-2.0
#include "compiler/spmd/analysis/calls_out_of_line.h"

#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Module.h>

#include "compiler/spmd/keys.h"
#include "compiler/spmd/position.h"

namespace riffle::spmd {

using namespace llvm;

namespace {

bool is_out_of_line(const Function& function) {
  return !function.isDeclaration() && function.hasFnAttribute(kDeviceAttribute);
}

/// Calls through pointers tell who calls; those through the runtime's table do not, but for a few.
bool passes_thread(const CallBase& call) {
  const Function& caller = *call.getFunction();
  const unsigned number = caller.hasFnAttribute(kDeviceAttribute) ? 0 : unsigned{kThread};
  return call.arg_size() > 0 && call.getArgOperand(0) == caller.getArg(number);
}

}  // namespace

void CallsOutOfLine::note_callees(const CallBase& call) {
  const auto note = [&](const Function& function) {
    if (seen_.insert(&function).second) work_.push_back(&function);
  };
  if (call.isInlineAsm()) return;
  if (const auto* callee = dyn_cast<Function>(call.getCalledOperand()->stripPointerCasts())) {
    if (is_out_of_line(*callee)) note(*callee);
    return;
  }
  if (!passes_thread(call) || !types_.insert(call.getFunctionType()).second) return;
  for (const Function& function : *call.getModule()) {
    if (is_out_of_line(function) && function.getFunctionType() == call.getFunctionType() &&
        function.hasAddressTaken())
      note(function);
  }
}

const Function* CallsOutOfLine::find(const CallBase& call,
                                     function_ref<bool(const Function&)> is_wanted) {
  note_callees(call);
  while (!work_.empty()) {
    const Function& function = *work_.pop_back_val();
    if (is_wanted(function)) return &function;
    for (const Instruction& instruction : instructions(function))
      if (const auto* inner = dyn_cast<CallBase>(&instruction)) note_callees(*inner);
  }
  return nullptr;
}

}  // namespace riffle::spmd
