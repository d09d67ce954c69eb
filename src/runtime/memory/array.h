// SPDX-License-Identifier: Apache-2.0
// Arrays: memory whose layout programs do not see, made of elements in rows, and of rows in slices
// (the slices of a box, or layers). Copies reach them with a layout, as they reach pitched memory.
#pragma once

#include <cstddef>

#include "base/status.h"
#include "runtime/memory/registry.h"
#include "runtime/memory/shape.h"

namespace riffle::memory {

/// In elements. `height` 0: one dimension; `depth` 0: neither a third dimension nor layers.
struct ArrayExtent {
  std::size_t width = 0;
  std::size_t height = 0;
  std::size_t depth = 0;

  [[nodiscard]] std::size_t rows() const { return height != 0 ? height : 1; }
  [[nodiscard]] std::size_t slices() const { return depth != 0 ? depth : 1; }
};

/// What a level of a mipmapped array holds, and how many levels there are at most. Layers stay as
/// many on every level.
[[nodiscard]] ArrayExtent level_extent(const ArrayExtent& extent, unsigned level, bool has_layers);
[[nodiscard]] unsigned most_levels(const ArrayExtent& extent, bool has_layers);

/// A value: who has it, has the memory.
struct Array {
  char* base = nullptr;
  std::size_t element_bytes = 0;
  ArrayExtent extent;
  PitchedLayout layout;

  /// Rows start at multiples of 64 bytes. `base` is not set.
  [[nodiscard]] static Array laid_out(std::size_t element_bytes, const ArrayExtent& extent);

  [[nodiscard]] std::size_t row_bytes() const { return extent.width * element_bytes; }
  [[nodiscard]] std::size_t bytes() const { return layout.slice_pitch_bytes * extent.slices(); }
  /// Whether a box of bytes at byte `x` of row `y` of slice `z` lies inside.
  [[nodiscard]] bool contains(std::size_t x, std::size_t y, std::size_t z,
                              const CopyExtent& box) const;
};

/// Device memory for an array that is laid out. Errors: kOutOfMemory.
Status allocate(Registry& registry, Array& array, int device);

}  // namespace riffle::memory
