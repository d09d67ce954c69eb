// SPDX-License-Identifier: Apache-2.0
#include "cc/dependency_rule.h"

#include <algorithm>
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

std::string with_first(std::string rule, std::string_view path) {
  const std::size_t colon = rule.find(": ");
  if (colon == std::string::npos) return rule;
  const std::string word = " " + escaped_for_make(path);
  const auto ends_at = [&](std::size_t end) {
    return end == rule.size() || rule[end] == ' ' || rule[end] == '\n';
  };
  std::size_t place = rule.find(word, colon + 1);
  while (place != std::string::npos && !ends_at(place + word.size()))
    place = rule.find(word, place + 1);
  if (place == colon + 1) return rule;
  if (place != std::string::npos) rule.erase(place, word.size());
  rule.insert(colon + 1, word);
  return rule;
}

std::string what_is_new(const std::string& rule, const std::string& other) {
  const std::vector<std::string> known = prerequisites(rule);
  std::string more;
  for (const std::string& path : prerequisites(other)) {
    if (std::ranges::find(known, path) == known.end()) more += " \\\n  " + escaped_for_make(path);
  }
  const std::size_t colon = rule.find(": ");
  return more.empty() || colon == std::string::npos ? ""
                                                    : rule.substr(0, colon) + ":" + more + "\n";
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
