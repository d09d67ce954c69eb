// SPDX-License-Identifier: Apache-2.0
// The warnings that NVRTC has, by its numbers. Whatever else clang warns about, NVRTC's users never see.
#pragma once

#include <optional>
#include <string>

#include <clang/Basic/Diagnostic.h>

namespace riffle::front {

/// Options of the compiler's own that turn on what is off by default and NVRTC warns about.
inline constexpr const char* kWarningOptions[] = {
    "-Wunused-variable",         "-Wunused-function",
    "-Wunused-const-variable",   "-Wunused-label",
    "-Wunused-but-set-variable", "-Wuninitialized",
    "-Wignored-qualifiers",      "-Wtautological-unsigned-zero-compare"};

struct KnownWarning {
  int number;
  std::string text;
};

/// What NVRTC says in its place; nothing if NVRTC is silent.
std::optional<KnownWarning> as_nvrtc(const clang::Diagnostic& diagnostic);

/// The number behind a name in `#pragma nv_diag_suppress declared_but_not_referenced`; 0 if it is none of those known.
int number_of_warning(llvm::StringRef name);

/// An argument of the message, without the marks that clang puts around names.
std::string argument(const clang::Diagnostic& diagnostic, unsigned index);

}  // namespace riffle::front
