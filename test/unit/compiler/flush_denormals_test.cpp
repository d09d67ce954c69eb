// SPDX-License-Identifier: Apache-2.0
// -ftz=true: single precision as the processor's flushing mode computes it, double precision as ever.
#include <gtest/gtest.h>

#include <immintrin.h>

#include <bit>
#include <cmath>
#include <cstdint>

#include "support/every_strategy.h"

namespace riffle::test {
namespace {

constexpr const char* kFlush = "-Xclang -fdenormal-fp-math-f32=preserve-sign,preserve-sign";

/// Zeros, denormals, numbers whose products and quotients lie around the least normal one, infinity.
const std::vector<std::uint32_t> kBits = {
    0x00000000, 0x80000000, 0x00000001, 0x807fffff, 0x007fffff, 0x00800000, 0x80800000, 0x00800001,
    0x00ffffff, 0x3f000000, 0x3f7fffff, 0x3f800000, 0xbf800001, 0x3effffff, 0x40000000, 0x1fffffff,
    0x20000000, 0x1f800001, 0xa0000001, 0x7f7fffff, 0x7e800000, 0x7f800000, 0x1fb504f3, 0x007ffffe,
    0x80ffffff, 0x3f000001, 0x01000000, 0x00c00000, 0x80400000, 0x3fc00000, 0x7f000000, 0x33800000};
constexpr std::size_t kCount = 32;
constexpr std::size_t kResults = 6;

/// Results of one pair; `extra` is code that makes the kernel compute in double too.
std::string kernel(const std::string& extra) {
  return R"(extern "C" __global__ void k(float* m) {
    int i = threadIdx.x, j = blockIdx.x;
    float a = m[i], b = m[j], c = m[(i + j) % 32];
    float* out = m + 32 + 6 * (32 * j + i);
    out[0] = a + b;
    out[1] = a * b;
    out[2] = a / b;
    out[3] = __builtin_fmaf(a, b, c);
    out[4] = __builtin_fabsf(a);
    out[5] = a < b ? 1.0f : a; )" +
         extra + " }";
}

/// What the processor makes of it in its flushing mode.
std::vector<float> model(const std::vector<float>& memory) {
  std::vector<float> expected = memory;
  const unsigned mode = _mm_getcsr();
  _mm_setcsr(0x9fc0);
  for (std::size_t j = 0; j < kCount; ++j) {
    for (std::size_t i = 0; i < kCount; ++i) {
      volatile float a = memory[i], b = memory[j], c = memory[(i + j) % kCount];
      volatile float sum = a + b, product = a * b, quotient = a / b;
      volatile float fused = std::fma(a, b, c);
      volatile float one = 1.0F, size = std::fabs(a) * one;
      float* out = expected.data() + kCount + kResults * (kCount * j + i);
      out[0] = sum;
      out[1] = product;
      out[2] = quotient;
      out[3] = fused;
      out[4] = size;
      out[5] = a < b ? 1.0F : a;
    }
  }
  _mm_setcsr(mode);
  return expected;
}

std::vector<float> inputs() {
  std::vector<float> memory(kCount + kResults * kCount * kCount);
  for (std::size_t i = 0; i < kCount; ++i) memory[i] = std::bit_cast<float>(kBits[i]);
  return memory;
}

void compare(const std::vector<float>& expected, const std::vector<float>& got) {
  for (std::size_t i = 0; i < kResults * kCount * kCount; ++i) {
    const float want = expected[kCount + i], have = got[kCount + i];
    if (std::isnan(want) && std::isnan(have)) continue;
    const std::size_t pair = i / kResults;
    ASSERT_EQ(std::bit_cast<std::uint32_t>(want), std::bit_cast<std::uint32_t>(have))
        << "result " << i % kResults << " of " << std::hex << kBits[pair % kCount] << " and "
        << kBits[pair / kCount];
  }
}

TEST(FlushDenormals, ByTheProcessorsMode) {
  const std::vector<float> memory = inputs();
  run_all<float>(
      kernel(""), {{kCount, 1, 1}, {kCount, 1, 1}, 0}, memory, {},
      [&](const std::vector<float>& out) { compare(model(memory), out); }, kFlush);
}

TEST(FlushDenormals, WrittenOutBesideDouble) {
  const std::vector<float> memory = inputs();
  run_all<float>(
      kernel("double d = 0x1p-1070 * i; if (d + d == 0 && i != 0) out[0] = 77;"),
      {{kCount, 1, 1}, {kCount, 1, 1}, 0}, memory, {},
      [&](const std::vector<float>& out) { compare(model(memory), out); }, kFlush);
}

TEST(FlushDenormals, FunctionsOutOfLineToo) {
  std::vector<float> memory(32);
  memory[0] = 0x1p-126F;
  run_all<float>(
      R"(
    __device__ __attribute__((noinline)) float halve(float x, int n) { return n == 0 ? x : halve(x * 0.5f, n - 1); }
    extern "C" __global__ void k(float* m) { m[threadIdx.x] = halve(m[0], 1 + threadIdx.y); })",
      {{1, 1, 1}, {1, 1, 1}, 0}, memory, {},
      [](const std::vector<float>& out) { EXPECT_EQ(out[0], 0.0F); }, kFlush);
}

TEST(FlushDenormals, OnlyWhereAskedFor) {
  const auto flushes = [](const std::string& source, const std::string& options) {
    const LoadedModule module(device_image(source, options), "");
    return (module.kernel("k")->flags & abi::kKernelFlushesDenormals) != 0;
  };
  EXPECT_FALSE(flushes(kernel(""), ""));
  EXPECT_TRUE(flushes(kernel(""), kFlush));
  EXPECT_FALSE(flushes(kernel("if (i * 0.1 == j) out[0] = 1;"), kFlush));
}

}  // namespace
}  // namespace riffle::test
