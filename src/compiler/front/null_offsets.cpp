// SPDX-License-Identifier: Apache-2.0
// A member at the very beginning of its class, asked by the address that it has in an object at address 0: nvcc takes
// that for a constant, clang does not. The answer is that of the offset:
//
//   static_assert(!(&(((type*) 0)->member)))  ->  static_assert(!(__builtin_offsetof(type,member)))
#include "compiler/front/source_text.h"

namespace riffle::front {

namespace {

class OffsetSearch {
 public:
  OffsetSearch(const std::vector<TokenPiece>& pieces, llvm::StringRef text)
      : pieces_(pieces), text_(text) {}

  struct Found {
    std::size_t begin, end;  ///< of the pieces from the & to the member
    std::string type, member;
  };
  /// `! ( & ( ( ( type * ) 0 ) -> member ) )` from the ! at `at` on.
  std::optional<Found> at(std::size_t at) const {
    std::size_t next = at + 1;
    const auto take = [&](clang::tok::TokenKind kind) {
      const bool is_it = next < pieces_.size() && pieces_[next].kind == kind;
      next += is_it ? 1 : 0;
      return is_it;
    };
    while (take(clang::tok::l_paren)) {
    }
    const std::size_t begin = next;
    if (!take(clang::tok::amp)) return {};
    int depth = 0;
    while (take(clang::tok::l_paren)) ++depth;
    const std::size_t type = next;
    while (take(clang::tok::raw_identifier) || take(clang::tok::coloncolon)) {
    }
    const std::size_t type_end = next;
    if (depth < 2 || type == type_end || !take(clang::tok::star) || !take(clang::tok::r_paren) ||
        !is_zero(next++) || !take(clang::tok::r_paren) || !take(clang::tok::arrow))
      return {};
    const std::size_t member = next;
    if (!take(clang::tok::raw_identifier)) return {};
    const std::size_t member_end = next;
    for (depth -= 2; depth > 0; --depth)
      if (!take(clang::tok::r_paren)) return {};
    return Found{begin, next - 1, between(type, type_end), between(member, member_end)};
  }

 private:
  [[nodiscard]] bool is_zero(std::size_t at) const {
    return at < pieces_.size() && text_.slice(pieces_[at].begin, pieces_[at].end) == "0";
  }
  [[nodiscard]] std::string between(std::size_t from, std::size_t to) const {
    return text_.slice(pieces_[from].begin, pieces_[to - 1].end).str();
  }

  const std::vector<TokenPiece>& pieces_;
  llvm::StringRef text_;
};

}  // namespace

std::optional<std::string> with_constant_offsets(llvm::StringRef text,
                                                 const clang::LangOptions& options) {
  if (!text.contains("*)0)") && !text.contains("*) 0)")) return std::nullopt;
  const std::vector<TokenPiece> pieces = pieces_of(text, options);
  const OffsetSearch search(pieces, text);
  std::string changed;
  std::size_t copied = 0;
  for (std::size_t at = 0; at < pieces.size(); ++at) {
    if (pieces[at].kind != clang::tok::exclaim) continue;
    const auto found = search.at(at);
    if (!found) continue;
    changed += text.slice(copied, pieces[found->begin].begin);
    changed += "__builtin_offsetof(" + found->type + "," + found->member + ")";
    copied = pieces[found->end].end;
    at = found->end;
  }
  if (copied == 0) return std::nullopt;
  return changed + text.substr(copied).str();
}

}  // namespace riffle::front
