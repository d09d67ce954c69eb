// SPDX-License-Identifier: Apache-2.0
// The programs that `riffle cc` starts: clang, its linker, ar.
#pragma once

#include <string>

#include "base/status.h"

namespace riffle::tool {

struct Toolchain {
  std::string clang;     ///< clang++ 22, path without links resolved
  std::string archiver;  ///< llvm-ar or ar
  bool has_lld = false;
  std::string openmp{};  ///< clang's OpenMP library; empty: not installed
};

/// Where Debian puts the programs of LLVM 22.
inline constexpr const char* kLlvmFolder = "/usr/lib/llvm-22/bin";

/// Looks in PATH and then in `llvm_folder`. The error says how to install what is missing.
Result<Toolchain> find_toolchain(const std::string& llvm_folder = kLlvmFolder);

/// First executable `name` in PATH; empty when there is none.
std::string find_in_path(const std::string& name);

}  // namespace riffle::tool
