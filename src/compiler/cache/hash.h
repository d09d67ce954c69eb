// SPDX-License-Identifier: Apache-2.0
// The 128-bit content hash that keys and verifies everything the compiler caches.
#pragma once

#include <compare>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>

namespace riffle::compiler {

struct Hash128 {
  std::uint64_t low = 0;
  std::uint64_t high = 0;

  /// 32 lower-case hexadecimal digits, high half first.
  [[nodiscard]] std::string hex() const;
  friend auto operator<=>(const Hash128&, const Hash128&) = default;
};

/// XXH3, 128 bits.
Hash128 hash128(std::span<const std::byte> bytes);

}  // namespace riffle::compiler
