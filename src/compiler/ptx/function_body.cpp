// SPDX-License-Identifier: Apache-2.0
#include "compiler/ptx/function_body.h"

#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InlineAsm.h>

#include "compiler/ptx/contract.h"
#include "compiler/ptx/emitter.h"
#include "compiler/ptx/long_division.h"
#include "compiler/ptx/module_variable.h"
#include "compiler/ptx/translate.h"
#include "compiler/spmd/keys.h"

namespace riffle::ptx {

using namespace llvm;

namespace {

/// Several results are the elements of a structure.
void return_values(IRBuilder<>& ir, Type* type, ArrayRef<Value*> results) {
  if (results.empty()) {
    ir.CreateRetVoid();
    return;
  }
  if (results.size() == 1) {
    ir.CreateRet(ir.CreateLoad(type, results[0]));
    return;
  }
  Value* all = PoisonValue::get(type);
  for (unsigned i = 0; i < results.size(); ++i)
    all = ir.CreateInsertValue(all, ir.CreateLoad(type->getStructElementType(i), results[i]), i);
  ir.CreateRet(all);
}

/// A scalar has memory of its own, an array is where the caller put it.
void bind(Emitter& emitter, const Variable& parameter, Argument& argument, CallInst& body) {
  argument.setName(parameter.name);
  if (parameter.space == "reg") {
    ScalarType type;
    (void)parse_type(parameter.type, type);
    return emitter.bind_register(parameter.name, type, &argument);
  }
  if (parameter.is_array) return emitter.bind_variable(parameter.name, &argument);
  IRBuilder<> ir(&body);
  AllocaInst* memory = ir.CreateAlloca(argument.getType(), nullptr, parameter.name);
  ir.CreateStore(&argument, memory);
  emitter.bind_variable(parameter.name, memory);
}

Value* bind_result(Emitter& emitter, const Variable& result, CallInst& body) {
  if (result.space == "reg") {
    ScalarType type;
    (void)parse_type(result.type, type);
    emitter.bind_register(result.name, type, nullptr);
    return emitter.register_named(result.name);
  }
  IRBuilder<> ir(&body);
  AllocaInst* memory = ir.CreateAlloca(memory_type(ir.getContext(), result), nullptr, result.name);
  memory->setAlignment(alignment_of(result));
  emitter.bind_variable(result.name, memory);
  return memory;
}

}  // namespace

void write_body(const FunctionText& text, const std::vector<Statement>& statements, bool contracts,
                const PtxSymbols& symbols, Function& function) {
  LLVMContext& context = function.getContext();
  IRBuilder<> ir(BasicBlock::Create(context, "", &function));
  auto* type = FunctionType::get(ir.getVoidTy(), false);
  auto* assembly = InlineAsm::get(type, "", "", true);
  CallInst* body = ir.CreateCall(type, assembly);
  if (contracts) body->addFnAttr(Attribute::get(context, spmd::kContracts));
  Instruction* const end = ir.CreateUnreachable();
  Leftovers leftovers;
  Emitter emitter(*body, *assembly, leftovers, &symbols);
  for (unsigned i = 0; i < text.parameters.size(); ++i)
    bind(emitter, text.parameters[i], *function.getArg(i), *body);
  SmallVector<Value*, 2> results;
  for (const Variable& each : text.results) results.push_back(bind_result(emitter, each, *body));
  emitter.run(statements);
  ir.SetInsertPoint(end);
  return_values(ir, function.getReturnType(), results);
  end->eraseFromParent();
  tidy(function, leftovers);
  // Before functions meet and equal products become one: assemblers fuse what is written.
  contract(function);
  complete_short_divisions(function);
}

}  // namespace riffle::ptx
