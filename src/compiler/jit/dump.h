// SPDX-License-Identifier: Apache-2.0
// Code after each step, for people. RIFFLE_DUMP=<step>[,<step>...] or all prints the module to stderr after these steps;
// RIFFLE_DUMP_IR=<folder> writes a file for each kernel and step. Beside the names of all_steps() there are `input`,
// `optimize` and, for the former, `strategies` (one line per kernel).
#pragma once

#include <llvm/ADT/StringRef.h>
#include <llvm/IR/Module.h>

#include <string>

#include "compiler/launch_shape.h"
#include "compiler/spmd/kernel_body.h"

namespace riffle::jit {

bool dump_wanted(llvm::StringRef pass);

/// What is written of one compilation.
class Dumps {
 public:
  /// `folder` empty: no files. `shape`: of the launches that code is made for; null: all.
  Dumps(llvm::StringRef folder, const compiler::LaunchShape* shape);

  [[nodiscard]] bool writes_files() const { return !folder_.empty(); }
  /// To be called after each step: of the whole module, or of one function, a form of some kernel's body. A file that
  /// cannot be written is reported once.
  void after(llvm::StringRef step, llvm::Module& module, const spmd::ModuleState& state,
             llvm::Function* function = nullptr);

 private:
  void write(const std::string& path, const llvm::Module& code);

  std::string folder_;
  std::string shape_;
  unsigned number_ = 0;  ///< of the next pass
};

}  // namespace riffle::jit
