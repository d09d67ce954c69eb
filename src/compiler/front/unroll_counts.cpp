// SPDX-License-Identifier: Apache-2.0
// `#pragma unroll -1`: clang wants a positive number; nvcc warns, and goes on as if the pragma were not there.
//
//   #pragma unroll -1   ->   #pragma nounroll
#include "compiler/front/source_text.h"

namespace riffle::front {

namespace {

/// Where the number ends, of which the minus sign is at `at` or behind a bracket there; 0 if there is none.
std::size_t behind_negative(const std::vector<TokenPiece>& pieces, std::size_t at) {
  const auto is = [&](std::size_t i, clang::tok::TokenKind kind) {
    return i < pieces.size() && pieces[i].kind == kind;
  };
  const bool in_brackets = is(at, clang::tok::l_paren);
  if (in_brackets) ++at;
  if (!is(at, clang::tok::minus) || !is(at + 1, clang::tok::numeric_constant)) return 0;
  if (in_brackets && !is(at + 2, clang::tok::r_paren)) return 0;
  return at + (in_brackets ? 3 : 2);
}

}  // namespace

std::optional<std::string> without_negative_unrolls(llvm::StringRef text,
                                                    const clang::LangOptions& options) {
  if (!text.contains("unroll")) return std::nullopt;
  const std::vector<TokenPiece> pieces = pieces_of(text, options);
  const auto word = [&](std::size_t i) { return text.slice(pieces[i].begin, pieces[i].end); };
  std::string changed;
  std::size_t copied = 0;
  for (std::size_t at = 0; at + 4 < pieces.size(); ++at) {
    if (pieces[at].kind != clang::tok::hash || word(at + 1) != "pragma" || word(at + 2) != "unroll")
      continue;
    const std::size_t end = behind_negative(pieces, at + 3);
    if (end == 0) continue;
    changed += text.slice(copied, pieces[at + 2].begin);
    changed += "nounroll";
    copied = pieces[end - 1].end;
  }
  if (copied == 0) return std::nullopt;
  return changed + text.substr(copied).str();
}

}  // namespace riffle::front
