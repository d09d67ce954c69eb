// SPDX-License-Identifier: Apache-2.0
// Help pages in the style of manual pages.
#pragma once

#include <string>
#include <string_view>

namespace riffle::tool {

/// Builds a page: sections with capital titles, indented paragraphs, options with their
/// explanations.
class HelpPage {
 public:
  HelpPage& section(std::string_view title);
  /// Wrapped and indented.
  HelpPage& paragraph(std::string_view text);
  /// Indented as it stands.
  HelpPage& literal(std::string_view text);
  /// A term and what it means.
  HelpPage& entry(std::string_view term, std::string_view meaning);
  [[nodiscard]] const std::string& text() const { return text_; }

 private:
  void wrap(std::string_view text, std::size_t indent);
  std::string text_;
};

}  // namespace riffle::tool
