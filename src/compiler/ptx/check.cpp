// SPDX-License-Identifier: Apache-2.0
// Each asm statement is translated in a module that is thrown away, in a function which takes its operands:
//
//   %r = call i32 asm "mad.lo.u32 $0, $1, $2, $1;", "=r,r,n"(i32 %x, i32 3)
//     ->  define void @statement(i32 %0, i32 %1) { call i32 asm ... (i32 %0, i32 3) ... }
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

/// A call of the same statement, in a function of its own.
CallInst& copy_of(const CallInst& call, Module& scratch) {
  FunctionType* const operands = call.getFunctionType();
  auto* type = FunctionType::get(Type::getVoidTy(scratch.getContext()), operands->params(), false);
  Function* function = Function::Create(type, GlobalValue::InternalLinkage, "statement", scratch);
  IRBuilder<> builder(BasicBlock::Create(scratch.getContext(), "", function));
  SmallVector<Value*, 8> arguments;
  for (unsigned i = 0; i < call.arg_size(); ++i) {
    Value* given = call.getArgOperand(i);
    arguments.push_back(isa<ConstantInt>(given) ? given : function->getArg(i));
  }
  CallInst* copy = builder.CreateCall(operands, call.getCalledOperand(), arguments);
  builder.CreateRetVoid();
  return *copy;
}

/// Where the compiler is to point at: clang keeps a place for each line of the text.
std::uint64_t place_of(const CallInst& call, unsigned line) {
  const MDNode* places = call.getMetadata("srcloc");
  if (places == nullptr || places->getNumOperands() == 0) return 0;
  const MDOperand& place = places->getOperand(line < places->getNumOperands() ? line : 0);
  return mdconst::extract<ConstantInt>(place)->getZExtValue();
}

void check_statement(const CallInst& call, Module& scratch) {
  Leftovers leftovers;
  try {
    translate_call(copy_of(call, scratch), leftovers);
  } catch (const StatementError& error) {
    const std::string text = error.what();
    const Twine message(text);
    call.getContext().diagnose(
        DiagnosticInfoInlineAsm(place_of(call, error.line()), message, DS_Error));
  }
}

}  // namespace

void check(Module& module) {
  Module scratch("statements", module.getContext());
  scratch.setDataLayout(module.getDataLayout());
  scratch.setTargetTriple(module.getTargetTriple());
  for (Function& function : module) {
    for (Instruction& instruction : instructions(function)) {
      const auto* call = dyn_cast<CallInst>(&instruction);
      if (call == nullptr) continue;
      const auto* assembly = dyn_cast<InlineAsm>(call->getCalledOperand());
      if (assembly == nullptr || assembly->getAsmString().empty()) continue;
      check_statement(*call, scratch);
    }
  }
}

}  // namespace riffle::ptx
