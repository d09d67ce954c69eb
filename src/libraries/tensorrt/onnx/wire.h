// SPDX-License-Identifier: Apache-2.0
// The encoding in which ONNX models are written, that of protocol buffers: fields of a number, a kind and a value.
#pragma once

#include <cstdint>
#include <cstring>
#include <string>
#include <string_view>

namespace riffle::tensorrt::onnx {

enum class WireType : unsigned { kNumber = 0, kEight = 1, kBytes = 2, kFour = 5 };

struct Field {
  unsigned number = 0;
  WireType kind = WireType::kNumber;
  std::uint64_t value = 0;  ///< of a number, or the bits of eight or four bytes
  std::string_view bytes;
};

/// Reads the fields of a message one after the other. It never reads past the end: a message that is cut off, or that is
/// none, ends early with `is_whole` false.
class WireReader {
 public:
  explicit WireReader(std::string_view message) : rest_(message) {}

  bool next(Field& field) {
    if (rest_.empty() || !is_whole_) return false;
    std::uint64_t tag = 0;
    is_whole_ = take(tag) && tag >> 3 != 0 && tag >> 3 < (1U << 29);
    if (!is_whole_) return false;
    field = {static_cast<unsigned>(tag >> 3), static_cast<WireType>(tag & 7), 0, {}};
    is_whole_ = take_value(field);
    return is_whole_;
  }
  bool is_whole() const { return is_whole_; }

 private:
  bool take(std::uint64_t& value) {
    value = 0;
    for (unsigned shift = 0; shift < 64; shift += 7) {
      if (rest_.empty()) return false;
      const auto byte = static_cast<unsigned char>(rest_.front());
      rest_.remove_prefix(1);
      value |= static_cast<std::uint64_t>(byte & 0x7f) << shift;
      if ((byte & 0x80) == 0) return true;
    }
    return false;
  }
  bool take_bytes(std::size_t count, std::string_view& bytes) {
    if (count > rest_.size()) return false;
    bytes = rest_.substr(0, count);
    rest_.remove_prefix(count);
    return true;
  }
  bool take_value(Field& field) {
    switch (field.kind) {
      case WireType::kNumber:
        return take(field.value);
      case WireType::kBytes: {
        std::uint64_t size = 0;
        return take(size) && take_bytes(size, field.bytes);
      }
      case WireType::kEight:
      case WireType::kFour: {
        const std::size_t size = field.kind == WireType::kEight ? 8 : 4;
        if (!take_bytes(size, field.bytes)) return false;
        std::memcpy(&field.value, field.bytes.data(), size);
        return true;
      }
    }
    return false;
  }

  std::string_view rest_;
  bool is_whole_ = true;
};

class Writer {
 public:
  Writer& number(unsigned field, std::uint64_t value) {
    varint(field << 3);
    varint(value);
    return *this;
  }
  Writer& bytes(unsigned field, std::string_view value) {
    varint(field << 3 | 2);
    varint(value.size());
    text_.append(value);
    return *this;
  }
  Writer& real(unsigned field, float value) {
    varint(field << 3 | 5);
    char four[4];
    std::memcpy(four, &value, 4);
    text_.append(four, 4);
    return *this;
  }
  const std::string& text() const { return text_; }
  std::string take() { return std::move(text_); }

 private:
  void varint(std::uint64_t value) {
    for (; value >= 0x80; value >>= 7) text_.push_back(static_cast<char>(value | 0x80));
    text_.push_back(static_cast<char>(value));
  }
  std::string text_;
};

}  // namespace riffle::tensorrt::onnx
