// SPDX-License-Identifier: Apache-2.0
// Code behind each pass, for people. RIFFLE_DUMP=<pass>[,<pass>...] or all prints the module to stderr after these passes;
// RIFFLE_DUMP_IR=<folder> writes a file for each kernel and pass. Beside the names of pass_list() there are `input`,
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
  /// To be called behind each pass. A file that cannot be written is told of, once.
  void after(llvm::StringRef pass, llvm::Module& module, const spmd::ModuleState& state);

 private:
  void write(const std::string& path, const llvm::Module& code);

  std::string folder_;
  std::string shape_;
  unsigned number_ = 0;  ///< of the next pass
};

}  // namespace riffle::jit
