// SPDX-License-Identifier: Apache-2.0
// Warp operations: permutations and masks where a packet is a warp, fibers elsewhere; the same bits.
#include <gtest/gtest.h>

#include <numeric>

#include "support/every_strategy.h"

namespace riffle::test {
namespace {

abi::Strategy chosen(const std::string& source) {
  const LoadedModule module(device_image(source), "");
  EXPECT_EQ(module.error(), "");
  return module.kernel("k")->strategy;
}

const std::string kOperations = R"(extern "C" __global__ void k(int* m, int n) {
    int t = threadIdx.x + blockDim.x * threadIdx.y, i = blockIdx.x * blockDim.x * blockDim.y + t;
    int v = m[i], *o = m + 512 + 20 * i;
    o[0] = __nvvm_shfl_sync_down_i32(~0u, v, 3, 31);
    o[1] = __nvvm_shfl_sync_up_i32(~0u, v, 5, 0);
    o[2] = __nvvm_shfl_sync_bfly_i32(~0u, v, 9, 31);
    o[3] = __nvvm_shfl_sync_idx_i32(~0u, v, 7, 31);
    o[4] = __nvvm_shfl_sync_idx_i32(~0u, v, 5, 0x181f);
    o[5] = __nvvm_shfl_sync_down_i32(~0u, v, 4, 0x101f);
    o[6] = __nvvm_shfl_sync_up_i32(~0u, v, 2, 0x1800);
    o[7] = __nvvm_shfl_sync_idx_i32(~0u, v, v * 7, 31);
    o[8] = __nvvm_shfl_sync_down_i32(~0u, v, n, 31);
    o[9] = __nvvm_vote_ballot_sync(~0u, v & 1);
    o[10] = __nvvm_vote_all_sync(~0u, v >= 0) + 2 * __nvvm_vote_any_sync(~0u, v == 5) + 4 * __nvvm_vote_uni_sync(~0u, v > 100);
    o[11] = __nvvm_match_any_sync_i32(~0u, v & 3);
    int all; o[12] = __nvvm_match_all_sync_i32p(~0u, v >> 7, &all); o[12] ^= all;
    o[13] = __nvvm_redux_sync_add(v, ~0u);
    o[14] = __nvvm_redux_sync_min(v - 50, ~0u) ^ __nvvm_redux_sync_umax(v, ~0u) ^ __nvvm_redux_sync_xor(v, ~0u);
    o[15] = __nvvm_activemask();
    o[16] = (int)__nvvm_shfl_sync_bfly_f32(~0u, v * 0.5f, 1, 31);
    o[17] = __nvvm_match_any_sync_i64(~0u, (long long)(v % 5) << 40);
    __nvvm_bar_warp_sync(~0u);
    o[18] = __nvvm_shfl_sync_idx_i32(~0u, v, n, 31);
    o[19] = __nvvm_vote_ballot_sync(0xffffu << (t & 16), v % 3 == 0);
  })";

void run_operations(const LaunchShape& shape) {
  std::vector<int> memory(512 + 20 * 512);
  for (std::size_t i = 0; i < 512; ++i) memory[i] = static_cast<int>(i * 37 % 128);
  const int n = 11;
  run_all<int>(kOperations, shape, memory, {&n}, [&](const std::vector<int>& out) {
    EXPECT_EQ(out[512], memory[3]);
    EXPECT_EQ(out[512 + 3], memory[7]);
    EXPECT_EQ(out[512 + 13], std::accumulate(memory.begin(), memory.begin() + 32, 0));
    EXPECT_EQ(out[512 + 15], -1);
    EXPECT_EQ(out[512 + 18], memory[11]);
  });
}

TEST(Warp, WholeWarps) {
  EXPECT_EQ(chosen(kOperations), abi::Strategy::kSimd);
  run_operations({{2, 1, 1}, {128, 1, 1}, 0});
  run_operations({{1, 1, 1}, {64, 4, 1}, 0});
}

/// Warps of consecutive numbers, whatever rows these are in.
TEST(Warp, WarpsAcrossRows) {
  run_operations({{2, 1, 1}, {16, 16, 1}, 0});
  run_operations({{2, 1, 1}, {24, 4, 1}, 0});
  run_operations({{1, 1, 1}, {10, 10, 1}, 0});
}

/// Places in the block, with and without thread.z, on both sides of barriers, and behind early returns.
TEST(Warp, PlacesOfWarpsAcrossRows) {
  const std::string with_planes = R"(extern "C" __global__ void k(int* m, int n) {
    __shared__ int s[512];
    int t = (threadIdx.z * blockDim.y + threadIdx.y) * blockDim.x + threadIdx.x;
    int i = blockIdx.x * blockDim.x * blockDim.y * blockDim.z + t;
    if (threadIdx.y >= n) return;
    int v = __nvvm_shfl_sync_down_i32(~0u, m[i], 3, 31) + (threadIdx.x | threadIdx.y << 8 | threadIdx.z << 16);
    s[t] = v;
    __syncthreads();
    int other = s[t - threadIdx.x + blockDim.x - 1 - threadIdx.x];
    unsigned even = __nvvm_vote_ballot_sync(~0u, threadIdx.y % 2 == 0);
    if (threadIdx.y % 2 == 0) other += __nvvm_shfl_sync_bfly_i32(even, v, 2, 31) + __nvvm_redux_sync_add(v, even);
    __syncthreads();
    m[1024 + i] = other + 7 * blockDim.x + 11 * blockDim.y + 13 * blockDim.z;
  })";
  const std::string without = R"(extern "C" __global__ void k(int* m, int n) {
    int lane = threadIdx.x + threadIdx.y * blockDim.x & 31, w = blockDim.x * gridDim.x;
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = threadIdx.y;
    int v = y < n ? m[y * w + x] : 0;
    for (int d = 16; d; d /= 2) v += __nvvm_shfl_sync_down_i32(~0u, v, d, 31);
    if (lane == 0 || x == n) m[1024 + y * w + x] = v + y;
  })";
  std::vector<int> memory(2048);
  std::iota(memory.begin(), memory.end(), 5);
  for (const std::string& source : {with_planes, without}) {
    EXPECT_EQ(chosen(source), abi::Strategy::kSimd);
    // All of a warp's threads return, or none of them.
    for (const auto& [shape, n] : {std::pair{LaunchShape{{2, 1, 1}, {16, 16, 1}}, 8},
                                   {{{2, 1, 1}, {8, 8, 4}}, 4},
                                   {{{2, 1, 1}, {4, 2, 12}}, 500},
                                   {{{2, 1, 1}, {12, 8, 1}}, 500},
                                   {{{2, 1, 1}, {33, 2, 1}}, 500},
                                   {{{2, 1, 1}, {64, 2, 1}}, 1}}) {
      if (source == without && shape.block[2] != 1) continue;
      run_all<int>(source, shape, memory, {&n}, [](const std::vector<int>&) {});
    }
  }
}

TEST(Warp, BlockSumByShuffles) {
  const std::string source = R"(
    __device__ float warp_sum(float v) {
      for (int d = 16; d; d >>= 1) v += __nvvm_shfl_sync_down_f32(~0u, v, d, 31);
      return v;
    }
    extern "C" __global__ void k(float* m, int n) {
      __shared__ float part[32];
      int lane = threadIdx.x % 32, warp = threadIdx.x / 32;
      float sum = 0;
      for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += blockDim.x * gridDim.x) sum += m[i];
      sum = warp_sum(sum);
      if (lane == 0) part[warp] = sum;
      __syncthreads();
      if (warp == 0) {
        sum = threadIdx.x < blockDim.x / 32 ? part[lane] : 0;
        sum = warp_sum(sum);
        if (threadIdx.x == 0) m[n + blockIdx.x] = sum;
      }
    })";
  EXPECT_EQ(chosen(source), abi::Strategy::kSimd);
  std::vector<float> memory(1000 + 4);
  for (std::size_t i = 0; i < 1000; ++i) memory[i] = static_cast<float>(i % 10);
  const int n = 1000;
  run_all<float>(source, {{2, 1, 1}, {256, 1, 1}, 0}, memory, {&n},
                 [](const std::vector<float>& out) { EXPECT_EQ(out[1000] + out[1001], 4500.0F); });
}

TEST(Warp, SomeLanesOfAPacket) {
  const std::string source = R"(extern "C" __global__ void k(int* m) {
    int v = m[threadIdx.x];
    if (threadIdx.x & 1) v = __nvvm_shfl_sync_bfly_i32(0xaaaaaaaa, v, 2, 31);
    m[threadIdx.x] = v;
  })";
  EXPECT_EQ(chosen(source), abi::Strategy::kSimd);
  std::vector<int> memory(64);
  std::iota(memory.begin(), memory.end(), 0);
  run_all<int>(source, {{1, 1, 1}, {64, 1, 1}, 0}, memory, {}, [](const std::vector<int>& out) {
    EXPECT_EQ(out[1], 3);
    EXPECT_EQ(out[2], 2);
  });
}

TEST(Warp, LanesOnBothSidesRunOnFibers) {
  const std::string source = R"(extern "C" __global__ void k(int* m) {
    int v = m[threadIdx.x];
    if (threadIdx.x & 1) v = __nvvm_shfl_sync_bfly_i32(0xaaaaaaaa, v, 2, 31);
    else v = __nvvm_shfl_sync_bfly_i32(0x55555555, v + 100, 4, 31);
    m[threadIdx.x] = v;
  })";
  EXPECT_EQ(chosen(source), abi::Strategy::kFiber);
  std::vector<int> memory(64);
  std::iota(memory.begin(), memory.end(), 0);
  run_all<int>(source, {{1, 1, 1}, {64, 1, 1}, 0}, memory, {}, [](const std::vector<int>& out) {
    EXPECT_EQ(out[1], 3);
    EXPECT_EQ(out[2], 106);
  });
}

/// Lanes that left the loop early hold values that nobody may see, but shuffles read them.
TEST(Warp, BehindADivergentLoop) {
  std::vector<int> memory(64);
  std::iota(memory.begin(), memory.end(), 1);
  run_all<int>(R"(extern "C" __global__ void k(int* m) {
    int v = m[threadIdx.x], steps = 0;
    while (v != 1) { v = v & 1 ? 3 * v + 1 : v / 2; ++steps; }
    m[threadIdx.x] = __nvvm_redux_sync_max(steps, ~0u) * 1000 + __nvvm_shfl_sync_bfly_i32(~0u, steps, 31, 31);
  })",
               {{1, 1, 1}, {64, 1, 1}, 0}, memory, {},
               [](const std::vector<int>& out) { EXPECT_EQ(out[0], 111 * 1000 + 5); });
}

/// What lanes hold that are not named, or that are off, must not count.
TEST(Warp, ReductionsUnderMasks) {
  const std::string source = R"(extern "C" __global__ void k(int* m, int n) {
    int t = threadIdx.x, v = m[blockIdx.x * blockDim.x + t], *o = m + 256 + 16 * (blockIdx.x * blockDim.x + t), all = 0;
    unsigned odd = __nvvm_vote_ballot_sync(~0u, v & 1);
    unsigned group = __nvvm_match_any_sync_i32(~0u, v % n);
    if (v & 1) {
      o[0] = __nvvm_redux_sync_add(v, odd);
      o[1] = __nvvm_redux_sync_min(v - 50, odd);
      o[2] = __nvvm_redux_sync_umin(v - 50, odd);
      o[3] = __nvvm_match_all_sync_i32p(odd, v > 2, &all) + all;
      o[4] = __nvvm_match_all_sync_i32p(odd, v & 1, &all) + all;
    }
    o[5] = __nvvm_redux_sync_add(v, group);
    o[6] = __nvvm_redux_sync_max(v - 50, group) ^ __nvvm_redux_sync_umax(v - 50, group);
    o[7] = __nvvm_redux_sync_and(v, group) + 256 * __nvvm_redux_sync_or(v, group) + 65536 * __nvvm_redux_sync_xor(v, group);
    o[8] = __nvvm_match_all_sync_i32p(group, v & 3, &all) + 2 * all;
    o[9] = __nvvm_match_all_sync_i64p(group, (long long)(v % n) << 40, &all) + 2 * all;
    if (v % n != 1) o[10] = __nvvm_redux_sync_add(v, group);
    unsigned tail = blockDim.x < (t & ~31) + 40 ? 0xffffffu : ~0u;
    if ((t & 31) < 24 || tail == ~0u) o[11] = __nvvm_redux_sync_min(v, tail);
    unsigned half = 0xffffu << (t & 16);
    o[12] = __nvvm_redux_sync_add(v, half);
    int steps = 0;
    for (unsigned on = ~0u; steps < 9;) {
      unsigned next = __nvvm_vote_ballot_sync(on, v % 9 > steps);
      if (v % 9 <= steps) break;
      on = next;
      o[13] += __nvvm_redux_sync_add(v, on);
      ++steps;
    }
    if ((t & 31) % 4 == 1) o[14] = __nvvm_redux_sync_max(-v, 0x22222222);
  })";
  EXPECT_EQ(chosen(source), abi::Strategy::kSimd);
  std::vector<int> memory(256 + 16 * 256, 0);
  for (std::size_t i = 0; i < 256; ++i) memory[i] = static_cast<int>(i * 37 % 101);
  for (const int n : {1, 7, 64, 101}) {
    run_all<int>(source, {{2, 1, 1}, {128, 1, 1}, 0}, memory, {&n},
                 [&](const std::vector<int>& out) {
                   int odd = 0, group = 0;
                   for (std::size_t i = 0; i < 32; ++i) {
                     if (memory[i] % 2 == 1) odd += memory[i];
                     if (memory[i] % n == memory[1] % n) group += memory[i];
                   }
                   EXPECT_EQ(out[256 + 16], odd);
                   EXPECT_EQ(out[256 + 16 + 5], group);
                 });
  }
}

}  // namespace
}  // namespace riffle::test
