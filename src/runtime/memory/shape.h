// SPDX-License-Identifier: Apache-2.0
// Boxes of bytes in memory: rows of `width` bytes, `height` of them to a slice, `depth` slices.
#pragma once

#include <cstddef>
#include <cstdint>

namespace riffle::memory {

/// Where row and slice numbers lead to in one of the memories of a copy.
struct PitchedLayout {
  std::size_t row_pitch_bytes = 0;    ///< from one row to the next
  std::size_t slice_pitch_bytes = 0;  ///< from one slice to the next
};

struct CopyExtent {
  std::size_t width = 0;  ///< bytes
  std::size_t height = 1;
  std::size_t depth = 1;

  [[nodiscard]] bool is_empty() const { return width == 0 || height == 0 || depth == 0; }
  [[nodiscard]] std::size_t rows() const { return height * depth; }
  [[nodiscard]] std::size_t bytes() const { return width * rows(); }
  /// From the first byte to the last, in a memory with this layout. The box is not empty.
  [[nodiscard]] std::size_t span(const PitchedLayout& layout) const {
    return (depth - 1) * layout.slice_pitch_bytes + (height - 1) * layout.row_pitch_bytes + width;
  }
  [[nodiscard]] bool is_contiguous(const PitchedLayout& layout) const {
    return (height == 1 || layout.row_pitch_bytes == width) &&
           (depth == 1 || layout.slice_pitch_bytes == height * width);
  }
};

struct CopyRequest {
  char* destination = nullptr;
  const char* source = nullptr;
  CopyExtent box;
  PitchedLayout destination_layout;
  PitchedLayout source_layout;
};

struct FillRequest {
  char* destination = nullptr;
  CopyExtent box;
  PitchedLayout layout;
  std::uint32_t value = 0;          ///< the low `element_bytes` count
  std::uint32_t element_bytes = 1;  ///< 1, 2 or 4; divides the box's width
};

[[nodiscard]] inline CopyRequest flat_copy(void* destination, const void* source,
                                           std::size_t bytes) {
  return {static_cast<char*>(destination), static_cast<const char*>(source), {bytes, 1, 1}, {}, {}};
}

}  // namespace riffle::memory
