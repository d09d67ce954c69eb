// SPDX-License-Identifier: Apache-2.0
// What decoders read from and write to. Each call says whether it could.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>

namespace riffle {

class CompressedInput {
 public:
  explicit CompressedInput(std::span<const std::byte> rest) : rest_(rest) {}

  [[nodiscard]] bool at_end() const { return rest_.empty(); }

  /// The next `count` bytes, at most 8, the lowest first.
  [[nodiscard]] bool number(std::size_t count, std::uint64_t& value) {
    if (rest_.size() < count) return false;
    value = 0;
    for (std::size_t i = 0; i < count; ++i)
      value |= static_cast<std::uint64_t>(rest_[i]) << (8 * i);
    rest_ = rest_.subspan(count);
    return true;
  }

  [[nodiscard]] bool bytes(std::size_t count, std::span<const std::byte>& taken) {
    if (rest_.size() < count) return false;
    taken = rest_.first(count);
    rest_ = rest_.subspan(count);
    return true;
  }

 private:
  std::span<const std::byte> rest_;
};

class DecompressedOutput {
 public:
  explicit DecompressedOutput(std::span<std::byte> room) : room_(room) {}

  [[nodiscard]] std::size_t size() const { return used_; }

  [[nodiscard]] bool append(std::byte byte) {
    if (used_ == room_.size()) return false;
    room_[used_++] = byte;
    return true;
  }

  [[nodiscard]] bool append(std::span<const std::byte> bytes) {
    if (room_.size() - used_ < bytes.size()) return false;
    if (!bytes.empty()) std::memcpy(room_.data() + used_, bytes.data(), bytes.size());
    used_ += bytes.size();
    return true;
  }

  /// Again what began `distance` bytes ago; it may overlap what it makes.
  [[nodiscard]] bool repeat(std::size_t distance, std::size_t count) {
    if (distance == 0 || distance > used_ || room_.size() - used_ < count) return false;
    std::byte* const to = room_.data() + used_;
    const std::byte* const from = to - distance;
    if (distance >= count)
      std::memcpy(to, from, count);
    else
      for (std::size_t i = 0; i < count; ++i) to[i] = from[i];
    used_ += count;
    return true;
  }

 private:
  const std::span<std::byte> room_;
  std::size_t used_ = 0;
};

/// The whole input, in one format. False: it is damaged, or does not fit.
[[nodiscard]] bool decode_deflate(CompressedInput& input, DecompressedOutput& output);
[[nodiscard]] bool decode_snappy(CompressedInput& input, DecompressedOutput& output);
[[nodiscard]] bool decode_lz4(CompressedInput& input, DecompressedOutput& output);

}  // namespace riffle
