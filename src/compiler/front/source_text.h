// SPDX-License-Identifier: Apache-2.0
// What nvcc reads and clang does not, where the preprocessor must see it changed: the plugin of clang changes the text of the
// program's files before they are read (token_stream.h is for all else). Only tokens count: comments and strings stay as they are.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include <clang/Basic/LangOptions.h>
#include <clang/Basic/TokenKinds.h>
#include <llvm/ADT/ArrayRef.h>
#include <llvm/ADT/StringRef.h>

namespace riffle::front {

/// A token and where it is in its text.
struct TokenPiece {
  clang::tok::TokenKind kind;
  std::size_t begin;
  std::size_t end;
};

std::vector<TokenPiece> pieces_of(llvm::StringRef text, const clang::LangOptions& options);

/// The text with launches in one piece, or nothing when it has no others.
std::optional<std::string> with_joined_launches(llvm::StringRef text,
                                                const clang::LangOptions& options);

/// The text with offsets of members as constants where a null pointer's member has its address asked, or nothing when
/// there are none.
std::optional<std::string> with_constant_offsets(llvm::StringRef text,
                                                 const clang::LangOptions& options);

/// The text with the operator _Pragma in macros that stand for a pragma, or nothing when it has none.
std::optional<std::string> with_pragma_operators(llvm::StringRef text,
                                                 const clang::LangOptions& options);

/// The text without negative numbers of rounds to be unrolled, or nothing when it has none.
std::optional<std::string> without_negative_unrolls(llvm::StringRef text,
                                                    const clang::LangOptions& options);

/// Where an earlier compilation missed the keyword `template`.
struct NamePlace {
  enum What : unsigned char {
    kName,  ///< a member's name, or the beginning of a name that has it
    kType,  ///< a member's name that is part of a type's name behind `typename`
  };
  What what;
  std::string file;
  unsigned line, column;
};

/// The text of the file `name` with the keyword there, or nothing where there is no such name.
std::optional<std::string> with_template_names(llvm::StringRef text,
                                               const clang::LangOptions& options,
                                               llvm::StringRef name,
                                               llvm::ArrayRef<NamePlace> places);

}  // namespace riffle::front
