// SPDX-License-Identifier: Apache-2.0
// Explicit instantiations as nvcc reads them.
#pragma once

#include <optional>
#include <vector>

#include <clang/Lex/Token.h>
#include <clang/Sema/Sema.h>

#include "compiler/front/spaces.h"

namespace riffle::front {

/// The execution spaces of the function template that an explicit instantiation names; nothing if it names no function, or
/// several of different spaces. `tokens` are those after `template`, up to the semicolon.
std::optional<Spaces> spaces_of_template(clang::Sema& sema, llvm::ArrayRef<clang::Token> tokens);

/// The same instantiation with the execution spaces that clang wants, its template's.
std::vector<clang::Token> with_spaces(clang::Sema& sema, llvm::ArrayRef<clang::Token> tokens,
                                      Spaces wanted);

/// The index of the token after the brackets that open at `at`.
std::size_t after_brackets(llvm::ArrayRef<clang::Token> tokens, std::size_t at);

/// Without the attributes that are execution spaces.
std::vector<clang::Token> without_spaces(llvm::ArrayRef<clang::Token> tokens);

/// Whether an attribute in `tokens` has the name.
bool has_attribute(llvm::ArrayRef<clang::Token> tokens, llvm::StringRef name);

}  // namespace riffle::front
