// SPDX-License-Identifier: Apache-2.0
// Threads that wait for each other: barriers, warp operations, spinning.
#include <gtest/gtest.h>

#include <numeric>

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

TEST(Cooperation, WarpOperationsRunOnFibers) {
  std::vector<int> memory(64);
  std::iota(memory.begin(), memory.end(), 1);
  run_all<int>(R"(extern "C" __global__ void k(int* m) {
    int v = m[threadIdx.x];
    for (int d = 16; d; d >>= 1) v += __nvvm_shfl_sync_down_i32(~0u, v, d, 31);
    v = __nvvm_shfl_sync_idx_i32(~0u, v, 0, 31);
    m[threadIdx.x] = v + (int)__nvvm_vote_ballot_sync(~0u, threadIdx.x & 1);
  })",
               {{1, 1, 1}, {64, 1, 1}, 0}, memory, {}, [](const std::vector<int>& out) {
                 EXPECT_EQ(out[0], 528 + static_cast<int>(0xaaaaaaaaU));
                 EXPECT_EQ(out[63], 528 + 1024 + static_cast<int>(0xaaaaaaaaU));
               });
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

}  // namespace
}  // namespace riffle::test
