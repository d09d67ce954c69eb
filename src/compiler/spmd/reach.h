// SPDX-License-Identifier: Apache-2.0
// What code refers to, directly and through other functions, tables and variables.
#pragma once

#include <llvm/ADT/SetVector.h>
#include <llvm/IR/GlobalValue.h>
#include <llvm/IR/Module.h>

namespace riffle::spmd {

[[nodiscard]] bool is_kernel(const llvm::GlobalValue& value);

/// Functions that are read lazily get their bodies here. Other kernels are reached, what they do is not.
class Reach {
 public:
  /// Throws KernelCompileError when a body cannot be read.
  void add(llvm::GlobalValue& root);

  [[nodiscard]] bool contains(llvm::GlobalValue& value) const { return seen_.contains(&value); }
  [[nodiscard]] llvm::ArrayRef<llvm::GlobalValue*> values() const { return seen_.getArrayRef(); }
  /// Functions whose address is taken elsewhere may be called too.
  [[nodiscard]] bool calls_pointers() const { return calls_pointers_; }

 private:
  void follow(llvm::GlobalValue& value);
  void note(llvm::Constant& constant);

  llvm::SetVector<llvm::GlobalValue*> seen_;
  llvm::SmallPtrSet<llvm::Constant*, 32> constants_;
  bool calls_pointers_ = false;
};

}  // namespace riffle::spmd
