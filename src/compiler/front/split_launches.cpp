// SPDX-License-Identifier: Apache-2.0
// Part of the plugin of clang: launches whose brackets have spaces in them.
//
//   kernel << <blocks, threads >> > (argument);
//
// Editors that take the brackets for shifts write them so, and nvcc reads them. Clang wants them in one
// piece. So before it reads such a file it is given another text of the same length, in which the spaces
// stand behind the brackets. Only tokens count: comments and strings stay as they are.
#include <algorithm>

#include "compiler/front/source_text.h"

namespace riffle::front {
namespace {

using clang::tok::TokenKind;

/// Cheap, for the many files without: brackets that are apart.
bool may_have_split_brackets(llvm::StringRef text) {
  for (std::size_t at = text.find('<'); at != llvm::StringRef::npos; at = text.find('<', at + 1)) {
    const std::size_t next = text.find_first_not_of(" \t\r\n", at + 1);
    if (next == llvm::StringRef::npos) return false;
    if (next > at + 1 && text[next] == '<') return true;
  }
  for (std::size_t at = text.find("<<<"); at != llvm::StringRef::npos;
       at = text.find("<<<", at + 3)) {
    const std::size_t close = text.find(">>", at);
    if (close != llvm::StringRef::npos && !text.substr(close).starts_with(">>>")) return true;
  }
  return false;
}

/// Three brackets in one piece, or two and one, from `at` on: how many pieces; 0 when there are none.
std::size_t brackets(const std::vector<Piece>& pieces, std::size_t at, TokenKind one, TokenKind two,
                     TokenKind three) {
  const TokenKind first = pieces[at].kind;
  if (first == three) return 1;
  if (at + 1 == pieces.size()) return 0;
  return first == two && pieces[at + 1].kind == one ? 2 : 0;
}

/// The `>>>` of a launch: outside parentheses, in front of the arguments.
std::optional<std::size_t> find_close(const std::vector<Piece>& pieces, std::size_t from) {
  int depth = 0;
  for (std::size_t i = from; i + 1 < pieces.size(); ++i) {
    const TokenKind kind = pieces[i].kind;
    if (kind == clang::tok::semi) return std::nullopt;
    depth += kind == clang::tok::l_paren ? 1 : kind == clang::tok::r_paren ? -1 : 0;
    if (depth != 0) continue;
    const std::size_t count = brackets(pieces, i, clang::tok::greater, clang::tok::greatergreater,
                                       clang::tok::greatergreatergreater);
    if (count != 0 && pieces[i + count].kind == clang::tok::l_paren) return i;
  }
  return std::nullopt;
}

/// `operator<< <T>(...)` has the brackets too.
bool is_operator_name(const std::vector<Piece>& pieces, std::size_t at, llvm::StringRef text) {
  return at != 0 && text.slice(pieces[at - 1].begin, pieces[at - 1].end) == "operator";
}

/// Moves what stands between two pieces of brackets behind them.
void join(std::string& text, const Piece& first, const Piece& second) {
  std::rotate(text.begin() + static_cast<std::ptrdiff_t>(first.end),
              text.begin() + static_cast<std::ptrdiff_t>(second.begin),
              text.begin() + static_cast<std::ptrdiff_t>(second.end));
}

}  // namespace

std::optional<std::string> with_joined_launches(llvm::StringRef text,
                                                const clang::LangOptions& options) {
  if (!may_have_split_brackets(text)) return std::nullopt;
  const std::vector<Piece> pieces = pieces_of(text, options);
  std::string joined = text.str();
  bool changed = false;
  for (std::size_t i = 0; i + 1 < pieces.size(); ++i) {
    const std::size_t opening =
        brackets(pieces, i, clang::tok::less, clang::tok::lessless, clang::tok::lesslessless);
    if (opening == 0 || is_operator_name(pieces, i, text)) continue;
    const auto close = find_close(pieces, i + opening);
    if (!close) continue;
    const bool closing_is_split = pieces[*close].kind != clang::tok::greatergreatergreater;
    if (opening == 2) join(joined, pieces[i], pieces[i + 1]);
    if (closing_is_split) join(joined, pieces[*close], pieces[*close + 1]);
    changed = changed || opening == 2 || closing_is_split;
  }
  if (!changed) return std::nullopt;
  return joined;
}

}  // namespace riffle::front
