// SPDX-License-Identifier: Apache-2.0
#include "race/block_choice.h"

#include <array>
#include <bit>

namespace riffle::race {
namespace {

constexpr unsigned kMostOfShapes = 32;
constexpr std::uint64_t kAllBlocksUpTo = 64;

/// Along an axis.
struct Edges {
  std::uint32_t first, last;
};
/// For grids of one, two and three axes: 64, 64 and 64 blocks at most.
constexpr std::array kEdges = {Edges{48, 16}, Edges{5, 3}, Edges{2, 2}};

std::vector<device::BlockRange> places_along(std::uint32_t extent, Edges edges) {
  if (extent <= edges.first + edges.last) return {{0, extent}};
  return {{0, edges.first}, {extent - edges.last, extent}};
}

void add(std::vector<device::BlockRange>& all, device::BlockRange range) {
  if (!all.empty() && all.back().end == range.first)
    all.back().end = range.end;
  else
    all.push_back(range);
}

/// Each number of `ranges`.
template <class Visit>
void for_each(const std::vector<device::BlockRange>& ranges, Visit&& visit) {
  for (const device::BlockRange& range : ranges)
    for (std::uint64_t number = range.first; number < range.end; ++number) visit(number);
}

}  // namespace

std::vector<device::BlockRange> blocks_to_look_at(Dim3 grid) {
  if (grid.count() <= kAllBlocksUpTo) return {{0, grid.count()}};
  const auto axes = static_cast<std::size_t>((grid.x > 1) + (grid.y > 1) + (grid.z > 1));
  const Edges edges = kEdges[axes - 1];
  const auto along_x = places_along(grid.x, edges);
  std::vector<device::BlockRange> all;
  for_each(places_along(grid.z, edges), [&](std::uint64_t z) {
    for_each(places_along(grid.y, edges), [&](std::uint64_t y) {
      const std::uint64_t row = grid.x * (y + grid.y * z);
      for (const device::BlockRange& part : along_x) add(all, {row + part.first, row + part.end});
    });
  });
  return all;
}

bool BlockChoice::is_chosen(Launches& launches, const Shape& shape) {
  ++launches.all;
  if (launches.chosen == kMostOfShapes) return std::has_single_bit(launches.all);
  if (!std::has_single_bit(++launches.of_shape[shape])) return false;
  ++launches.chosen;
  return true;
}

std::vector<device::BlockRange> BlockChoice::next(const void* kernel, Dim3 grid, Dim3 block,
                                                  std::uint32_t dynamic_shared_bytes) {
  const auto pair = [](std::uint32_t high, std::uint32_t low) {
    return std::uint64_t{high} << 32 | low;
  };
  const Shape shape{pair(grid.x, grid.y), pair(grid.z, block.x), pair(block.y, block.z),
                    dynamic_shared_bytes};
  if (!is_chosen(kernels_[kernel], shape)) return {};
  return blocks_to_look_at(grid);
}

}  // namespace riffle::race
