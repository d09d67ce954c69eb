// SPDX-License-Identifier: Apache-2.0
// Calls in a PTX module:
//
//   call (result), function, (a, b);   ->   %1 = call i32 @function(i64 (load %a), ptr byval([16 x i8]) %b); store %1, %result
//
// Scalars pass as integers of their bits, arrays by value; function.cpp has the other side.
#include <llvm/IR/DerivedTypes.h>

#include "compiler/ptx/instructions.h"
#include "compiler/ptx/module_variable.h"

namespace riffle::ptx {

using namespace llvm;

namespace {

struct CallStatement {
  SmallVector<Value*, 8> arguments;
  SmallVector<Type*, 8> types;
  SmallVector<std::pair<unsigned, AllocaInst*>, 2> by_value;
};

AllocaInst* parameter(Emitter& e, const Operand& operand) {
  return dyn_cast_or_null<AllocaInst>(e.symbol(operand));
}

/// `wanted`: what the function takes there; null if that is not known.
void add_argument(Emitter& e, const Operand& operand, Type* wanted, CallStatement& call) {
  Value* value = nullptr;
  if (AllocaInst* memory = parameter(e, operand)) {
    if (memory->getAllocatedType()->isArrayTy()) {
      call.by_value.emplace_back(call.arguments.size(), memory);
      value = memory;
    } else {
      value = e.ir().CreateLoad(memory->getAllocatedType(), memory);
    }
  } else {
    const bool is_number =
        operand.kind != Operand::Kind::kName && operand.kind != Operand::Kind::kArgument;
    const bool has_width = is_number && wanted != nullptr && wanted->isIntegerTy();
    value = e.read(operand, has_width ? wanted->getIntegerBitWidth() : e.width_of(operand));
  }
  call.arguments.push_back(value);
  call.types.push_back(value->getType());
}

/// The integer or the array that comes back; several in a structure.
Type* result_type(Emitter& e, ArrayRef<Operand> results) {
  SmallVector<Type*, 2> types;
  for (const Operand& each : results) {
    AllocaInst* memory = parameter(e, each);
    types.push_back(memory != nullptr ? memory->getAllocatedType() : e.int_type(e.width_of(each)));
  }
  return result_of(e.module().getContext(), types);
}

void keep_result(Emitter& e, const Operand& to, Value* result) {
  if (to.kind == Operand::Kind::kSink) return;
  AllocaInst* memory = parameter(e, to);
  if (memory == nullptr) return e.write(to, result);
  if (result->getType()->isPointerTy())
    result = e.ir().CreatePtrToInt(result, memory->getAllocatedType());
  if (result->getType() != memory->getAllocatedType())
    e.reject("takes a result whose size differs from the function's");
  e.ir().CreateStore(result, memory);
}

void keep_results(Emitter& e, ArrayRef<Operand> to, CallInst* call) {
  Type* const type = call->getType();
  if (to.empty() || type->isVoidTy()) return;
  const auto* several = dyn_cast<StructType>(type);
  if (to.size() != (several != nullptr ? several->getNumElements() : 1))
    e.reject("takes a number of results that differs from the function's");
  if (several == nullptr) return keep_result(e, to[0], call);
  for (unsigned i = 0; i < to.size(); ++i)
    keep_result(e, to[i], e.ir().CreateExtractValue(call, i));
}

/// What the function itself takes, where that is known: pointers of functions that C++ declares.
void fit(Emitter& e, const FunctionType& type, CallStatement& call) {
  if (type.getNumParams() != call.arguments.size())
    e.reject("has a number of arguments that differs from the function's");
  for (unsigned i = 0; i < call.arguments.size(); ++i) {
    Value*& value = call.arguments[i];
    Type* const wanted = type.getParamType(i);
    if (value->getType() == wanted) continue;
    if (!wanted->isPointerTy() || !value->getType()->isIntegerTy(64))
      e.reject("passes an argument whose size differs from the parameter's");
    value = e.ir().CreateIntToPtr(value, wanted);
  }
}

void emit_call(Emitter& e) {
  (void)e.take("uni");
  if (!e.in_module()) e.refuse();
  const bool has_results = e.operand(0).kind == Operand::Kind::kList;
  const ArrayRef<Operand> results =
      has_results ? ArrayRef(e.operand(0).parts) : ArrayRef<Operand>();
  const unsigned at = has_results ? 1 : 0;
  const Operand& callee = e.operand(at);
  auto* function = dyn_cast_or_null<Function>(e.symbol(callee));
  CallStatement call;
  if (e.operand_count() > at + 1) {
    if (e.operand(at + 1).kind != Operand::Kind::kList) e.refuse();
    unsigned number = 0;
    for (const Operand& each : e.operand(at + 1).parts) {
      const bool is_known = function != nullptr && number < function->arg_size();
      add_argument(e, each, is_known ? function->getArg(number)->getType() : nullptr, call);
      ++number;
    }
  }
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
  keep_results(e, results, made);
}

constexpr Opcode kOpcodes[] = {{"call", emit_call}};

}  // namespace

ArrayRef<Opcode> call_opcodes() { return kOpcodes; }

}  // namespace riffle::ptx
