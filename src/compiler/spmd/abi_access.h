// SPDX-License-Identifier: Apache-2.0
// Generated code's view of the structures of device_abi.h: fields by byte offset, Runtime entries
// by slot.
#pragma once

#include <llvm/IR/IRBuilder.h>

#include <cstddef>

#include "compiler/abi/device_abi.h"
#include "compiler/spmd/kernel_body.h"

namespace riffle::spmd {

/// Address of the field at `offset` bytes behind `base`.
llvm::Value* field_address(llvm::IRBuilderBase& builder, llvm::Value* base, std::size_t offset);

/// Loads the field; `constant` marks it as never written while the launch runs.
llvm::Value* load_field(llvm::IRBuilderBase& builder, llvm::Value* base, std::size_t offset,
                        llvm::Type* type, const llvm::Twine& name, bool constant = true);

void store_field(llvm::IRBuilderBase& builder, llvm::Value* base, std::size_t offset,
                 llvm::Value* value);

inline constexpr const char* kRuntimeVariable = "riffle.runtime";
/// The variable that the loader fills with the Runtime table's address; made on first use.
llvm::GlobalVariable* runtime_pointer(llvm::Module& module, ModuleState& state);

/// Calls the Runtime entry at `offset`.
llvm::CallInst* call_runtime(llvm::IRBuilderBase& builder, ModuleState& state, std::size_t offset,
                             llvm::Type* result, llvm::ArrayRef<llvm::Value*> arguments);

}  // namespace riffle::spmd
