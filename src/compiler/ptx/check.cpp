// SPDX-License-Identifier: Apache-2.0
// The asm statements of a function are translated in a module that is thrown away, in a function which takes their operands:
//
//   %r = call i32 asm "mad.lo.u32 $0, $1, $2, $1;", "=r,r,n"(i32 %x, i32 3)
//     ->  define void @statements(i32 %0, i32 %1) { call i32 asm ... (i32 %0, i32 3) ... }
#include "compiler/ptx/check.h"

#include <llvm/IR/DiagnosticInfo.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InlineAsm.h>
#include <llvm/IR/InstIterator.h>

#include "compiler/ptx/emitter.h"
#include "compiler/ptx/statement.h"
#include "compiler/ptx/translate.h"

namespace riffle::ptx {

using namespace llvm;

namespace {

/// The asm statements of a function, whose texts know each other's declarations.
SmallVector<CallInst*, 8> statements_of(Function& function) {
  SmallVector<CallInst*, 8> found;
  for (Instruction& instruction : instructions(function)) {
    auto* call = dyn_cast<CallInst>(&instruction);
    const auto* assembly =
        call == nullptr ? nullptr : dyn_cast<InlineAsm>(call->getCalledOperand());
    if (assembly != nullptr && !assembly->getAsmString().empty()) found.push_back(call);
  }
  return found;
}

/// Calls of the same statements in a function that takes all of their operands.
SmallVector<CallInst*, 8> copies_of(ArrayRef<CallInst*> calls, Module& scratch) {
  LLVMContext& context = scratch.getContext();
  SmallVector<Type*, 32> types;
  for (const CallInst* call : calls) append_range(types, call->getFunctionType()->params());
  auto* type = FunctionType::get(Type::getVoidTy(context), types, false);
  Function* function = Function::Create(type, GlobalValue::InternalLinkage, "statements", scratch);
  IRBuilder<> builder(BasicBlock::Create(context, "", function));
  SmallVector<CallInst*, 8> copies;
  unsigned number = 0;
  for (const CallInst* call : calls) {
    SmallVector<Value*, 8> arguments;
    for (Value* given : call->args()) {
      Value* taken = function->getArg(number++);
      arguments.push_back(isa<ConstantInt>(given) ? given : taken);
    }
    copies.push_back(
        builder.CreateCall(call->getFunctionType(), call->getCalledOperand(), arguments));
  }
  builder.CreateRetVoid();
  return copies;
}

/// Where the compiler is to point at: clang keeps a place for each line of the text.
std::uint64_t place_of(const CallInst& call, unsigned line) {
  const MDNode* places = call.getMetadata("srcloc");
  if (places == nullptr || places->getNumOperands() == 0) return 0;
  const MDOperand& place = places->getOperand(line < places->getNumOperands() ? line : 0);
  return mdconst::extract<ConstantInt>(place)->getZExtValue();
}

void check_function(Function& function, Module& scratch) {
  const auto calls = statements_of(function);
  if (calls.empty()) return;
  const auto copies = copies_of(calls, scratch);
  Leftovers leftovers;
  for (std::size_t i = 0; i < calls.size(); ++i) {
    try {
      translate_call(*copies[i], leftovers);
    } catch (const StatementError& error) {
      leftovers.scopes.resize(1);
      const std::string text = error.what();
      const Twine message(text);
      function.getContext().diagnose(
          DiagnosticInfoInlineAsm(place_of(*calls[i], error.line()), message, DS_Error));
    }
  }
}

}  // namespace

void check(Module& module) {
  Module scratch("statements", module.getContext());
  scratch.setDataLayout(module.getDataLayout());
  scratch.setTargetTriple(module.getTargetTriple());
  for (Function& function : module) check_function(function, scratch);
}

}  // namespace riffle::ptx
