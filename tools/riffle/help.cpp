// SPDX-License-Identifier: Apache-2.0
#include "help.h"

namespace riffle::tool {
namespace {

constexpr std::size_t kWidth = 96;
constexpr std::size_t kIndent = 4;

}  // namespace

HelpPage& HelpPage::section(std::string_view title) {
  if (!text_.empty()) text_ += '\n';
  text_ += title;
  text_ += '\n';
  return *this;
}

HelpPage& HelpPage::paragraph(std::string_view text) {
  if (text_.ends_with("\n\n") || !text_.ends_with('\n')) text_ += '\n';
  wrap(text, kIndent);
  return *this;
}

HelpPage& HelpPage::literal(std::string_view text) {
  while (!text.empty()) {
    const std::size_t end = text.find('\n');
    text_.append(kIndent, ' ');
    text_ += text.substr(0, end);
    text_ += '\n';
    text.remove_prefix(end == std::string_view::npos ? text.size() : end + 1);
  }
  return *this;
}

HelpPage& HelpPage::entry(std::string_view term, std::string_view meaning) {
  text_.append(kIndent, ' ');
  text_ += term;
  text_ += '\n';
  if (!meaning.empty()) wrap(meaning, 2 * kIndent);
  return *this;
}

void HelpPage::wrap(std::string_view text, std::size_t indent) {
  std::size_t column = 0;
  while (!text.empty()) {
    const std::size_t end = text.find(' ');
    const std::string_view word = text.substr(0, end);
    text.remove_prefix(end == std::string_view::npos ? text.size() : end + 1);
    if (column != 0 && column + 1 + word.size() > kWidth) {
      text_ += '\n';
      column = 0;
    }
    if (column == 0) {
      text_.append(indent, ' ');
      column = indent;
    } else {
      text_ += ' ';
      ++column;
    }
    text_ += word;
    column += word.size();
  }
  text_ += '\n';
}

}  // namespace riffle::tool
