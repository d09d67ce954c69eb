// SPDX-License-Identifier: Apache-2.0
// Variables of a PTX module as LLVM has them.
#pragma once

#include <llvm/ADT/ArrayRef.h>
#include <llvm/ADT/StringMap.h>
#include <llvm/IR/GlobalVariable.h>
#include <llvm/IR/Module.h>

#include "compiler/ptx/statement.h"

namespace riffle::ptx {

/// An element's integer, or an array of them: floating-point values are kept as their bits.
llvm::Type* memory_type(llvm::LLVMContext& context, const Variable& variable);
llvm::Align alignment_of(const Variable& variable);
/// Of its state space, as LLVM numbers them.
unsigned address_space(const Variable& variable);

/// In memory that the host and all devices share.
bool is_managed(const Variable& variable);
/// A texture or surface reference, whose name means an object.
bool is_reference(const Variable& variable);
bool is_sampler(const Variable& variable);
/// Nothing, a value, or a structure of several.
llvm::Type* result_of(llvm::LLVMContext& context, llvm::ArrayRef<llvm::Type*> results);

/// A global variable with its initial value, which may name what is in `symbols`. Throws a spmd::KernelCompileError.
llvm::GlobalVariable* make_variable(llvm::Module& module, const Variable& variable,
                                    llvm::GlobalValue::LinkageTypes linkage,
                                    const llvm::StringMap<llvm::Value*>& symbols);

}  // namespace riffle::ptx
