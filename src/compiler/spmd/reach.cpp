// SPDX-License-Identifier: Apache-2.0
#include "compiler/spmd/reach.h"

#include <llvm/IR/InlineAsm.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/Support/Error.h>

#include "compiler/spmd/compile_error.h"

namespace riffle::spmd {

using namespace llvm;

bool is_kernel(const GlobalValue& value) {
  const auto* function = dyn_cast<Function>(&value);
  return function != nullptr && function->getCallingConv() == CallingConv::PTX_Kernel;
}

void Reach::add(GlobalValue& root) {
  std::size_t next = seen_.size();
  if (!seen_.insert(&root)) return;
  follow(root);
  for (++next; next < seen_.size(); ++next) {
    if (!is_kernel(*seen_[next])) follow(*seen_[next]);
  }
}

void Reach::follow(GlobalValue& value) {
  if (auto* variable = dyn_cast<GlobalVariable>(&value)) {
    if (variable->hasInitializer()) note(*variable->getInitializer());
    return;
  }
  auto* function = dyn_cast<Function>(&value);
  if (function == nullptr) return;
  if (auto failure = function->materialize())
    throw KernelCompileError("device image: " + toString(std::move(failure)), true);
  for (Instruction& instruction : instructions(*function)) {
    for (Value* operand : instruction.operands()) {
      if (auto* constant = dyn_cast<Constant>(operand)) note(*constant);
    }
    const auto* call = dyn_cast<CallBase>(&instruction);
    if (call != nullptr && !call->isInlineAsm())
      calls_pointers_ |= !isa<Function>(call->getCalledOperand()->stripPointerCasts());
  }
}

void Reach::note(Constant& constant) {
  if (auto* global = dyn_cast<GlobalValue>(&constant)) {
    seen_.insert(global);
    return;
  }
  if (constant.getNumOperands() == 0 || !constants_.insert(&constant).second) return;
  for (Value* operand : constant.operands()) {
    if (auto* inner = dyn_cast<Constant>(operand)) note(*inner);
  }
}

}  // namespace riffle::spmd
