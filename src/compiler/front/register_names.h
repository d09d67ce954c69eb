// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include <clang/Lex/Preprocessor.h>
#include <clang/Lex/Token.h>

namespace riffle::front {

/// Writes PTX's registers in the text of an asm statement as clang wants them. `statement` is what follows `asm`, up to the
/// first token behind the text at least.
void escape_registers(clang::Preprocessor& preprocessor, std::vector<clang::Token>& statement);

}  // namespace riffle::front
