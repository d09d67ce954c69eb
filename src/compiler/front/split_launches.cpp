// SPDX-License-Identifier: Apache-2.0
// Part of the plugin of clang: launches as nvcc reads them and clang does not. Only tokens count: comments
// and strings stay as they are.
//
//   kernel << <blocks, threads >> > (argument);   ->  kernel <<< blocks, threads >>>  (argument);
//
// Editors that take the brackets for shifts write them so. Clang wants them in one piece: in a text of the
// same length, the spaces stand behind the brackets.
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
std::size_t brackets(const std::vector<TokenPiece>& pieces, std::size_t at, TokenKind one,
                     TokenKind two, TokenKind three) {
  const TokenKind first = pieces[at].kind;
  if (first == three) return 1;
  if (at + 1 == pieces.size()) return 0;
  return first == two && pieces[at + 1].kind == one ? 2 : 0;
}

bool is_opening(TokenKind kind) {
  return kind == clang::tok::l_paren || kind == clang::tok::l_brace || kind == clang::tok::l_square;
}

bool is_closing(TokenKind kind) {
  return kind == clang::tok::r_paren || kind == clang::tok::r_brace || kind == clang::tok::r_square;
}

/// The `>>>` of a launch: outside parentheses and braces, in front of the arguments.
std::optional<std::size_t> find_close(const std::vector<TokenPiece>& pieces, std::size_t from) {
  int depth = 0;
  for (std::size_t i = from; i + 1 < pieces.size(); ++i) {
    const TokenKind kind = pieces[i].kind;
    if (kind == clang::tok::semi) return std::nullopt;
    depth += is_opening(kind) ? 1 : is_closing(kind) ? -1 : 0;
    if (depth != 0) continue;
    const std::size_t count = brackets(pieces, i, clang::tok::greater, clang::tok::greatergreater,
                                       clang::tok::greatergreatergreater);
    if (count != 0 && pieces[i + count].kind == clang::tok::l_paren) return i;
  }
  return std::nullopt;
}

/// `operator<< <T>(...)` has the brackets too.
bool is_operator_name(const std::vector<TokenPiece>& pieces, std::size_t at, llvm::StringRef text) {
  return at != 0 && text.slice(pieces[at - 1].begin, pieces[at - 1].end) == "operator";
}

/// Moves what stands between two pieces of brackets behind them.
void join(std::string& text, const TokenPiece& first, const TokenPiece& second) {
  std::rotate(text.begin() + static_cast<std::ptrdiff_t>(first.end),
              text.begin() + static_cast<std::ptrdiff_t>(second.begin),
              text.begin() + static_cast<std::ptrdiff_t>(second.end));
}

/// The brackets of a launch: where they begin among the pieces, and of how many each is.
struct LaunchBrackets {
  std::size_t open;
  std::size_t opening;
  std::size_t close;
  std::size_t closing;
};

std::vector<LaunchBrackets> launches_in(const std::vector<TokenPiece>& pieces,
                                        llvm::StringRef text) {
  std::vector<LaunchBrackets> launches;
  for (std::size_t i = 0; i + 1 < pieces.size(); ++i) {
    const std::size_t opening =
        brackets(pieces, i, clang::tok::less, clang::tok::lessless, clang::tok::lesslessless);
    if (opening == 0 || is_operator_name(pieces, i, text)) continue;
    const auto close = find_close(pieces, i + opening);
    if (!close) continue;
    const bool is_whole = pieces[*close].kind == clang::tok::greatergreatergreater;
    launches.push_back({i, opening, *close, is_whole ? 1U : 2U});
  }
  return launches;
}

}  // namespace

std::optional<std::string> with_joined_launches(llvm::StringRef text,
                                                const clang::LangOptions& options) {
  if (!may_have_split_brackets(text)) return std::nullopt;
  const std::vector<TokenPiece> pieces = pieces_of(text, options);
  std::string joined = text.str();
  for (const LaunchBrackets& launch : launches_in(pieces, text)) {
    if (launch.opening == 2) join(joined, pieces[launch.open], pieces[launch.open + 1]);
    if (launch.closing == 2) join(joined, pieces[launch.close], pieces[launch.close + 1]);
  }
  if (joined == text) return std::nullopt;
  return joined;
}

}  // namespace riffle::front
