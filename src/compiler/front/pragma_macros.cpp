// SPDX-License-Identifier: Apache-2.0
// `#define UNROLL #pragma unroll`: nvcc reads what the preprocessor wrote, in which a line of such a macro alone is a
// directive. Clang expands macros while it reads and takes no directive out of one; it takes the operator:
//
//   #define UNROLL #pragma unroll 4   ->  #define UNROLL _Pragma("unroll 4")
#include "compiler/front/source_text.h"

namespace riffle::front {

namespace {

llvm::StringRef text_of(const TokenPiece& piece, llvm::StringRef text) {
  return text.slice(piece.begin, piece.end);
}

/// Whether `# define NAME # pragma` begins at `at`, with something behind it.
bool defines_pragma(const std::vector<TokenPiece>& pieces, std::size_t at, llvm::StringRef text) {
  return at + 5 < pieces.size() && pieces[at].kind == clang::tok::hash &&
         text_of(pieces[at + 1], text) == "define" &&
         pieces[at + 2].kind == clang::tok::raw_identifier &&
         pieces[at + 3].kind == clang::tok::hash && text_of(pieces[at + 4], text) == "pragma";
}

/// Whether a line ends in the text, other than one that goes on in the next.
bool has_end_of_line(llvm::StringRef text) {
  for (std::size_t at = text.find('\n'); at != llvm::StringRef::npos;
       at = text.find('\n', at + 1)) {
    if (!text.take_front(at).rtrim(" \t\r").ends_with("\\")) return true;
  }
  return false;
}

/// The last token of the line on which the token `at` is.
std::size_t last_of_line(const std::vector<TokenPiece>& pieces, std::size_t at,
                         llvm::StringRef text) {
  while (at + 1 < pieces.size() && pieces[at + 1].kind != clang::tok::eof &&
         !has_end_of_line(text.slice(pieces[at].end, pieces[at + 1].begin)))
    ++at;
  return at;
}

std::string as_operator(llvm::StringRef pragma) {
  std::string call = "_Pragma(\"";
  for (const char c : pragma) {
    if (c == '"' || c == '\\') call += '\\';
    call += c;
  }
  return call + "\")";
}

}  // namespace

std::optional<std::string> with_pragma_operators(llvm::StringRef text,
                                                 const clang::LangOptions& options) {
  if (!text.contains("pragma")) return std::nullopt;
  const std::vector<TokenPiece> pieces = pieces_of(text, options);
  std::string changed;
  std::size_t copied = 0;
  for (std::size_t at = 0; at < pieces.size(); ++at) {
    if (!defines_pragma(pieces, at, text)) continue;
    const std::size_t last = last_of_line(pieces, at + 4, text);
    if (last == at + 4) continue;
    const llvm::StringRef pragma = text.slice(pieces[at + 5].begin, pieces[last].end);
    // One of several lines stays what it is.
    if (text.slice(pieces[at + 3].begin, pieces[last].end).contains('\n')) continue;
    changed += text.slice(copied, pieces[at + 3].begin);
    changed += as_operator(pragma);
    copied = pieces[last].end;
    at = last;
  }
  if (copied == 0) return std::nullopt;
  return changed + text.substr(copied).str();
}

}  // namespace riffle::front
