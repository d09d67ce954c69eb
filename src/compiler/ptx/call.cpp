// SPDX-License-Identifier: Apache-2.0
// Calls in a PTX module:
//
//   call (result), function, (a, b);   ->   %1 = call i32 @function(i64 (load %a), ptr byval([16 x i8]) %b); store %1, %result
//
// Scalars pass as integers of their bits, arrays by value; function.cpp has the other side.
#include <llvm/IR/DerivedTypes.h>

#include "compiler/ptx/instructions.h"

namespace riffle::ptx {

using namespace llvm;

namespace {

struct Call {
  SmallVector<Value*, 8> arguments;
  SmallVector<Type*, 8> types;
  SmallVector<std::pair<unsigned, AllocaInst*>, 2> by_value;
};

AllocaInst* parameter(Emitter& e, const Operand& operand) {
  return dyn_cast_or_null<AllocaInst>(e.symbol(operand));
}

void add_argument(Emitter& e, const Operand& operand, Call& call) {
  Value* value = nullptr;
  if (AllocaInst* memory = parameter(e, operand)) {
    if (memory->getAllocatedType()->isArrayTy()) {
      call.by_value.emplace_back(call.arguments.size(), memory);
      value = memory;
    } else {
      value = e.ir().CreateLoad(memory->getAllocatedType(), memory);
    }
  } else {
    value = e.read(operand, e.width_of(operand));
  }
  call.arguments.push_back(value);
  call.types.push_back(value->getType());
}

/// The integer or the array that comes back; null if nothing does.
Type* result_type(Emitter& e, const Operand* results) {
  if (results == nullptr || results->parts.empty()) return e.ir().getVoidTy();
  if (results->parts.size() != 1) e.refuse("gives more than one result, which is not supported");
  if (AllocaInst* memory = parameter(e, results->parts[0])) return memory->getAllocatedType();
  return e.int_type(e.width_of(results->parts[0]));
}

void keep_result(Emitter& e, const Operand& to, Value* result) {
  AllocaInst* memory = parameter(e, to);
  if (memory == nullptr) return e.write(to, result);
  if (result->getType()->isPointerTy())
    result = e.ir().CreatePtrToInt(result, memory->getAllocatedType());
  if (result->getType() != memory->getAllocatedType())
    e.reject("takes a result of another size than the function gives");
  e.ir().CreateStore(result, memory);
}

/// What the function itself takes, where that is known: pointers of functions that C++ declares.
void fit(Emitter& e, const FunctionType& type, Call& call) {
  if (type.getNumParams() != call.arguments.size())
    e.reject("has another number of arguments than the function");
  for (unsigned i = 0; i < call.arguments.size(); ++i) {
    Value*& value = call.arguments[i];
    Type* const wanted = type.getParamType(i);
    if (value->getType() == wanted) continue;
    if (!wanted->isPointerTy() || !value->getType()->isIntegerTy(64))
      e.reject("passes an argument of another size than the function takes");
    value = e.ir().CreateIntToPtr(value, wanted);
  }
}

void emit_call(Emitter& e) {
  (void)e.take("uni");
  if (!e.in_module()) e.refuse();
  const bool has_results = e.operand(0).kind == Operand::Kind::kList;
  const Operand* const results = has_results ? &e.operand(0) : nullptr;
  const unsigned at = has_results ? 1 : 0;
  const Operand& callee = e.operand(at);
  Call call;
  if (e.operand_count() > at + 1) {
    if (e.operand(at + 1).kind != Operand::Kind::kList) e.refuse();
    for (const Operand& each : e.operand(at + 1).parts) add_argument(e, each, call);
  }
  auto* function = dyn_cast_or_null<Function>(e.symbol(callee));
  FunctionType* type = FunctionType::get(result_type(e, results), call.types, false);
  Value* target = function;
  if (function != nullptr) {
    type = function->getFunctionType();
    fit(e, *type, call);
  } else {
    target = e.ir().CreateIntToPtr(e.read(callee, 64), e.ir().getPtrTy());
  }
  CallInst* made = e.ir().CreateCall(type, target, call.arguments);
  made->setConvergent();
  for (const auto& [index, memory] : call.by_value) {
    made->addParamAttr(index,
                       Attribute::getWithByValType(made->getContext(), memory->getAllocatedType()));
    made->addParamAttr(index, Attribute::getWithAlignment(made->getContext(), memory->getAlign()));
  }
  if (results != nullptr && !results->parts.empty() && !type->getReturnType()->isVoidTy())
    keep_result(e, results->parts[0], made);
}

constexpr Opcode kOpcodes[] = {{"call", emit_call}};

}  // namespace

ArrayRef<Opcode> call_opcodes() { return kOpcodes; }

}  // namespace riffle::ptx
