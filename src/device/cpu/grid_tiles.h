// SPDX-License-Identifier: Apache-2.0
// Another order of a grid's blocks: tiles of a few blocks along x and many along y, one tile behind the other, for kernels whose
// blocks share lines of memory with those below them as well as with those beside them (abi::kKernelWantsTiles). Row by row, the
// caches have lost a line before its next part is asked for.
#pragma once

#include <algorithm>
#include <cstdint>

#include "base/dim3.h"

namespace riffle::device {

class GridTiles {
 public:
  GridTiles(const Dim3& grid, const Dim3& block)
      : columns_(grid.x),
        rows_(std::uint64_t{grid.y} * grid.z),
        width_(std::clamp<std::uint64_t>(kThreadsAlongX / block.x, 1, columns_)),
        height_(std::clamp<std::uint64_t>(kThreadsAlongY / block.y, 1, rows_)) {}

  /// Calls `run(first, end)` for runs of neighbouring blocks: together they are the blocks that stand at [first, end) in the order of
  /// tiles. Of an order's parts all blocks are, each once.
  template <typename Run>
  void for_each_run(std::uint64_t first, std::uint64_t end, Run run) const {
    while (first < end) {
      // Tiles beside each other, as high as a tile, then those below.
      const std::uint64_t band = first / (height_ * columns_);
      const std::uint64_t height = std::min(height_, rows_ - band * height_);
      const std::uint64_t in_band = first - band * height_ * columns_;
      const std::uint64_t tile = in_band / (width_ * height);
      const std::uint64_t width = std::min(width_, columns_ - tile * width_);
      const std::uint64_t in_tile = in_band - tile * width_ * height;
      const std::uint64_t row = in_tile / width, column = in_tile % width;
      const std::uint64_t count = std::min(width - column, end - first);
      const std::uint64_t block = (band * height_ + row) * columns_ + tile * width_ + column;
      run(block, block + count);
      first += count;
    }
  }

 private:
  // A line of floats, and what a core's first caches keep so many lines of.
  static constexpr std::uint64_t kThreadsAlongX = 16;
  static constexpr std::uint64_t kThreadsAlongY = 256;

  std::uint64_t columns_, rows_;
  std::uint64_t width_, height_;  ///< of a tile; those at the ends are smaller
};

}  // namespace riffle::device
