// SPDX-License-Identifier: Apache-2.0
// What instrumented code refers to: lines of source, and functions of the runtime.
#pragma once

#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/Module.h>

#include <map>
#include <string>
#include <tuple>

#include "compiler/spmd/kernel_body.h"

namespace riffle::spmd {

/// A constant of the instrumented code's own.
llvm::Constant* keep_for_notes(llvm::Module& module, llvm::Constant* value);

/// The lines of source that a module's notes name, each once.
class Sites {
 public:
  explicit Sites(llvm::Module& module) : module_(module) {}

  /// An abi::AccessSite.
  llvm::Constant* of(const llvm::Instruction& instruction);

 private:
  llvm::Constant* text(llvm::StringRef value);
  llvm::Constant* make(llvm::StringRef file, llvm::StringRef function, unsigned line);

  llvm::Module& module_;
  std::map<std::tuple<std::string, std::string, unsigned>, llvm::Constant*> sites_;
  std::map<std::string, llvm::Constant*> texts_;
};

/// The way to a function of the runtime, out of line and with few registers lost: notes that need it are rare, and the
/// code around them is not to be worse for it.
class NoteCalls {
 public:
  NoteCalls(llvm::Module& module, ModuleState& state) : module_(module), state_(state) {}

  /// `entry`: an offset in abi::AccessRuntime.
  void emit(llvm::IRBuilder<>& builder, const char* name, std::size_t entry,
            llvm::ArrayRef<llvm::Value*> arguments);

 private:
  llvm::Function* make(const char* name, std::size_t entry, llvm::ArrayRef<llvm::Type*> types);

  llvm::Module& module_;
  ModuleState& state_;
  std::map<std::size_t, llvm::Function*> functions_;
};

}  // namespace riffle::spmd
