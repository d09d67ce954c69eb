// SPDX-License-Identifier: Apache-2.0
// Part of the plugin of clang: names of members that are templates, without the keyword that C++ wants in front of them where
// it depends on a template's parameters what they are. nvcc looks when it instantiates, and takes
//
//   cast_to<T>::from<size>(source)             ->  cast_to<T>::template from<size>(source)
//   typename pair<A, B>::with<C>::type         ->  typename pair<A, B>::template with<C>::type
//
// where an earlier compilation has failed (second_look.h).
#include <algorithm>
#include <utility>

#include "compiler/front/source_text.h"

namespace riffle::front {

namespace {

using clang::tok::TokenKind;

class MemberSearch {
 public:
  MemberSearch(const std::vector<TokenPiece>& pieces, llvm::StringRef text)
      : pieces_(pieces), text_(text) {}

  [[nodiscard]] std::size_t at_offset(std::size_t offset) const {
    std::size_t at = 0;
    while (at < pieces_.size() && pieces_[at].begin < offset) ++at;
    return at;
  }

  /// Whether a piece is the name of a member with arguments of a template.
  [[nodiscard]] bool is_member(std::size_t at) const {
    return at > 0 && is(at, TokenKind::raw_identifier) && is(at + 1, TokenKind::less) &&
           (is(at - 1, TokenKind::coloncolon) || is(at - 1, TokenKind::period) ||
            is(at - 1, TokenKind::arrow));
  }

  /// The first member with arguments of the name that begins at `at`, which may be itself.
  [[nodiscard]] std::optional<std::size_t> member_from(std::size_t at) const {
    if (is_member(at)) return at;
    while (is(at, TokenKind::raw_identifier)) {
      std::size_t next = at + 1;
      if (is(next, TokenKind::less)) next = past_angles(next);
      if (!is(next, TokenKind::coloncolon) && !is(next, TokenKind::period) &&
          !is(next, TokenKind::arrow))
        return {};
      at = next + 1;
      if (is_member(at)) return at;
    }
    return {};
  }

  /// Whether the name of which the member at `at` is a part stands behind `typename`.
  [[nodiscard]] bool is_type(std::size_t at) const {
    int depth = 0;
    while (at-- > 0) {
      const TokenKind kind = pieces_[at].kind;
      if (kind == TokenKind::greater) ++depth;
      if (kind == TokenKind::greatergreater) depth += 2;
      if (kind == TokenKind::less) --depth;
      if (depth < 0) return false;
      if (depth > 0) continue;
      if (kind == TokenKind::raw_identifier && at > 0 && !is(at - 1, TokenKind::coloncolon))
        return is_typename(at - 1);
      if (kind != TokenKind::raw_identifier && kind != TokenKind::coloncolon &&
          kind != TokenKind::less)
        return false;
    }
    return false;
  }

  [[nodiscard]] llvm::StringRef spelled(std::size_t at) const {
    return text_.slice(pieces_[at].begin, pieces_[at].end);
  }

 private:
  [[nodiscard]] bool is(std::size_t at, TokenKind kind) const {
    return at < pieces_.size() && pieces_[at].kind == kind;
  }
  /// Of what is read raw, keywords are names.
  [[nodiscard]] bool is_typename(std::size_t at) const { return spelled(at) == "typename"; }
  [[nodiscard]] std::size_t past_angles(std::size_t at) const {
    int depth = 0;
    for (; at < pieces_.size(); ++at) {
      if (is(at, TokenKind::less)) ++depth;
      if (is(at, TokenKind::greater)) --depth;
      if (is(at, TokenKind::greatergreater)) depth -= 2;
      if (depth <= 0) return at + 1;
      if (is(at, TokenKind::semi) || is(at, TokenKind::l_brace)) break;
    }
    return pieces_.size();
  }

  const std::vector<TokenPiece>& pieces_;
  llvm::StringRef text_;
};

/// `#line 7 "name"` and `# 7 "name"`, which say what the next line is called.
void follow_line_directive(llvm::StringRef text, llvm::StringRef& file, unsigned& next) {
  if (!text.consume_front("#")) return;
  text = text.ltrim();
  text.consume_front("line");
  text = text.ltrim();
  unsigned number = 0;
  if (text.consumeInteger(10, number)) return;
  next = number;
  text = text.ltrim();
  if (text.consume_front("\"")) file = text.take_until([](char one) { return one == '"'; });
}

/// Of a place as messages name it, in the text of the file `name`.
std::optional<std::size_t> offset_of(llvm::StringRef text, llvm::StringRef name,
                                     const NamePlace& place) {
  unsigned line = 1;
  for (std::size_t begin = 0; begin < text.size();) {
    const std::size_t end = std::min(text.find('\n', begin), text.size());
    if (line == place.line && name == place.file) return begin + place.column - 1;
    ++line;
    follow_line_directive(text.slice(begin, end).ltrim(), name, line);
    begin = end + 1;
  }
  return {};
}

}  // namespace

std::optional<std::string> with_template_names(llvm::StringRef text,
                                               const clang::LangOptions& options,
                                               llvm::StringRef name,
                                               llvm::ArrayRef<NamePlace> places) {
  std::vector<std::pair<std::size_t, NamePlace::What>> hinted;
  for (const NamePlace& place : places)
    if (const auto offset = offset_of(text, name, place)) hinted.emplace_back(*offset, place.what);
  if (hinted.empty()) return {};
  const std::vector<TokenPiece> pieces = pieces_of(text, options);
  const MemberSearch search(pieces, text);
  std::vector<std::size_t> names;
  for (const auto& [offset, what] : hinted) {
    std::optional<std::size_t> member = search.at_offset(offset);
    if (what == NamePlace::kName) member = search.member_from(*member);
    if (!member || !search.is_member(*member)) continue;
    if (what == NamePlace::kType && !search.is_type(*member)) continue;
    // All of this name on the line: a later message would count the columns of the changed text.
    const std::size_t end = text.find('\n', pieces[*member].begin);
    const llvm::StringRef spelled = search.spelled(*member);
    for (std::size_t at = *member; at < pieces.size() && pieces[at].begin < end; ++at)
      if (search.is_member(at) && search.spelled(at) == spelled) names.push_back(pieces[at].begin);
  }
  if (names.empty()) return {};
  llvm::sort(names);
  names.erase(llvm::unique(names), names.end());
  std::string changed;
  std::size_t done = 0;
  for (const std::size_t at : names) {
    changed += text.slice(done, at).str() + "template ";
    done = at;
  }
  return changed + text.substr(done).str();
}

}  // namespace riffle::front
