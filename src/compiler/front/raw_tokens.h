// SPDX-License-Identifier: Apache-2.0
// Tokens of a file as they are written, behind a place in it: macros are not expanded.
#pragma once

#include <clang/Basic/SourceManager.h>
#include <clang/Lex/Lexer.h>

namespace riffle::front {

class RawTokens {
 public:
  RawTokens(const clang::SourceManager& sources, const clang::LangOptions& language,
            clang::SourceLocation place)
      : RawTokens(sources, language, sources.getDecomposedLoc(sources.getFileLoc(place))) {}

  /// Brackets that have been opened up to here and not closed.
  [[nodiscard]] int depth() const { return depth_; }

  /// The first one begins at the place. At the end of the file it is `eof`.
  clang::Token next() {
    clang::Token token;
    lexer_.LexFromRawLexer(token);
    if (token.isOneOf(clang::tok::l_paren, clang::tok::l_brace, clang::tok::l_square)) ++depth_;
    if (token.isOneOf(clang::tok::r_paren, clang::tok::r_brace, clang::tok::r_square)) --depth_;
    return token;
  }

 private:
  RawTokens(const clang::SourceManager& sources, const clang::LangOptions& language,
            std::pair<clang::FileID, unsigned> place)
      : lexer_(sources.getLocForStartOfFile(place.first), language,
               sources.getBufferData(place.first).begin(),
               sources.getBufferData(place.first).begin() + place.second,
               sources.getBufferData(place.first).end()) {}

  clang::Lexer lexer_;
  int depth_ = 0;
};

}  // namespace riffle::front
