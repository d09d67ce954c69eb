// SPDX-License-Identifier: Apache-2.0
// The text of a PTX module, taken apart into variables and functions. Pure syntax. Bodies of functions, nearly all of a
// large module, are found here and not read: most kernels of a library are never launched.
#pragma once

#include <llvm/ADT/StringRef.h>

#include <array>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "compiler/ptx/statement.h"

namespace riffle::ptx {

enum class Linkage { kLocal, kVisible, kExtern, kWeak, kCommon };

/// A pragma of the module, by which the loader of a fat binary says that it was made with -fmad=false.
inline constexpr llvm::StringLiteral kNoContraction = "\"riffle-fmad=false\"";

/// The last architecture whose instructions are known here.
inline constexpr unsigned kNewestArchitecture = 900;

struct FunctionText {
  std::string name;
  Linkage linkage = Linkage::kLocal;
  bool is_entry = false;
  bool is_defined = false;
  std::vector<Variable> results;
  std::vector<Variable> parameters;
  /// Directives with their numbers: "maxntid" and {256, 1, 1}.
  std::vector<std::pair<std::string, std::vector<std::uint64_t>>> directives;
  unsigned line = 0;
  /// What stands between the braces of the body: its place in the module's text, and the line that it begins in.
  std::size_t body_begin = 0;
  std::size_t body_bytes = 0;
  unsigned body_line = 0;

  [[nodiscard]] llvm::StringRef body_in(llvm::StringRef module) const {
    return module.substr(body_begin, body_bytes);
  }
};

struct ModuleText {
  unsigned architecture = 0;  ///< 800 for sm_80
  bool contracts = true;      ///< products and sums without a rounding may be fused
  std::vector<std::pair<Linkage, Variable>> variables;
  std::vector<FunctionText> functions;
  std::vector<std::pair<std::string, std::string>> aliases;  ///< name, of what
};

/// Throws a StatementError that names the line. Of bodies it sees where they end, no more.
ModuleText parse_module(llvm::StringRef text);

}  // namespace riffle::ptx
