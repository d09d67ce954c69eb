// SPDX-License-Identifier: Apache-2.0
// Explicit instantiations as nvcc reads them.
#pragma once

#include <vector>

#include <clang/Lex/Token.h>
#include <clang/Sema/Sema.h>

namespace riffle::front {

/// Gives an explicit instantiation of a function template the execution spaces that clang wants, its template's. `tokens` are
/// those behind `template`, up to the semicolon.
void take_spaces_of_template(clang::Sema& sema, std::vector<clang::Token>& tokens);

/// Without the attributes that are execution spaces.
std::vector<clang::Token> without_spaces(llvm::ArrayRef<clang::Token> tokens);

/// Whether an attribute in `tokens` has the name.
bool has_attribute(llvm::ArrayRef<clang::Token> tokens, llvm::StringRef name);

}  // namespace riffle::front
