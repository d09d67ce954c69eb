// SPDX-License-Identifier: Apache-2.0
// PTX's arithmetic: total, saturating, fused once and for all strategies.
#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>
#include <vector>

#include "support/every_strategy.h"

namespace riffle::test {
namespace {

TEST(Arithmetic, ArithmeticOfPtx) {
  // Input pairs; results are PTX's: no trap, shifts that saturate, conversions that clamp.
  std::vector<int> memory = {
      7, 0, -8, 0, static_cast<int>(0x80000000U), -1, 5, 40, -5, 40, 1, 33, 100, 7, -100, 7};
  memory.resize(16 + 8 * 6);
  run_all<int>(R"(extern "C" __global__ void k(int* m) {
    int i = threadIdx.x, a = m[2 * i], b = m[2 * i + 1]; int* o = m + 16 + 6 * i;
    o[0] = a / b; o[1] = a % b; o[2] = a << b; o[3] = a >> b;
    o[4] = (unsigned)a / (unsigned)b; o[5] = (int)((float)a * 1e9f);
  })",
               {{1, 1, 1}, {8, 1, 1}, 0}, memory, {}, [](const std::vector<int>& m) {
                 const int* out = m.data() + 16;
                 EXPECT_EQ(out[0], -1);
                 EXPECT_EQ(out[1], 7);
                 EXPECT_EQ(out[12], static_cast<int>(0x80000000U));
                 EXPECT_EQ(out[13], 0);
                 EXPECT_EQ(out[6 * 3 + 2], 0);
                 EXPECT_EQ(out[6 * 3 + 3], 0);
                 EXPECT_EQ(out[6 * 4 + 3], -1);
                 EXPECT_EQ(out[6 * 6], 14);
                 EXPECT_EQ(out[6 * 7 + 1], -2);
                 EXPECT_EQ(out[5], 0x7fffffff);
                 EXPECT_EQ(out[6 * 1 + 5], static_cast<int>(0x80000000U));
               });
}

TEST(Arithmetic, NarrowConversionsKeepTheLowBits) {
  const std::vector<float> inputs = {
      0.0F,    -0.5F,   255.5F,   256.0F, -1.0F, 1e30F,    -1e30F,   NAN,       127.9F, 128.0F,
      -128.9F, -129.0F, 65535.9F, 7e4F,   -4e4F, 32767.5F, INFINITY, -INFINITY, 1.5F,   254.99F};
  std::vector<float> memory = inputs;
  memory.resize(32 + 32 * 4);
  run_all<float>(
      R"(extern "C" __global__ void k(float* m) {
    int i = threadIdx.x; float v = m[i];
    m[32 + i] = (unsigned char)v; m[64 + i] = (signed char)v; m[96 + i] = (unsigned short)v; m[128 + i] = (short)v;
  })",
      {{1, 1, 1}, {32, 1, 1}, 0}, memory, {}, [&](const std::vector<float>& out) {
        // As on hardware: saturated to 32 bits, then the low ones.
        const auto wide = [](float v, double low, double high) {
          if (std::isnan(v)) return std::int64_t{0};
          return static_cast<std::int64_t>(std::fmin(std::fmax(static_cast<double>(v), low), high));
        };
        for (std::size_t i = 0; i < inputs.size(); ++i) {
          const std::int64_t plus = wide(inputs[i], 0, 0xffffffffU);
          const std::int64_t word = wide(inputs[i], -0x1p31, 0x7fffffff);
          EXPECT_EQ(out[32 + i], static_cast<unsigned char>(plus)) << inputs[i];
          EXPECT_EQ(out[64 + i], static_cast<signed char>(word)) << inputs[i];
          EXPECT_EQ(out[96 + i], static_cast<unsigned short>(plus)) << inputs[i];
          EXPECT_EQ(out[128 + i], static_cast<short>(word)) << inputs[i];
        }
      });
}

TEST(Arithmetic, ContractionIsDecidedOnce) {
  // a*b + c with a product that only fma keeps; and a shared product.
  std::vector<float> memory(64 * 4, 0.0F);
  for (std::size_t i = 0; i < 64; ++i) {
    memory[i] = 1.0F + static_cast<float>(i) * 0x1p-23F;
    memory[64 + i] = 1.0F - static_cast<float>(i) * 0x1p-23F;
  }
  run_all<float>(R"(extern "C" __global__ void k(float* m) {
    int i = threadIdx.x; float a = m[i], b = m[64 + i];
    m[128 + i] = a * b - 1.0f;
    float p = a * a; m[192 + i] = (p + b) * (p - b);
  })",
                 {{1, 1, 1}, {64, 1, 1}, 0}, memory, {}, [&](const std::vector<float>& out) {
                   for (std::size_t i = 0; i < 64; ++i) {
                     ASSERT_EQ(out[128 + i], std::fma(memory[i], memory[64 + i], -1.0F));
                   }
                 });
}

// The nearest integer there is, 0 for NaN.
TEST(Arithmetic, FloatsBeyondIntegers) {
  constexpr int kThreads = 256;
  std::vector<float> values = {0.0F,
                               -0.0F,
                               0.5F,
                               -0.999F,
                               2147483648.0F,
                               -2147483648.0F,
                               2147483520.0F,
                               4294967296.0F,
                               4294967040.0F,
                               -2147483904.0F,
                               1e30F,
                               -1e30F,
                               1e-40F,
                               -3.0F,
                               std::numeric_limits<float>::infinity(),
                               -std::numeric_limits<float>::infinity(),
                               std::numeric_limits<float>::quiet_NaN(),
                               -std::numeric_limits<float>::quiet_NaN()};
  while (values.size() < kThreads)
    values.push_back(values[values.size() - 18] * 0.73F + static_cast<float>(values.size()) * 9e6F);
  std::vector<std::uint32_t> memory(3 * kThreads);
  std::vector<std::uint32_t> wanted(2 * kThreads);
  for (std::size_t i = 0; i < kThreads; ++i) {
    memory[i] = std::bit_cast<std::uint32_t>(values[i]);
    const double x = std::isnan(values[i]) ? 0.0 : static_cast<double>(values[i]);
    wanted[i] = static_cast<std::uint32_t>(
        static_cast<std::int32_t>(std::clamp(x, -2147483648.0, 2147483647.0)));
    wanted[kThreads + i] = static_cast<std::uint32_t>(std::clamp(x, 0.0, 4294967295.0));
  }
  run_all<std::uint32_t>(
      R"(
    extern "C" __global__ void k(unsigned* m) {
      const float x = ((const float*)m)[threadIdx.x];
      m[256 + threadIdx.x] = (int)x;
      m[512 + threadIdx.x] = (unsigned)x;
    })",
      {{1, 1, 1}, {kThreads, 1, 1}, 0}, memory, {}, [&](const std::vector<std::uint32_t>& out) {
        EXPECT_EQ(std::vector<std::uint32_t>(out.begin() + kThreads, out.end()), wanted);
      });
}

}  // namespace
}  // namespace riffle::test
