// SPDX-License-Identifier: Apache-2.0
// Threads that wait for each other: barriers, spinning.
#include <gtest/gtest.h>

#include <cmath>

#include "support/every_strategy.h"

namespace riffle::test {
namespace {

TEST(Cooperation, SharedMemoryTreeSum) {
  std::vector<float> memory(4 * 256 + 4);
  for (std::size_t i = 0; i < 1024; ++i) memory[i] = 1.0F / static_cast<float>(i + 1);
  run_all<float>(R"(extern "C" __global__ void k(float* m) {
    __shared__ float s[256];
    int t = threadIdx.x;
    s[t] = m[blockIdx.x * 256 + t];
    for (int w = 128; w; w >>= 1) { __syncthreads(); if (t < w) s[t] += s[t + w]; }
    if (t == 0) m[1024 + blockIdx.x] = s[0];
  })",
                 {{4, 1, 1}, {256, 1, 1}, 0}, memory, {}, [&](const std::vector<float>& out) {
                   double expected = 0;
                   for (std::size_t i = 0; i < 256; ++i) expected += static_cast<double>(memory[i]);
                   EXPECT_NEAR(out[1024], expected, 1e-4);
                 });
}

TEST(Cooperation, TiledMatrixProduct) {
  const int n = 64;
  std::vector<float> memory(3 * n * n, 0.0F);
  for (std::size_t i = 0; i < 2 * n * n; ++i) memory[i] = static_cast<float>(i % 17) - 8.0F;
  run_all<float>(R"(extern "C" __global__ void k(float* m, int n) {
    __shared__ float ta[16][16], tb[16][16];
    const float* a = m; const float* b = m + n * n; float* c = m + 2 * n * n;
    int tx = threadIdx.x, ty = threadIdx.y;
    int row = blockIdx.y * 16 + ty, col = blockIdx.x * 16 + tx;
    float sum = 0;
    for (int t = 0; t < n / 16; t++) {
      ta[ty][tx] = a[row * n + t * 16 + tx];
      tb[ty][tx] = b[(t * 16 + ty) * n + col];
      __syncthreads();
      for (int q = 0; q < 16; q++) sum += ta[ty][q] * tb[q][tx];
      __syncthreads();
    }
    c[row * n + col] = sum;
  })",
                 {{4, 4, 1}, {16, 16, 1}, 0}, memory, {&n}, [&](const std::vector<float>& out) {
                   for (std::size_t r = 0; r < n; ++r) {
                     for (std::size_t c = 0; c < n; ++c) {
                       float sum = 0;
                       for (std::size_t q = 0; q < n; ++q)
                         sum += memory[r * n + q] * memory[n * n + q * n + c];
                       ASSERT_EQ(out[2 * n * n + r * n + c], sum);  // small integers: exact
                     }
                   }
                 });
}

TEST(Cooperation, BarrierReductions) {
  std::vector<int> memory(3 * 40);
  run_all<int>(R"(extern "C" __global__ void k(int* m) {
    int t = threadIdx.x;
    int count = __nvvm_bar0_popc(t % 3 == 0);
    int all = __nvvm_bar0_and(t < 40), some = __nvvm_bar0_or(t == 41);
    m[t] = count; m[40 + t] = all != 0; m[80 + t] = some != 0;
  })",
               {{1, 1, 1}, {40, 1, 1}, 0}, memory, {}, [&](const std::vector<int>& out) {
                 for (std::size_t i = 0; i < 40; ++i) {
                   ASSERT_EQ(out[i], 14);
                   ASSERT_EQ(out[40 + i], 1);
                   ASSERT_EQ(out[80 + i], 0);
                 }
               });
}

/// The strategy that the compiler chooses for kernel k.
abi::Strategy chosen(const std::string& source) {
  const LoadedModule module(device_image(source), "");
  EXPECT_EQ(module.error(), "");
  return module.kernel("k")->strategy;
}

/// Packets of which no lane, some or all leave before the barriers.
TEST(Cooperation, EarlyExitInPackets) {
  const std::string source = R"(extern "C" __global__ void k(int* m, int n) {
    __shared__ int s[128];
    int t = threadIdx.x, i = blockIdx.x * blockDim.x + t;
    if (i >= n) return;
    s[t] = m[i];
    for (int w = 1; w < 128; w *= 2) {
      __syncthreads();
      int v = t >= w ? s[t - w] : 0;
      __syncthreads();
      s[t] += v;
    }
    m[512 + i] = s[t];
  })";
  EXPECT_EQ(chosen(source), abi::Strategy::kSimd);
  std::vector<int> memory(1024);
  for (std::size_t i = 0; i < 512; ++i) memory[i] = static_cast<int>(i % 13);
  for (const int n : {1, 50, 64, 128, 333, 400}) {
    run_all<int>(source, {{4, 1, 1}, {128, 1, 1}, 0}, memory, {&n},
                 [&](const std::vector<int>& out) {
                   int sum = 0;
                   for (std::size_t i = 0; i < static_cast<std::size_t>(n); ++i) {
                     sum = i % 128 == 0 ? memory[i] : sum + memory[i];
                     ASSERT_EQ(out[512 + i], sum) << i;
                   }
                   ASSERT_EQ(out[512 + static_cast<std::size_t>(n)], 0);
                 });
  }
}

TEST(Cooperation, LanesAtDifferentBarriersAreNoPacket) {
  const std::string source = R"(extern "C" __global__ void k(int* m) {
    int t = threadIdx.x;
    if (t & 1) { m[t] = t; __syncthreads(); m[t] += m[t ^ 1]; }
    else { m[t] = 2 * t; __syncthreads(); m[64 + t] = m[t + 1]; }
  })";
  EXPECT_EQ(chosen(source), abi::Strategy::kRegion);
  run_all<int>(source, {{1, 1, 1}, {64, 1, 1}, 0}, std::vector<int>(128), {},
               [](const std::vector<int>& out) { EXPECT_EQ(out[3], 3 + 4); });
}

TEST(Cooperation, ReductionsOfThoseThatStay) {
  const std::string source = R"(extern "C" __global__ void k(int* m, int n) {
    int t = threadIdx.x;
    if (t >= n) return;
    int count = __nvvm_bar0_popc(t % 3 == 0);
    int all = __nvvm_bar0_and(t < n), some = __nvvm_bar0_or(t == n + 1);
    m[t] = count; m[64 + t] = all != 0; m[128 + t] = some != 0;
  })";
  EXPECT_EQ(chosen(source), abi::Strategy::kSimd);
  for (const int n : {64, 40, 7}) {
    run_all<int>(source, {{1, 1, 1}, {64, 1, 1}, 0}, std::vector<int>(192), {&n},
                 [&](const std::vector<int>& out) {
                   EXPECT_EQ(out[0], (n + 2) / 3);
                   EXPECT_EQ(out[64], 1);
                   EXPECT_EQ(out[128], 0);
                 });
  }
}

TEST(Cooperation, EarlyExitBeforeBarrier) {
  std::vector<int> memory(64, 5);
  run_all<int>(R"(extern "C" __global__ void k(int* m) {
    int t = threadIdx.x;
    if (t >= 50) return;
    m[t] = t;
    __syncthreads();
    int v = m[49 - t];
    __syncthreads();
    m[t] = v * 2;
  })",
               {{1, 1, 1}, {64, 1, 1}, 0}, memory, {}, [&](const std::vector<int>& out) {
                 for (int i = 0; i < 50; ++i)
                   ASSERT_EQ(out[static_cast<std::size_t>(i)], (49 - i) * 2);
                 ASSERT_EQ(out[50], 5);
               });
}

TEST(Cooperation, LocalArrayAcrossBarriers) {
  std::vector<int> memory(128);
  run_all<int>(R"(extern "C" __global__ void k(int* m, int n) {
    int a[8]; int t = threadIdx.x;
    for (int i = 0; i < 8; i++) a[i] = t * i;
    for (int r = 0; r < n; r++) {
      m[t] = a[(t + r) & 7];
      __syncthreads();
      a[(t * 3 + r) & 7] += m[(t + 1) & 127];
      __syncthreads();
    }
    int s = 0;
    for (int i = 0; i < 8; i++) s = s * 31 + a[i];
    m[t] = s;
  })",
               {{1, 1, 1}, {128, 1, 1}, 0}, memory, {[] {
                 static int n = 5;
                 return static_cast<const void*>(&n);
               }()},
               [](const std::vector<int>& out) { EXPECT_NE(out[1], out[2]); });
}

TEST(Cooperation, SpinOnAnotherThreadEnds) {
  std::vector<int> memory(64);
  run_all<int>(R"(extern "C" __global__ void k(int* m) {
    __shared__ volatile int flag;
    if (threadIdx.x == 0) flag = 0;
    __syncthreads();
    if (threadIdx.x == 63) flag = 9;
    else while (flag == 0) {}
    m[threadIdx.x] = flag;
  })",
               {{1, 1, 1}, {64, 1, 1}, 0}, memory, {},
               [](const std::vector<int>& out) { EXPECT_EQ(out[0], 9); });
}

TEST(Cooperation, RescanUntilOtherThreadsAreDoneEnds) {
  std::vector<int> memory(200);
  run_all<int>(R"(extern "C" __global__ void k(volatile int* m) {
    int missing;
    do {
      missing = 0;
      for (int v = threadIdx.x; v < 200; v += blockDim.x) {
        if (m[v] != 0) continue;
        const int next = v == 199 ? 1 : m[v + 1];
        if (next == 0) missing = 1;
        else m[v] = next + v % 3;
      }
    } while (missing != 0);
  })",
               {{1, 1, 1}, {64, 1, 1}, 0}, memory, {}, [](const std::vector<int>& out) {
                 EXPECT_EQ(out[199], 2);
                 EXPECT_EQ(out[0], 200);
               });
}

// Loops through the grid's elements that keep two sums and meet in shared memory behind them (turned_loop.h): launches that go
// round often, once and not at all; blocks of packets and of less; sums of floats in the order of each thread.
TEST(Cooperation, SumsThroughTheGridKeepTheirOrder) {
  constexpr int kOut = 20000;
  std::vector<float> memory(kOut + 64);
  for (int i = 0; i < kOut; ++i)
    memory[static_cast<std::size_t>(i)] = static_cast<float>(i % 1013) / 7;
  for (const unsigned threads : {8U, 96U}) {
    for (const int n : {0, 100, 9973}) {
      const unsigned blocks = 5;
      run_all<float>(R"(
    extern "C" __global__ void k(float* m, int n, int out) {
      __shared__ float sums[128];
      float sum = 0, product = 1;
      for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += blockDim.x * gridDim.x) {
        sum += m[i];
        product = product * 0.5f + m[i];
      }
      sums[threadIdx.x] = sum + product;
      __syncthreads();
      if (threadIdx.x > 0) return;
      float all = 0;
      for (int t = 0; t < blockDim.x; ++t) all += sums[t];
      m[out + blockIdx.x] = all;
    })",
                     {{blocks, 1, 1}, {threads, 1, 1}, 0}, memory, {&n, &kOut},
                     [&](const std::vector<float>& out) {
                       for (unsigned b = 0; b < blocks; ++b) {
                         float all = 0;
                         for (unsigned t = 0; t < threads; ++t) {
                           float sum = 0, product = 1;
                           for (auto i = b * threads + t; i < static_cast<unsigned>(n);
                                i += blocks * threads) {
                             sum += memory[i];
                             product = std::fma(product, 0.5F, memory[i]);
                           }
                           all += sum + product;
                         }
                         ASSERT_EQ(out[kOut + b], all) << threads << " threads, " << n;
                       }
                     });
    }
  }
}

}  // namespace
}  // namespace riffle::test
