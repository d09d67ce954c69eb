// SPDX-License-Identifier: Apache-2.0
#include "compiler/image_text.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cstdint>

namespace riffle::compiler {
namespace {

constexpr std::string_view kTitle = "// riffle device image, ";
constexpr std::string_view kTitleEnd = " bytes: this is what is loaded, not the text above\n";
constexpr std::string_view kLine = "//@ ";
constexpr std::size_t kBytesOfLine = 72;
constexpr std::string_view kDigits =
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

// Base 64 without padding: the title says how many bytes there are.
void append_encoded(std::string& text, std::string_view bytes) {
  std::uint32_t bits = 0;
  unsigned count = 0;
  for (const char byte : bytes) {
    bits = bits << 8 | static_cast<unsigned char>(byte);
    for (count += 8; count >= 6; count -= 6) text += kDigits[bits >> (count - 6) & 63];
  }
  if (count > 0) text += kDigits[bits << (6 - count) & 63];
}

constexpr std::array<std::int8_t, 256> digit_values() {
  std::array<std::int8_t, 256> values{};
  values.fill(-1);
  for (std::size_t i = 0; i < kDigits.size(); ++i)
    values[static_cast<unsigned char>(kDigits[i])] = static_cast<std::int8_t>(i);
  return values;
}

/// Appends the bytes of one line; false where there is something that is no digit.
bool append_decoded(std::string& bytes, std::string_view line) {
  static constexpr std::array<std::int8_t, 256> kValues = digit_values();
  std::uint32_t bits = 0;
  unsigned count = 0;
  for (const char digit : line) {
    const std::int8_t value = kValues[static_cast<unsigned char>(digit)];
    if (value < 0) return false;
    bits = bits << 6 | static_cast<std::uint32_t>(value);
    count += 6;
    if (count < 8) continue;
    count -= 8;
    bytes += static_cast<char>(bits >> count);
  }
  return true;
}

}  // namespace

std::string image_comment(std::string_view image) {
  std::string text{kTitle};
  text += std::to_string(image.size());
  text += kTitleEnd;
  for (; !image.empty(); image.remove_prefix(std::min(image.size(), kBytesOfLine))) {
    text += kLine;
    append_encoded(text, image.substr(0, kBytesOfLine));
    text += '\n';
  }
  return text;
}

bool announces_image(std::string_view text) { return text.contains(kTitle); }

std::optional<std::string> image_in_text(std::string_view text) {
  const std::size_t title = text.rfind(kTitle);
  if (title == std::string_view::npos) return std::nullopt;
  text.remove_prefix(title + kTitle.size());
  std::size_t bytes = 0;
  std::from_chars(text.data(), text.data() + text.size(), bytes);
  std::string image;
  while (image.size() < bytes) {
    const std::size_t end_of_line = text.find('\n');
    if (end_of_line == std::string_view::npos) return std::nullopt;
    text.remove_prefix(end_of_line + 1);
    if (!text.starts_with(kLine)) return std::nullopt;
    std::string_view line = text.substr(kLine.size(), text.find('\n') - kLine.size());
    if (line.ends_with('\r')) line.remove_suffix(1);
    if (!append_decoded(image, line)) return std::nullopt;
  }
  if (image.size() != bytes) return std::nullopt;
  return image;
}

}  // namespace riffle::compiler
