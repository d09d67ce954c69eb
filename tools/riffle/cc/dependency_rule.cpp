// SPDX-License-Identifier: Apache-2.0
#include "cc/dependency_rule.h"

#include <set>

namespace riffle::tool {

std::vector<std::string> prerequisites(std::string_view text) {
  std::vector<std::string> found;
  std::set<std::string> seen;
  std::string word;
  bool in_target = true;
  const auto end_word = [&] {
    if (in_target && word.ends_with(':')) {
      in_target = false;
    } else if (!in_target && !word.empty() && seen.insert(word).second) {
      found.push_back(word);
    }
    word.clear();
  };
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    const char next = i + 1 < text.size() ? text[i + 1] : '\0';
    if (c == '\\' && next == '\n') {
      end_word();
      ++i;
    } else if ((c == '\\' && (next == ' ' || next == '#' || next == '\\')) ||
               (c == '$' && next == '$')) {
      word += next;
      ++i;
    } else if (c == ' ' || c == '\t') {
      end_word();
    } else if (c == '\n') {
      end_word();
      in_target = true;
    } else {
      word += c;
    }
  }
  end_word();
  return found;
}

std::string escaped_for_make(std::string_view path) {
  std::string text;
  for (char c : path) {
    if (c == ' ' || c == '#') text += '\\';
    if (c == '$') text += '$';
    text += c;
  }
  return text;
}

}  // namespace riffle::tool
