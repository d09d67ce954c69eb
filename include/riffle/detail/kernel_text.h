// SPDX-License-Identifier: Apache-2.0
// Names of kernels' parameters, for messages: a compiled kernel has none, so that they are looked for in the source. Templates,
// macros and the like may hide them; then a parameter has a number only.
#pragma once

#include <riffle/detail/parameter_type.h>

#include <cctype>
#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace riffle::detail {

/// `type` as the source writes it, "const float *"; both may be empty.
struct DeclaredParameter {
  std::string type;
  std::string name;
};

struct DeclaredKernel {
  std::string name;
  std::vector<DeclaredParameter> parameters;
};

inline bool is_name_letter(char c) {
  return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_';
}

/// `source` with blanks for comments and for what stands in quotes.
inline std::string without_comments(std::string_view source) {
  std::string text(source);
  const auto blank = [&](std::size_t begin, std::size_t end) {
    for (std::size_t i = begin; i < end && i < text.size(); ++i) {
      if (text[i] != '\n') text[i] = ' ';
    }
  };
  for (std::size_t i = 0; i < text.size(); ++i) {
    const std::string_view rest = std::string_view(text).substr(i);
    std::size_t end = i;
    if (rest.starts_with("//")) {
      end = std::min(text.size(), text.find('\n', i));
    } else if (rest.starts_with("/*")) {
      const std::size_t close = text.find("*/", i + 2);
      end = close == std::string::npos ? text.size() : close + 2;
    } else if (text[i] == '"') {
      end = i + 1;
      while (end < text.size() && text[end] != '"') end += text[end] == '\\' ? 2 : 1;
      end = std::min(text.size(), end + 1);
    } else {
      continue;
    }
    blank(i, end);
    i = end - 1;
  }
  return text;
}

/// Splits at commas outside of brackets.
inline std::vector<std::string_view> split_at_commas(std::string_view text) {
  std::vector<std::string_view> parts;
  std::size_t begin = 0;
  int depth = 0;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    if (c == '(' || c == '<' || c == '[' || c == '{') ++depth;
    if (c == ')' || c == '>' || c == ']' || c == '}') --depth;
    if (c == ',' && depth == 0) {
      parts.push_back(trimmed(text.substr(begin, i - begin)));
      begin = i + 1;
    }
  }
  const std::string_view last = trimmed(text.substr(begin));
  if (!last.empty() || !parts.empty()) parts.push_back(last);
  if (parts.size() == 1 && parts[0] == "void") parts.clear();
  return parts;
}

/// Parses "const float *values" or "int counts[4]".
inline DeclaredParameter parameter_in(std::string_view text) {
  bool is_array = false;
  if (const std::size_t bracket = text.find('['); bracket != std::string_view::npos) {
    text = trimmed(text.substr(0, bracket));
    is_array = true;
  }
  std::size_t begin = text.size();
  while (begin > 0 && is_name_letter(text[begin - 1])) --begin;
  std::string type(trimmed(text.substr(0, begin)));
  if (is_array) type += " *";
  std::string name(text.substr(begin));
  // "unsigned int" and "float" are types without a name.
  const bool is_type =
      type.empty() || type_of(std::string_view(name)).kind != ParameterKind::kUnknown;
  if (is_type) return {std::string(text), ""};
  return {std::move(type), std::move(name)};
}

/// The end of the bracket that opens at `open`, npos without one.
inline std::size_t closing(std::string_view text, std::size_t open) {
  int depth = 0;
  for (std::size_t i = open; i < text.size(); ++i) {
    if (text[i] == '(') ++depth;
    if (text[i] == ')' && --depth == 0) return i;
  }
  return std::string_view::npos;
}

/// The functions that `source` calls __global__, in its order.
inline std::vector<DeclaredKernel> kernels_in(std::string_view source) {
  constexpr std::string_view kMark = "__global__";
  const std::string text = without_comments(source);
  std::vector<DeclaredKernel> kernels;
  for (std::size_t at = text.find(kMark); at != std::string::npos; at = text.find(kMark, at + 1)) {
    std::size_t open = at;
    // The first brackets that follow are the parameters', unless they belong to __launch_bounds__ or the like.
    while ((open = text.find('(', open + 1)) != std::string::npos) {
      std::size_t end = open;
      while (end > at && std::isspace(static_cast<unsigned char>(text[end - 1])) != 0) --end;
      std::size_t begin = end;
      while (begin > at && is_name_letter(text[begin - 1])) --begin;
      const std::string name = text.substr(begin, end - begin);
      const std::size_t close = closing(text, open);
      if (name.empty() || close == std::string::npos) break;
      if (name.starts_with("__") && name.ends_with("__")) {
        open = close;
        continue;
      }
      DeclaredKernel kernel{name, {}};
      for (const std::string_view part :
           split_at_commas(std::string_view(text).substr(open + 1, close - open - 1)))
        kernel.parameters.push_back(parameter_in(part));
      kernels.push_back(std::move(kernel));
      break;
    }
  }
  return kernels;
}

}  // namespace riffle::detail
