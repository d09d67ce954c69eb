// SPDX-License-Identifier: Apache-2.0
// Functions of a PTX module as LLVM declares them.
#pragma once

#include <llvm/ADT/Twine.h>
#include <llvm/IR/DerivedTypes.h>

#include "compiler/ptx/module_text.h"

namespace riffle::ptx {

/// What C++ declares with pointers, and the compiler knows by name; null for other functions.
llvm::FunctionType* library_type(llvm::LLVMContext& context, llvm::StringRef name);

/// As the text declares it: scalars are integers of their bits, arrays pointers to bytes that pass by value.
llvm::FunctionType* type_of(llvm::LLVMContext& context, const FunctionText& text);

/// What PTX does not have, told of a function as a whole.
StatementError error_in(const FunctionText& text, const llvm::Twine& why);

}  // namespace riffle::ptx
