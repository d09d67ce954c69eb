// SPDX-License-Identifier: Apache-2.0
#include "compiler/ptx_version.h"

#include <charconv>
#include <compare>

namespace riffle::compiler {
namespace {

struct Version {
  unsigned major = 0, minor = 0;
  friend auto operator<=>(const Version&, const Version&) = default;
};
constexpr Version kOldest{1, 0};
/// Of all toolkits of CUDA 13: libraries that pip installs are newer than 13.0, and what they write is mostly older.
constexpr unsigned kNewestMajor = 9;

constexpr std::string_view kBlanks = " \t\r\n\v\f";

std::string_view behind(std::string_view text, std::string_view end) {
  const std::size_t at = text.find(end);
  return at == std::string_view::npos ? std::string_view() : text.substr(at + end.size());
}

std::string_view without_comments_before(std::string_view text) {
  for (;;) {
    const std::size_t begin = text.find_first_not_of(kBlanks);
    text = begin == std::string_view::npos ? std::string_view() : text.substr(begin);
    if (text.starts_with("//"))
      text = behind(text, "\n");
    else if (text.starts_with("/*"))
      text = behind(text.substr(2), "*/");
    else
      return text;
  }
}

std::optional<Version> version_at(std::string_view text) {
  Version version;
  const char* const end = text.data() + text.size();
  const auto major = std::from_chars(text.data(), end, version.major);
  if (major.ec != std::errc() || major.ptr == end || *major.ptr != '.') return std::nullopt;
  const auto minor = std::from_chars(major.ptr + 1, end, version.minor);
  return minor.ec == std::errc() ? std::optional(version) : std::nullopt;
}

std::string text_of(Version version) {
  return std::to_string(version.major) + "." + std::to_string(version.minor);
}

}  // namespace

std::optional<std::string> problem_of_ptx_version(std::string_view text) {
  constexpr std::string_view kDirective = ".version";
  text = without_comments_before(text);
  if (!text.starts_with(kDirective)) return std::nullopt;
  const auto version = version_at(without_comments_before(text.substr(kDirective.size())));
  if (!version || (*version >= kOldest && version->major <= kNewestMajor)) return std::nullopt;
  return "PTX version " + text_of(*version) + " is not supported, expected " + text_of(kOldest) +
         " to " + std::to_string(kNewestMajor) + ".x";
}

}  // namespace riffle::compiler
