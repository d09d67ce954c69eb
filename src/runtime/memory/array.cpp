// SPDX-License-Identifier: Apache-2.0
#include "runtime/memory/array.h"

#include <algorithm>
#include <bit>

namespace riffle::memory {
namespace {

constexpr std::size_t kRowAlignment = 64;

bool fits(std::size_t offset, std::size_t count, std::size_t limit) {
  return offset <= limit && count <= limit - offset;
}

// A dimension that is there does not end.
std::size_t halved(std::size_t size, unsigned level) {
  return size == 0 ? 0 : std::max<std::size_t>(size >> level, 1);
}

}  // namespace

ArrayExtent level_extent(const ArrayExtent& extent, unsigned level, bool has_layers) {
  return {.width = halved(extent.width, level),
          .height = halved(extent.height, level),
          .depth = has_layers ? extent.depth : halved(extent.depth, level)};
}

unsigned most_levels(const ArrayExtent& extent, bool has_layers) {
  const std::size_t longest =
      std::max({extent.width, extent.height, has_layers ? 0 : extent.depth});
  return static_cast<unsigned>(std::bit_width(longest));
}

Array Array::laid_out(std::size_t element_bytes, const ArrayExtent& extent) {
  Array array;
  array.element_bytes = element_bytes;
  array.extent = extent;
  array.layout.row_pitch_bytes =
      (array.row_bytes() + kRowAlignment - 1) / kRowAlignment * kRowAlignment;
  array.layout.slice_pitch_bytes = array.layout.row_pitch_bytes * extent.rows();
  return array;
}

bool Array::contains(std::size_t x, std::size_t y, std::size_t z, const CopyExtent& box) const {
  return fits(x, box.width, row_bytes()) && fits(y, box.height, extent.rows()) &&
         fits(z, box.depth, extent.slices());
}

Status allocate(Registry& registry, Array& array, int device) {
  const auto memory = registry.allocate(MemoryType::kDevice, array.bytes(), device);
  if (!memory) return std::unexpected(memory.error());
  array.base = memory->base;
  return {};
}

}  // namespace riffle::memory
