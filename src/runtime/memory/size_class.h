// SPDX-License-Identifier: Apache-2.0
// Sizes of the units of slabs: multiples of 512 bytes, four to each doubling, so at most a fifth is
// lost.
#pragma once

#include <bit>
#include <cstddef>

namespace riffle::memory {

inline constexpr std::size_t kSmallestUnitBytes = 512;
inline constexpr std::size_t kLargestUnitBytes = std::size_t{512} << 10;

/// Index of the class for `bytes` (1 to kLargestUnitBytes).
[[nodiscard]] constexpr std::size_t size_class(std::size_t bytes) {
  const std::size_t units = (bytes + kSmallestUnitBytes - 1) / kSmallestUnitBytes;
  if (units <= 4) return units - 1;
  const auto log =
      static_cast<std::size_t>(std::bit_width(units - 1)) - 1;  // 2^log < units <= 2^(log+1)
  const std::size_t quarter = (std::size_t{1} << log) / 4;
  const std::size_t step = (units - (std::size_t{1} << log) + quarter - 1) / quarter;  // 1 to 4
  return 4 + (log - 2) * 4 + step - 1;
}

[[nodiscard]] constexpr std::size_t class_bytes(std::size_t index) {
  if (index < 4) return (index + 1) * kSmallestUnitBytes;
  const std::size_t log = (index - 4) / 4 + 2;
  const std::size_t step = (index - 4) % 4 + 1;
  return ((std::size_t{1} << log) + step * ((std::size_t{1} << log) / 4)) * kSmallestUnitBytes;
}

static_assert(size_class(1) == 0 && class_bytes(size_class(512)) == 512);
static_assert(class_bytes(size_class(2049)) == 2560 && class_bytes(size_class(4096)) == 4096);
static_assert(class_bytes(size_class(4097)) == 5120);
static_assert(class_bytes(size_class(kLargestUnitBytes)) == kLargestUnitBytes);

}  // namespace riffle::memory
