// SPDX-License-Identifier: Apache-2.0
#include "compiler/ptx/function_type.h"

#include <llvm/ADT/SmallVector.h>
#include <llvm/ADT/StringSwitch.h>

#include "compiler/ptx/emitter.h"
#include "compiler/ptx/module_variable.h"

namespace riffle::ptx {

using namespace llvm;

FunctionType* library_type(LLVMContext& context, StringRef name) {
  Type* const pointer = PointerType::get(context, 0);
  Type* const word = Type::getInt32Ty(context);
  Type* const size = Type::getInt64Ty(context);
  Type* const none = Type::getVoidTy(context);
  return StringSwitch<FunctionType*>(name)
      .Case("vprintf", FunctionType::get(word, {pointer, pointer}, false))
      .Case("malloc", FunctionType::get(pointer, {size}, false))
      .Case("__cuda_syscall_aligned_malloc", FunctionType::get(pointer, {size, size}, false))
      .Case("free", FunctionType::get(none, {pointer}, false))
      .Case("__assertfail", FunctionType::get(none, {pointer, pointer, word, pointer, size}, false))
      .Default(nullptr);
}

/// Registers may be predicates.
static Type* value_type(LLVMContext& context, const Variable& variable) {
  ScalarType type;
  if (variable.space == "reg" && parse_type(variable.type, type))
    return IntegerType::get(context, type.total());
  return memory_type(context, variable);
}

FunctionType* type_of(LLVMContext& context, const FunctionText& text) {
  SmallVector<Type*, 8> parameters, results;
  for (const Variable& each : text.parameters)
    parameters.push_back(each.is_array ? PointerType::get(context, 0) : value_type(context, each));
  for (const Variable& each : text.results) results.push_back(value_type(context, each));
  return FunctionType::get(result_of(context, results), parameters, false);
}

StatementError error_in(const FunctionText& text, const Twine& why) {
  return {("line " + Twine(text.line + 1) + ": the function '" + text.name + "' " + why).str(),
          text.line, StatementError::Fault::kWrong};
}

}  // namespace riffle::ptx
