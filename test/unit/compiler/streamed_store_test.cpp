// SPDX-License-Identifier: Apache-2.0
// Stores that pass by the caches: which kernels have them, and that they store the same bytes.
#include <gtest/gtest.h>

#include <cstdint>
#include <cstring>

#include "support/every_strategy.h"

namespace riffle::test {
namespace {

constexpr std::size_t kThreads = 1024;

/// Memory that begins at a cache line, whatever is asked of it.
struct alignas(64) Lines {
  float values[2 * kThreads + 16];
};

/// `out[i] = 2 * in[i]` for i < n, into `out` moved by `offset` elements.
void launch(const abi::KernelRow& kernel, bool streams, std::size_t offset, int n, Lines& memory) {
  for (std::size_t i = 0; i < std::size(memory.values); ++i)
    memory.values[i] = static_cast<float>(i);
  const float* in = memory.values;
  float* out = memory.values + kThreads + offset;
  LaunchShape shape{{4, 1, 1}, {256, 1, 1}, 0};
  shape.streams = streams;
  ASSERT_TRUE(fake_launch(kernel, shape, {&in, &out, &n}));
}

TEST(StreamedStore, StoresTheSameBytesWhereverItMay) {
  const auto image =
      device_image(R"(extern "C" __global__ void k(const float* in, float* out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) out[i] = 2.0f * in[i];
  })");
  for (const std::string& strategy : kStrategies) {
    SCOPED_TRACE("strategy '" + strategy + "'");
    const LoadedModule module(image, strategy);
    ASSERT_EQ(module.error(), "");
    const abi::KernelRow& kernel = *module.kernel("k");
    const bool packets = kernel.strategy == abi::Strategy::kSimd;
    EXPECT_EQ(kernel.streamed_bytes_per_thread, packets ? sizeof(float) : 0);
    for (const std::size_t offset : {0U, 1U, 15U}) {
      for (const int n : {0, 1, 31, 64, 1000, 1024}) {
        Lines plain, streamed;
        launch(kernel, false, offset, n, plain);
        launch(kernel, true, offset, n, streamed);
        ASSERT_EQ(std::memcmp(&plain, &streamed, sizeof plain), 0) << offset << ", " << n;
        for (std::size_t i = 0; i < static_cast<std::size_t>(n); ++i)
          ASSERT_EQ(plain.values[kThreads + offset + i], 2.0F * static_cast<float>(i));
      }
    }
  }
}

/// Bytes that a thread of `source`'s kernel k may store past the caches.
std::uint32_t streamed_bytes(const std::string& source) {
  const LoadedModule module(device_image("extern \"C\" __global__ void k(" + source), "");
  EXPECT_EQ(module.error(), "");
  return module.error().empty() ? module.kernel("k")->streamed_bytes_per_thread : ~0U;
}

TEST(StreamedStore, EveryResultCounts) {
  EXPECT_EQ(streamed_bytes("float* a, double* b) { a[threadIdx.x] = 1; b[threadIdx.x] = 2; }"),
            12U);
}

TEST(StreamedStore, BehindBarriersToo) {
  EXPECT_EQ(streamed_bytes(R"(const float* in, float* out) {
    __shared__ float s[256];
    s[threadIdx.x] = in[threadIdx.x];
    __syncthreads();
    out[threadIdx.x] = s[255 - threadIdx.x];
  })"),
            4U);
}

TEST(StreamedStore, NotWhatIsReadBackOrToldToOthers) {
  EXPECT_EQ(streamed_bytes("float* a) { a[threadIdx.x] *= 2; }"), 0U);
  EXPECT_EQ(streamed_bytes("float* a, int* n) { a[threadIdx.x] = 1; atomicAdd(n, 1); }"), 0U);
  EXPECT_EQ(streamed_bytes("float* a, volatile int* n) { a[threadIdx.x] = 1; *n = 1; }"), 0U);
  EXPECT_EQ(streamed_bytes("float* a) { a[threadIdx.x] = 1; __nvvm_membar_gl(); }"), 0U);
  EXPECT_EQ(streamed_bytes("float* a) { a[3 * threadIdx.x] = 1; }"), 0U);
}

}  // namespace
}  // namespace riffle::test
