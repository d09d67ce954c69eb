// SPDX-License-Identifier: Apache-2.0
// Lines of the file of findings: objects of JSON, member by member.
#pragma once

#include <cstdint>
#include <cstdio>
#include <string>
#include <string_view>

namespace riffle::race {

[[nodiscard]] inline std::string quoted(std::string_view text) {
  std::string all = "\"";
  for (const char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    if (c == '"' || c == '\\') {
      all += '\\';
      all += c;
    } else if (byte < 0x20) {
      char escape[8];
      std::snprintf(escape, sizeof escape, "\\u%04x", byte);
      all += escape;
    } else {
      all += c;
    }
  }
  return all += '"';
}

/// The members of one object, those that say something.
class Object {
 public:
  void add(std::string_view name, std::string_view text) {
    if (!text.empty()) put(name, quoted(text));
  }
  void add(std::string_view name, std::uint64_t number) {
    if (number != 0) put(name, std::to_string(number));
  }
  void put(std::string_view name, const std::string& json) {
    members_ += (members_.empty() ? "" : ",") + quoted(name) + ":" + json;
  }
  [[nodiscard]] std::string text() const { return "{" + members_ + "}"; }
  /// This object as the only member of a line.
  [[nodiscard]] std::string line(std::string_view name) const {
    return "{" + quoted(name) + ":" + text() + "}\n";
  }

 private:
  std::string members_;
};

}  // namespace riffle::race
