// SPDX-License-Identifier: Apache-2.0
// The Mandelbrot set in a context of its own: the points copied asynchronously, a kernel from a formula, the context waited
// for, the picture as letters.
#include <riffle/riffle.h>

#include <complex>
#include <cstdio>
#include <vector>

constexpr std::size_t kWidth = 78, kHeight = 32;
constexpr int kIterations = 100;

int main() {
  const riffle::Context context = riffle::Context::make(riffle::Device(0));
  riffle::PageLocked<std::complex<float>> points(kWidth * kHeight);
  for (std::size_t i = 0; i < points.size(); ++i) {
    points[i] = {-2.2f + 3.2f * static_cast<float>(i % kWidth) / kWidth,
                 -1.2f + 2.4f * static_cast<float>(i / kWidth) / kHeight};
  }
  const riffle::ElementwiseKernel escape("const float2 *point, int *steps, int iterations", R"(
      float x = 0, y = 0;
      int k = 0;
      for (; k < iterations && x * x + y * y <= 4.0f; ++k) {
        const float next = x * x - y * y + point[i].x;
        y = 2.0f * x * y + point[i].y;
        x = next;
      }
      steps[i] = k)",
                                         "escape");

  const riffle::Stream stream;
  const auto points_there = riffle::to_gpu_async(points, stream);
  auto steps = riffle::empty<int>(kWidth * kHeight);
  escape.on(stream)(points_there, steps, kIterations);
  const auto result = steps.get_async(stream);
  riffle::Context::synchronize();

  for (std::size_t i = 0; i < result.size(); ++i) {
    std::putchar(result[i] == kIterations ? '#' : result[i] > 8 ? '+' : result[i] > 4 ? '.' : ' ');
    if (i % kWidth == kWidth - 1) std::putchar('\n');
  }
  // -1 and 0 belong to it, 1 and 2i do not.
  const auto at = [&](float x, float y) {
    const auto column = static_cast<std::size_t>((x + 2.2f) / 3.2f * kWidth),
               row = static_cast<std::size_t>((y + 1.2f) / 2.4f * kHeight);
    return result[row * kWidth + column] == kIterations;
  };
  const bool is_right = at(-1, 0) && at(0, 0) && !at(0.9f, 0) && !at(0, 1.1f);
  std::puts(is_right ? "right" : "WRONG");
  return is_right ? 0 : 1;
}
