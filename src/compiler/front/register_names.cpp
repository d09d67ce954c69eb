// SPDX-License-Identifier: Apache-2.0
// PTX's registers in asm statements with operands:
//
//   asm("mov.u64 %0, %globaltimer;" : "=l"(t));   ->   asm("mov.u64 %0, %%globaltimer;" : "=l"(t));
//
// There the percent sign of a register is written twice. nvcc takes a single one too: no operand has a name of two
// letters. Macros may hold parts of the text.
#include "compiler/front/register_names.h"

#include <string>

#include <clang/Basic/TokenKinds.h>

namespace riffle::front {
namespace {

namespace tok = clang::tok;

bool is_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_'; }

/// With percent signs doubled where a register's name follows one.
std::string with_escaped_registers(llvm::StringRef text) {
  std::string changed;
  for (std::size_t i = 0; i < text.size(); ++i) {
    changed += text[i];
    if (text[i] != '%' || i + 1 == text.size()) continue;
    if (text[i + 1] == '%')
      changed += text[++i];
    else if (i + 2 < text.size() && is_letter(text[i + 1]) && is_letter(text[i + 2]))
      changed += '%';
  }
  return changed;
}

}  // namespace

void escape_registers(clang::Preprocessor& preprocessor, std::vector<clang::Token>& statement) {
  const auto open =
      llvm::find_if(statement, [](const auto& token) { return token.is(tok::l_paren); });
  if (open == statement.end()) return;
  const auto end = std::find_if(open + 1, statement.end(), [](const clang::Token& token) {
    return token.isNot(tok::string_literal);
  });
  // Without operands a percent sign is one.
  if (end == statement.end() || !end->isOneOf(tok::colon, tok::coloncolon)) return;
  for (auto token = open + 1; token != end; ++token) {
    const std::string text = preprocessor.getSpelling(*token);
    const std::string changed = with_escaped_registers(text);
    if (changed != text)
      preprocessor.CreateString(changed, *token, token->getLocation(), token->getLocation());
  }
}

}  // namespace riffle::front
