// SPDX-License-Identifier: Apache-2.0
// Kernels whose threads are neighbours in memory along y (exchange_axes.h): the same bits as thread by thread, for grids that are long
// along one axis or the other, and each thread once.
#include <gtest/gtest.h>

#include <cstdint>
#include <numeric>
#include <string>
#include <vector>

#include "support/every_strategy.h"

namespace riffle::test {
namespace {

using Words = std::vector<std::uint32_t>;

constexpr std::uint32_t kWidth = 130, kHeight = 150;
constexpr const char* kSource =
    "extern \"C\" __global__ void k(unsigned* m, int width, int height) {\n"
    "const int row = blockIdx.x * blockDim.x + threadIdx.x;\n"
    "const int column = blockIdx.y * blockDim.y + threadIdx.y;\n"
    "const unsigned* in = m + width * height;\n"
    "if (row < height && column < width)\n"
    "  m[row * width + column] += in[row * width + column] * 7 + row * 1000 + column; }\n";

void run_blocks_of(std::uint32_t x, std::uint32_t y, std::uint32_t height, std::uint32_t width) {
  SCOPED_TRACE(std::to_string(x) + "x" + std::to_string(y) + " threads, " + std::to_string(height) +
               " rows of " + std::to_string(width));
  const std::uint32_t count = width * height;
  Words words(2 * std::size_t{count});
  std::iota(words.begin(), words.end(), 5U);
  const LaunchShape shape{.grid = {(height + x - 1) / x, (width + y - 1) / y, 1},
                          .block = {x, y, 1}};
  run_all<std::uint32_t>(kSource, shape, words, {&width, &height}, [&](const Words& after) {
    for (std::uint32_t i = 0; i < count; ++i) {
      const std::uint32_t want = words[i] + words[count + i] * 7 + i / width * 1000 + i % width;
      ASSERT_EQ(after[i], want) << i;
    }
  });
}

TEST(Axes, ColumnsAreTakenAlongY) {
  run_blocks_of(16, 16, kHeight, kWidth);
  run_blocks_of(8, 32, kHeight, kWidth);
  run_blocks_of(32, 1, kHeight, kWidth);
  run_blocks_of(1, 7, kHeight, kWidth);
}

TEST(Axes, ShortColumnsAreTakenAlongX) {
  run_blocks_of(16, 2, kHeight, 3);
  run_blocks_of(64, 1, kHeight, 63);
}

}  // namespace
}  // namespace riffle::test
