// SPDX-License-Identifier: Apache-2.0
#include "compiler/ptx/function_type.h"

#include <llvm/ADT/SmallVector.h>
#include <llvm/ADT/StringSwitch.h>

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
      .Case("free", FunctionType::get(none, {pointer}, false))
      .Case("__assertfail", FunctionType::get(none, {pointer, pointer, word, pointer, size}, false))
      .Default(nullptr);
}

FunctionType* type_of(LLVMContext& context, const FunctionText& text) {
  SmallVector<Type*, 8> parameters;
  for (const Variable& each : text.parameters) {
    parameters.push_back(each.is_array ? PointerType::get(context, 0) : memory_type(context, each));
  }
  Type* result = Type::getVoidTy(context);
  if (text.results.size() > 1) throw error_in(text, "gives more than one result");
  if (!text.results.empty()) result = memory_type(context, text.results[0]);
  return FunctionType::get(result, parameters, false);
}

StatementError error_in(const FunctionText& text, const Twine& why) {
  return {("line " + Twine(text.line + 1) + ": the function '" + text.name + "' " + why).str(),
          text.line, StatementError::Fault::kWrong};
}

}  // namespace riffle::ptx
