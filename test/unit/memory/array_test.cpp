// SPDX-License-Identifier: Apache-2.0
// Arrays: how elements, rows and slices lie, what is inside, how levels shrink.
#include "runtime/memory/array.h"

#include <gtest/gtest.h>

namespace riffle::memory {
namespace {

TEST(ArrayTest, RowsAreAligned) {
  const Array array = Array::laid_out(4, {.width = 17, .height = 3, .depth = 2});
  EXPECT_EQ(array.row_bytes(), 68U);
  EXPECT_EQ(array.layout.row_pitch_bytes, 128U);
  EXPECT_EQ(array.layout.slice_pitch_bytes, 3 * 128U);
  EXPECT_EQ(array.bytes(), 2 * 3 * 128U);
}

TEST(ArrayTest, MissingDimensionsCountOnce) {
  const Array line = Array::laid_out(1, {.width = 5, .height = 0, .depth = 0});
  EXPECT_EQ(line.bytes(), 64U);
  const Array layers = Array::laid_out(1, {.width = 5, .height = 0, .depth = 3});
  EXPECT_EQ(layers.bytes(), 3 * 64U);
}

TEST(ArrayTest, ContainsWhatLiesInside) {
  const Array array = Array::laid_out(4, {.width = 4, .height = 3, .depth = 2});
  EXPECT_TRUE(array.contains(0, 0, 0, {16, 3, 2}));
  EXPECT_TRUE(array.contains(12, 2, 1, {4, 1, 1}));
  EXPECT_FALSE(array.contains(13, 0, 0, {4, 1, 1}));
  EXPECT_FALSE(array.contains(0, 1, 0, {16, 3, 1}));
  EXPECT_FALSE(array.contains(0, 0, 2, {16, 1, 1}));
  EXPECT_FALSE(array.contains(~std::size_t{0}, 0, 0, {4, 1, 1}));  // does not wrap
  EXPECT_FALSE(array.contains(4, 0, 0, {~std::size_t{0}, 1, 1}));
}

TEST(ArrayTest, LevelsHalve) {
  const ArrayExtent extent{.width = 9, .height = 4, .depth = 3};
  EXPECT_EQ(most_levels(extent, false), 4U);
  const ArrayExtent second = level_extent(extent, 1, false);
  EXPECT_EQ(second.width, 4U);
  EXPECT_EQ(second.height, 2U);
  EXPECT_EQ(second.depth, 1U);
  const ArrayExtent last = level_extent(extent, 3, true);
  EXPECT_EQ(last.width, 1U);
  EXPECT_EQ(last.height, 1U);
  EXPECT_EQ(last.depth, 3U);
  EXPECT_EQ(level_extent({.width = 8, .height = 0, .depth = 0}, 1, false).height, 0U);
  EXPECT_EQ(most_levels({.width = 2, .height = 2, .depth = 100}, true), 2U);
}

TEST(ArrayTest, MemoryIsTheDevices) {
  Registry registry(std::size_t{64} << 20, std::size_t{64} << 20);
  Array array = Array::laid_out(4, {.width = 100, .height = 10, .depth = 0});
  ASSERT_TRUE(allocate(registry, array, 0));
  const auto found = registry.find(array.base);
  ASSERT_TRUE(found);
  EXPECT_EQ(found->kind, MemoryType::kDevice);
  EXPECT_EQ(found->bytes, array.bytes());
  EXPECT_TRUE(registry.free(array.base));
  Array huge = Array::laid_out(16, {.width = 131072, .height = 65000, .depth = 0});
  EXPECT_FALSE(allocate(registry, huge, 0));
}

}  // namespace
}  // namespace riffle::memory
