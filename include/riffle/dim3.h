// SPDX-License-Identifier: Apache-2.0
// Extents of grids and blocks, and how a kernel is launched.
#pragma once

#include <riffle/stream.h>

#include <concepts>
#include <cstddef>
#include <source_location>
#include <stdexcept>
#include <utility>

namespace riffle {

/// Blocks of a grid or threads of a block: from one to three numbers, from a CUDA dim3. Numbers that are not in
/// [0, 2^32) throw std::out_of_range.
struct Dim3 {
  unsigned x = 1;
  unsigned y = 1;
  unsigned z = 1;

  constexpr Dim3() = default;
  template <std::integral X, std::integral Y = int, std::integral Z = int>
  constexpr Dim3(X x_extent, Y y_extent = 1, Z z_extent = 1)
      : x(extent(x_extent)), y(extent(y_extent)), z(extent(z_extent)) {}
  template <typename D>
    requires requires(const D& d) {
      { d.x } -> std::convertible_to<unsigned>;
      { d.y } -> std::convertible_to<unsigned>;
      { d.z } -> std::convertible_to<unsigned>;
    }
  constexpr Dim3(const D& other) : x(other.x), y(other.y), z(other.z) {}

  /// All of them.
  [[nodiscard]] constexpr std::size_t count() const { return std::size_t{x} * y * z; }
  friend constexpr bool operator==(const Dim3&, const Dim3&) = default;

 private:
  template <std::integral N>
  static constexpr unsigned extent(N n) {
    if (!std::in_range<unsigned>(n))
      throw std::out_of_range("an extent of a grid or a block is not in [0, 2^32)");
    return static_cast<unsigned>(n);
  }
};

/// How a kernel is launched: `kernel({.grid = blocks, .block = 256, .stream = stream}, a, b, n)`. The order of the
/// names is that of <<<grid, block, shared_bytes, stream>>>.
struct Launch {
  Dim3 grid{};
  Dim3 block{};
  std::size_t shared_bytes = 0;  ///< of dynamic shared memory, for each block
  StreamRef stream{};
  bool is_cooperative = false;  ///< all blocks run at once and may wait for each other
  std::source_location where = std::source_location::current();
};

}  // namespace riffle
