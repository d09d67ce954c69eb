// SPDX-License-Identifier: Apache-2.0
#include "device/cpu/printf_format.h"

#include <cstdio>
#include <cstring>
#include <optional>

namespace riffle::device {
namespace {

bool is_digit(char c) { return c >= '0' && c <= '9'; }

ArgumentKind integer_kind(int longs) {
  return longs > 0 ? ArgumentKind::kInt64 : ArgumentKind::kInt32;
}

/// Of a conversion's letter; none of one that device printf does not know.
std::optional<ArgumentKind> argument_kind(char letter, int longs) {
  switch (letter) {
    case 'd':
    case 'i':
    case 'u':
    case 'o':
    case 'x':
    case 'X':
      return integer_kind(longs);
    case 'c':
      return ArgumentKind::kInt32;
    case 'e':
    case 'E':
    case 'f':
    case 'F':
    case 'g':
    case 'G':
    case 'a':
    case 'A':
      return ArgumentKind::kDouble;
    case 'p':
      return ArgumentKind::kPointer;
    case 's':
      return ArgumentKind::kString;
    default:
      return std::nullopt;
  }
}

// At a '%': fills `conversion` if it is one that device printf knows.
bool parse(const char* at, Conversion& conversion) {
  conversion = {};
  conversion.begin = at++;
  if (*at == '%') {
    conversion.end = at + 1;
    return true;
  }
  while (*at != 0 && std::strchr("-+ #0", *at) != nullptr) ++at;
  if (*at == '*') {
    conversion.has_star_width = true;
    ++at;
  } else {
    while (is_digit(*at)) ++at;
  }
  if (*at == '.') {
    ++at;
    conversion.precision = 0;
    for (; is_digit(*at); ++at) {
      if (conversion.precision < 100000)
        conversion.precision = conversion.precision * 10 + (*at - '0');
    }
  }
  conversion.size = at;
  const char size = *at;
  if (size == 'h' || size == 'l') ++at;
  if (size != 0 && at != conversion.size && *at == size) ++at;
  const int longs = size == 'l';
  conversion.letter = at;
  const auto argument = argument_kind(*at, longs);
  if (!argument) return false;
  conversion.argument = *argument;
  conversion.end = at + 1;
  return true;
}

template <class... Values>
void append(std::string& text, const char* specification, Values... values) {
  char small[128];
#pragma clang diagnostic push
#pragma clang diagnostic ignored "-Wformat-nonliteral"
#pragma clang diagnostic ignored "-Wformat-security"
  const int length = std::snprintf(small, sizeof small, specification, values...);
  if (length < 0) return;
  const auto bytes = static_cast<std::size_t>(length);
  if (bytes < sizeof small) {
    text.append(small, bytes);
    return;
  }
  const std::size_t before = text.size();
  text.resize(before + bytes + 1);
  std::snprintf(text.data() + before, bytes + 1, specification, values...);
#pragma clang diagnostic pop
  text.resize(before + bytes);
}

template <class Value>
void append_value(std::string& text, const std::string& specification, bool has_width, int width,
                  Value value) {
  if (has_width) {
    append(text, specification.c_str(), width, value);
  } else {
    append(text, specification.c_str(), value);
  }
}

}  // namespace

bool next_conversion(const char* format, Conversion& conversion) {
  for (const char* at = std::strchr(format, '%'); at != nullptr; at = std::strchr(at + 1, '%')) {
    if (parse(at, conversion)) return true;
  }
  return false;
}

const unsigned char* ArgumentReader::skip(const Conversion& conversion) {
  if (conversion.has_star_width) pass(sizeof(std::int32_t));
  if (conversion.argument == ArgumentKind::kNone) return nullptr;
  return pass(conversion.argument == ArgumentKind::kInt32 ? 4 : 8);
}

std::string render(const char* format, const unsigned char* arguments, const char* strings) {
  std::string text;
  ArgumentReader reader(arguments);
  Conversion conversion;
  while (next_conversion(format, conversion)) {
    text.append(format, conversion.begin);
    format = conversion.end;
    if (conversion.argument == ArgumentKind::kNone) {
      text += '%';
      continue;
    }
    // h and l mean something to integers alone; "%ls" is a plain string here.
    const bool is_sized =
        conversion.argument == ArgumentKind::kInt64 ||
        (conversion.argument == ArgumentKind::kInt32 && *conversion.letter != 'c');
    std::string specification(conversion.begin, is_sized ? conversion.letter : conversion.size);
    specification += *conversion.letter;
    const bool has_width = conversion.has_star_width;
    const int width = has_width ? reader.take<std::int32_t>() : 0;
    switch (conversion.argument) {
      case ArgumentKind::kInt32:
        append_value(text, specification, has_width, width, reader.take<std::int32_t>());
        break;
      case ArgumentKind::kInt64:
        append_value(text, specification, has_width, width, reader.take<long long>());
        break;
      case ArgumentKind::kDouble:
        append_value(text, specification, has_width, width, reader.take<double>());
        break;
      case ArgumentKind::kPointer:
        append_value(text, specification, has_width, width, reader.take<const void*>());
        break;
      default:
        reader.take<const char*>();
        append_value(text, specification, has_width, width, strings);
        strings += std::strlen(strings) + 1;
        break;
    }
  }
  text += format;
  return text;
}

}  // namespace riffle::device
