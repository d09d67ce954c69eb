// SPDX-License-Identifier: Apache-2.0
// Part of the plugin of clang: PTX's registers in asm statements with operands.
//
//   asm("mov.u64 %0, %globaltimer;" : "=l"(t));   ->   asm("mov.u64 %0, %%globaltimer;" : "=l"(t));
//
// There the percent sign of a register is written twice. nvcc takes a single one too: no operand has a name of two
// letters.
#include "compiler/front/source_text.h"

namespace riffle::front {
namespace {

bool is_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_'; }

/// Where percent signs are to be doubled in text[begin, end).
void find_registers(llvm::StringRef text, std::size_t begin, std::size_t end,
                    std::vector<std::size_t>& found) {
  for (std::size_t i = begin; i + 2 < end; ++i) {
    if (text[i] != '%') continue;
    if (is_letter(text[i + 1]) && is_letter(text[i + 2])) found.push_back(i);
    if (text[i + 1] == '%') ++i;
  }
}

bool is_asm(llvm::StringRef word) { return word == "asm" || word == "__asm__" || word == "__asm"; }

bool is_qualifier(llvm::StringRef word) {
  return word == "volatile" || word == "__volatile__" || word == "__volatile" || word == "inline";
}

}  // namespace

std::optional<std::string> with_escaped_registers(llvm::StringRef text,
                                                  const clang::LangOptions& options) {
  if (!text.contains("asm") || !text.contains('%')) return std::nullopt;
  const std::vector<Piece> pieces = pieces_of(text, options);
  const auto word = [&](std::size_t i) { return text.slice(pieces[i].begin, pieces[i].end); };
  std::vector<std::size_t> found;
  for (std::size_t i = 0; i < pieces.size(); ++i) {
    if (!is_asm(word(i))) continue;
    std::size_t at = i + 1;
    while (at < pieces.size() && is_qualifier(word(at))) ++at;
    if (at == pieces.size() || pieces[at].kind != clang::tok::l_paren) continue;
    std::vector<std::size_t> in_statement;
    for (++at; at < pieces.size() && pieces[at].kind == clang::tok::string_literal; ++at)
      find_registers(text, pieces[at].begin, pieces[at].end, in_statement);
    // Without operands a percent sign is one.
    const bool has_operands = at < pieces.size() && (pieces[at].kind == clang::tok::colon ||
                                                     pieces[at].kind == clang::tok::coloncolon);
    if (has_operands) found.insert(found.end(), in_statement.begin(), in_statement.end());
  }
  if (found.empty()) return std::nullopt;
  std::string changed = text.str();
  for (auto at = found.rbegin(); at != found.rend(); ++at) changed.insert(*at, 1, '%');
  return changed;
}

}  // namespace riffle::front
