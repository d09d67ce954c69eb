// SPDX-License-Identifier: Apache-2.0
// `__device__ [[nodiscard]] int f();` and `__constant__ alignas(16) float table[4];`: nvcc takes standard attributes behind
// memory and execution space specifiers; clang, in a namespace, takes them in front of those only.
#include <algorithm>
#include <array>
#include <utility>

#include "compiler/front/source_text.h"

namespace riffle::front {

namespace {

using clang::tok::TokenKind;

llvm::StringRef text_of(const Piece& piece, llvm::StringRef text) {
  return text.slice(piece.begin, piece.end);
}

/// A specifier of CUDA's, or what is a macro by its form: programs give names of their own to several specifiers.
bool is_specifier(const Piece& piece, llvm::StringRef text) {
  constexpr std::array known{"__device__",   "__host__",    "__global__",
                             "__constant__", "__managed__", "__noinline__"};
  if (piece.kind != clang::tok::raw_identifier) return false;
  const llvm::StringRef name = text_of(piece, text);
  return std::ranges::find(known, name) != known.end() ||
         (name.size() > 2 && std::ranges::all_of(name, [](char c) {
            return c == '_' || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
          }));
}

/// The token behind the bracket that closes the one at `open`, or the number of tokens.
std::size_t behind_closing(const std::vector<Piece>& pieces, std::size_t open, TokenKind opening,
                           TokenKind closing) {
  std::size_t depth = 0;
  for (std::size_t at = open; at < pieces.size(); ++at) {
    if (pieces[at].kind == opening) ++depth;
    if (pieces[at].kind == closing && --depth == 0) return at + 1;
  }
  return pieces.size();
}

/// The token behind the standard attributes that begin at `at`; `at` when none does.
std::size_t behind_attributes(const std::vector<Piece>& pieces, std::size_t at,
                              llvm::StringRef text) {
  while (at + 1 < pieces.size()) {
    const bool brackets =
        pieces[at].kind == clang::tok::l_square && pieces[at + 1].kind == clang::tok::l_square;
    const bool alignment = pieces[at].kind == clang::tok::raw_identifier &&
                           text_of(pieces[at], text) == "alignas" &&
                           pieces[at + 1].kind == clang::tok::l_paren;
    if (!brackets && !alignment) return at;
    at = brackets ? behind_closing(pieces, at, clang::tok::l_square, clang::tok::r_square)
                  : behind_closing(pieces, at + 1, clang::tok::l_paren, clang::tok::r_paren);
  }
  return at;
}

/// Whether a declaration may begin with the token `at`; not within a directive of the preprocessor.
bool may_begin_declaration(const std::vector<Piece>& pieces, std::size_t at, llvm::StringRef text) {
  const llvm::StringRef before = text.take_front(pieces[at].begin);
  const auto [earlier, line] =
      before.contains('\n') ? before.rsplit('\n') : std::pair{llvm::StringRef(), before};
  if (earlier.rtrim("\r").ends_with("\\") || line.ltrim().starts_with("#")) return false;
  if (line.trim().empty()) return true;
  const TokenKind previous = pieces[at - 1].kind;
  return previous == clang::tok::semi || previous == clang::tok::l_brace ||
         previous == clang::tok::r_brace || previous == clang::tok::greater;
}

/// Whether the token `at` is the name in `#define NAME ...`.
bool names_macro(const std::vector<Piece>& pieces, std::size_t at, llvm::StringRef text) {
  return at >= 2 && text_of(pieces[at - 1], text) == "define" &&
         pieces[at - 2].kind == clang::tok::hash;
}

}  // namespace

std::optional<std::string> with_leading_attributes(llvm::StringRef text,
                                                   const clang::LangOptions& options) {
  if (!text.contains("[[") && !text.contains("alignas")) return std::nullopt;
  const std::vector<Piece> pieces = pieces_of(text, options);
  std::string led = text.str();
  for (std::size_t at = 0; at < pieces.size(); ++at) {
    std::size_t first = at;
    while (at < pieces.size() && is_specifier(pieces[at], text)) ++at;
    if (at == first) continue;
    const std::size_t behind = behind_attributes(pieces, at, text);
    if (behind == at) continue;
    if (names_macro(pieces, first, text)) {
      ++first;
      if (text.slice(pieces[first].begin, pieces[behind - 1].end).contains('\n')) continue;
    } else if (!may_begin_declaration(pieces, first, text)) {
      continue;
    }
    // Turned in place: all else stays where it is, and has the line that it had.
    const auto place = [&led](std::size_t offset) {
      return led.begin() + static_cast<std::ptrdiff_t>(offset);
    };
    std::ranges::rotate(place(pieces[first].begin), place(pieces[at].begin),
                        place(pieces[behind - 1].end));
    at = behind - 1;
  }
  if (led == text) return std::nullopt;
  return led;
}

}  // namespace riffle::front
