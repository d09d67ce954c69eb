// SPDX-License-Identifier: Apache-2.0
#include "device/cpu/grid_tiles.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <vector>

namespace riffle::device {
namespace {

std::vector<std::uint64_t> order_of(const GridTiles& tiles, std::uint64_t first,
                                    std::uint64_t end) {
  std::vector<std::uint64_t> blocks;
  tiles.for_each_run(first, end, [&](std::uint64_t from, std::uint64_t to) {
    ASSERT_LT(from, to);
    for (; from < to; ++from) blocks.push_back(from);
  });
  return blocks;
}

TEST(GridTiles, EachBlockOnce) {
  for (const Dim3 grid : {Dim3{1, 1, 1}, Dim3{7, 5, 1}, Dim3{5, 40, 3}, Dim3{40, 3, 1},
                          Dim3{1, 100, 1}, Dim3{33, 17, 2}}) {
    for (const Dim3 block :
         {Dim3{1, 1, 1}, Dim3{4, 32, 1}, Dim3{16, 16, 1}, Dim3{1024, 1, 1}, Dim3{3, 7, 2}}) {
      std::vector<std::uint64_t> blocks = order_of(GridTiles(grid, block), 0, grid.count());
      std::ranges::sort(blocks);
      ASSERT_EQ(blocks.size(), grid.count());
      for (std::uint64_t i = 0; i < blocks.size(); ++i) ASSERT_EQ(blocks[i], i);
    }
  }
}

TEST(GridTiles, PartsAreOfTheWholesOrder) {
  const Dim3 grid{19, 37, 1};
  const GridTiles tiles(grid, Dim3{8, 8, 1});
  const std::vector<std::uint64_t> whole = order_of(tiles, 0, grid.count());
  for (std::uint64_t first = 0; first < whole.size(); first += 11) {
    for (std::uint64_t end = first; end <= whole.size(); end += 17) {
      EXPECT_EQ(order_of(tiles, first, end),
                std::vector(whole.begin() + static_cast<std::ptrdiff_t>(first),
                            whole.begin() + static_cast<std::ptrdiff_t>(end)));
    }
  }
}

TEST(GridTiles, BlocksBelowFollowBeforeThoseFarBeside) {
  // Two blocks of 8 threads are a line's width, 32 of them a tile's height.
  const std::vector<std::uint64_t> blocks =
      order_of(GridTiles(Dim3{10, 50, 1}, Dim3{8, 8, 1}), 0, 70);
  EXPECT_EQ(std::vector(blocks.begin(), blocks.begin() + 4),
            (std::vector<std::uint64_t>{0, 1, 10, 11}));
  EXPECT_EQ(blocks[62], 310U);
  EXPECT_EQ(std::vector(blocks.begin() + 64, blocks.begin() + 67),
            (std::vector<std::uint64_t>{2, 3, 12}));
}

}  // namespace
}  // namespace riffle::device
