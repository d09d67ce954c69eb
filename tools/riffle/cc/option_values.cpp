// SPDX-License-Identifier: Apache-2.0
// The small languages inside option values: comma lists, words, architecture names.
#include <algorithm>
#include <array>

#include <fmt/format.h>

#include "cc/option_table.h"

namespace riffle::tool {

std::vector<std::string> split_list(std::string_view value) {
  std::vector<std::string> items;
  std::string item;
  int depth = 0;
  char quote = 0;
  for (std::size_t i = 0; i < value.size(); ++i) {
    const char c = value[i];
    if (c == '\\' && i + 1 < value.size() && value[i + 1] == ',') {
      item += value[++i];
      continue;
    }
    if (c == '\\' && i + 1 < value.size()) {
      item += c;
      item += value[++i];
      continue;
    }
    if (quote != 0) {
      if (c == quote) quote = 0;
    } else if (c == '"' || c == '\'') {
      quote = c;
    } else if (c == '(' || c == '[') {
      ++depth;
    } else if (c == ')' || c == ']') {
      --depth;
    } else if (c == ',' && depth <= 0) {
      if (!item.empty()) items.push_back(std::move(item));
      item.clear();
      continue;
    }
    item += c;
  }
  if (!item.empty()) items.push_back(std::move(item));
  return items;
}

std::vector<std::string> split_words(std::string_view text) {
  std::vector<std::string> words;
  std::string word;
  bool has_word = false;
  char quote = 0;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    if (quote == '\'') {
      if (c == quote) {
        quote = 0;
      } else {
        word += c;
      }
    } else if (c == '\\' && i + 1 < text.size()) {
      word += text[++i];
      has_word = true;
    } else if (quote != 0) {
      if (c == quote) {
        quote = 0;
      } else {
        word += c;
      }
    } else if (c == '"' || c == '\'') {
      quote = c;
      has_word = true;
    } else if (c == ' ' || c == '\t' || c == '\n' || c == '\r') {
      if (has_word) words.push_back(std::move(word));
      word.clear();
      has_word = false;
    } else {
      word += c;
      has_word = true;
    }
  }
  if (has_word) words.push_back(std::move(word));
  return words;
}

Result<Architecture> parse_architecture(std::string_view name) {
  // Every architecture there has been: those before CUDA 13 are taken for its oldest, with a
  // warning.
  static constexpr std::array kKnown = {10, 11, 12, 13, 20, 21,  30,  32,  35,  37,
                                        50, 52, 53, 60, 61, 62,  70,  72,  75,  80,
                                        86, 87, 88, 89, 90, 100, 103, 110, 120, 121};
  std::string_view text = name;
  for (std::string_view prefix : {"sm_", "compute_", "lto_"}) {
    if (text.starts_with(prefix)) {
      text.remove_prefix(prefix.size());
      break;
    }
  }
  Architecture architecture{0, 0};
  while (!text.empty() && text.front() >= '0' && text.front() <= '9' &&
         architecture.number < 1000) {
    architecture.number = architecture.number * 10 + (text.front() - '0');
    text.remove_prefix(1);
  }
  if (text == "a" || text == "f") {
    architecture.suffix = text.front();
    text.remove_prefix(1);
  }
  const bool suffix_fits = architecture.suffix == 0 || architecture.number >= 100 ||
                           (architecture.number == 90 && architecture.suffix == 'a');
  if (!text.empty() || !suffix_fits ||
      std::ranges::find(kKnown, architecture.number) == kKnown.end()) {
    return error(
        Code::kInvalidValue,
        fmt::format("unsupported gpu architecture '{}'; expected sm_NN or compute_NN, where NN is "
                    "one of 75, 80, 86, 87, 88, 89, 90, 100, 103, 110, 120, 121",
                    name));
  }
  return architecture;
}

Status check_code_fits(std::string_view arch, std::string_view code) {
  const Result<Architecture> from = parse_architecture(arch);
  if (!from) return std::unexpected(from.error());
  const Result<Architecture> to = parse_architecture(code);
  if (!to) return std::unexpected(to.error());
  if (arch.starts_with("sm_")) {
    return error(Code::kInvalidValue,
                 fmt::format("expected a virtual architecture (compute_{}) after arch=, got '{}'",
                             arch.substr(3), arch));
  }
  const bool fits = code.starts_with("compute_") ? *from == *to : to->number >= from->number;
  if (fits) return {};
  return error(Code::kInvalidValue,
               fmt::format("code '{}' cannot be generated for arch '{}'", code, arch));
}

}  // namespace riffle::tool
