// SPDX-License-Identifier: Apache-2.0
// The warnings of clang that NVIDIA's front end has too, by its numbers.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include <clang/AST/Decl.h>
#include <clang/Basic/Diagnostic.h>

namespace riffle::front {

struct KnownWarning {
  int number;
  std::string text;
};

/// Where NVIDIA's front end says nothing of an unused variable: it has what a function returned, may be read from elsewhere, or
/// is there for the statement's sake.
[[nodiscard]] bool is_kept_for_a_reason(const clang::VarDecl& variable);
/// Whether a function is called, or something made, somewhere in an expression.
[[nodiscard]] bool has_call(const clang::Stmt* statement);
/// The variable that the first argument names; null if it names something else.
[[nodiscard]] const clang::VarDecl* variable_in(const clang::Diagnostic& diagnostic);

/// What NVIDIA's front end says in its place; nothing if it is silent.
std::optional<KnownWarning> numbered(const clang::Diagnostic& diagnostic);

/// Those of clang's that have numbers.
[[nodiscard]] std::vector<unsigned> numbered_diagnostics();

/// The number behind a name in `#pragma nv_diag_suppress declared_but_not_referenced`; 0 if it is none of those known.
int number_of_warning(llvm::StringRef name);

/// An argument of the message, without the marks that clang puts around names.
std::string argument(const clang::Diagnostic& diagnostic, unsigned index);

}  // namespace riffle::front
