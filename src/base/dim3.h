// SPDX-License-Identifier: Apache-2.0
// Extents and positions of grids and blocks.
#pragma once

#include <cstdint>

namespace riffle {

/// x, y, z in blocks (a grid) or in threads (a block).
struct Dim3 {
  std::uint32_t x = 1;
  std::uint32_t y = 1;
  std::uint32_t z = 1;

  [[nodiscard]] constexpr std::uint64_t count() const { return std::uint64_t{x} * y * z; }
  friend constexpr bool operator==(const Dim3&, const Dim3&) = default;
};

}  // namespace riffle
