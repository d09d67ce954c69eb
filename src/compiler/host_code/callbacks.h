// SPDX-License-Identifier: Apache-2.0
// The functions that instrumented host code calls before its accesses.
#pragma once

#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/Module.h>

#include <string>

#include "compiler/host_code/host_code_abi.h"

namespace riffle::host_code {

/// Defines them in a module. Each object has its own and linkers keep one for a program or library: nothing else has to be
/// linked. Without a checker such a function is a load, a comparison and the return.
class HostCodeCallbacks {
 public:
  explicit HostCodeCallbacks(llvm::Module& module);

  /// At most kFewBytes.
  void access(llvm::IRBuilder<>& at, llvm::Value* pointer, std::uint64_t bytes,
              HostCodeAccess kind);
  /// Any number of bytes, a value of 64 bits.
  void range(llvm::IRBuilder<>& at, llvm::Value* pointer, llvm::Value* bytes, HostCodeAccess kind);

 private:
  llvm::Function* make(const std::string& name, bool is_range);
  llvm::Function* few(HostCodeAccess kind);
  void define_entry(llvm::Function& function, llvm::Function& checked);
  void define_few(llvm::Function& function, HostCodeAccess kind);
  void define_range(llvm::Function& function);
  void define_start();
  void call_table(llvm::IRBuilder<>& at, llvm::Value* pointer, llvm::Value* bytes,
                  llvm::Value* kind);

  llvm::Module& module_;
  llvm::GlobalVariable* table_ = nullptr;
  llvm::Function* few_[3] = {};
  llvm::Function* range_ = nullptr;
};

}  // namespace riffle::host_code
