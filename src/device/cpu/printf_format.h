// SPDX-License-Identifier: Apache-2.0
// The format language of device printf, as NVIDIA's implements it: C's, without %n, positions, '*' as
// precision, and the sizes z, j, t, L. What it does not know it prints as it stands.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>

namespace riffle::device {

enum class ArgumentKind : std::uint8_t { kNone, kInt32, kInt64, kDouble, kPointer, kString };

/// One conversion: its text is [begin, end) of the format, '%' included.
struct Conversion {
  const char* begin = nullptr;
  const char* end = nullptr;
  const char* size = nullptr;    ///< the "h", "hh", "l" or "ll" in it, if any, up to `letter`
  const char* letter = nullptr;  ///< the last character
  ArgumentKind argument = ArgumentKind::kNone;  ///< kNone: "%%"
  bool has_star_width = false;                  ///< an int argument comes first
  int precision = -1;                           ///< -1: none given
};

/// Finds the next conversion at or after `format`; false when there is none. Everything before it,
/// unknown conversions included, is plain text.
[[nodiscard]] bool next_conversion(const char* format, Conversion& conversion);

/// Walks an argument buffer as clang packs it for vprintf: in order, each at its natural alignment.
class ArgumentReader {
 public:
  explicit ArgumentReader(const unsigned char* arguments) : arguments_(arguments) {}
  template <class T>
  T take() {
    T value;
    __builtin_memcpy(&value, pass(sizeof(T)), sizeof(T));
    return value;
  }
  /// Passes over the arguments of `conversion` without reading them; returns where its last one is.
  const unsigned char* skip(const Conversion& conversion);
  [[nodiscard]] std::size_t offset_bytes() const { return offset_bytes_; }

 private:
  const unsigned char* pass(std::size_t bytes) {
    offset_bytes_ = (offset_bytes_ + bytes - 1) / bytes * bytes;
    const unsigned char* position = arguments_ + offset_bytes_;
    offset_bytes_ += bytes;
    return position;
  }

  const unsigned char* arguments_;
  std::size_t offset_bytes_ = 0;
};

/// The printed text. `strings`: what the %s arguments pointed to, each with its terminating zero, in order.
[[nodiscard]] std::string render(const char* format, const unsigned char* arguments,
                                 const char* strings);

}  // namespace riffle::device
