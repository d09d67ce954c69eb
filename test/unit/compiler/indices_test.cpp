// SPDX-License-Identifier: Apache-2.0
// Indices by which lanes access memory: within bounds, of two widths, permuted; the same bits as thread by thread.
#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>
#include <string>
#include <utility>
#include <vector>

#include "support/every_strategy.h"

namespace riffle::test {
namespace {

// The neighbours of an image's edge: kept within, from the other side, or none.
TEST(Indices, IndicesWithinBounds) {
  const int w = 150, h = 3;
  const auto size = static_cast<std::size_t>(w) * h;
  std::vector<int> memory(3 * size);
  for (std::size_t i = 0; i < size; ++i) memory[i] = static_cast<int>(i * i % 1009);
  const auto at = [&](int x, int y) { return memory[static_cast<std::size_t>(y * w + x)]; };
  for (const unsigned extent : {128U, 64U, 16U, 10U}) {
    const LaunchShape shape{{(w + extent - 1) / extent, 1, 1}, {extent, h, 1}, 0};
    run_all<int>(
        R"(
    __device__ int kept(int i, int n) { return i < 0 ? 0 : i > n - 1 ? n - 1 : i; }
    extern "C" __global__ void k(int* m, int w, int h, int reach) {
      int x = blockIdx.x * blockDim.x + threadIdx.x, y = threadIdx.y, sum = 0;
      if (x >= w) return;
      for (int d = -reach; d <= reach; ++d) sum = sum * 3 + m[y * w + kept(x + d, w)];
      unsigned u = x;
      int left = x == 0 ? w - 1 : x - 1, right = x < w - 1 ? x + 1 : 0, below = kept(y + 1, h);
      sum += 5 * m[y * w + left] + 7 * m[y * w + right] + 11 * m[below * w + x];
      sum += 13 * m[u < 7 ? 0 : u - 7] + 17 * m[u + 9 < w ? u + 9 : w - 1];
      m[w * h + y * w + x] = sum;
      m[2 * w * h + y * w + left] = x;
    })",
        shape, memory, {&w, &h, &h}, [&](const std::vector<int>& out) {
          const auto kept = [](int i, int n) { return std::clamp(i, 0, n - 1); };
          for (int y = 0; y < h; ++y) {
            for (int x = 0; x < w; ++x) {
              int sum = 0;
              for (int d = -h; d <= h; ++d) sum = sum * 3 + at(kept(x + d, w), y);
              const int left = (x + w - 1) % w;
              sum += 5 * at(left, y) + 7 * at((x + 1) % w, y) + 11 * at(x, kept(y + 1, h));
              sum += 13 * at(kept(x - 7, w), 0) + 17 * at(kept(x + 9, w), 0);
              ASSERT_EQ(out[size + static_cast<std::size_t>(y * w + x)], sum) << x << " " << y;
              ASSERT_EQ(out[2 * size + static_cast<std::size_t>(y * w + left)], x);
            }
          }
        });
  }
}

// Beyond the edge there is nothing; part of the sum is in memory.
TEST(Indices, NeighboursWithinImage) {
  const int w = 150, h = 3;
  const auto size = static_cast<std::size_t>(w) * h;
  std::vector<int> memory(2 * size);
  for (std::size_t i = 0; i < size; ++i) memory[i] = static_cast<int>(i * i % 1009);
  for (const unsigned extent : {128U, 64U, 16U, 10U}) {
    const LaunchShape shape{{(w + extent - 1) / extent, 1, 1}, {extent, h, 1}, 0};
    run_all<int>(
        R"(
    extern "C" __global__ void k(int* m, int w, int h, int reach) {
      int x = blockIdx.x * blockDim.x + threadIdx.x, y = threadIdx.y, sum = 0;
      if (x >= w) return;
      for (int dy = -reach; dy <= reach; ++dy)
        for (int dx = -reach; dx <= reach; ++dx) {
          sum = sum * 3 + 1;
          if (x + dx >= 0 && x + dx < w && y + dy >= 0 && y + dy < h) sum += m[(y + dy) * w + x + dx];
          if (x + dx != 40) m[w * h + y * w + x] += dx;
        }
      m[w * h + y * w + x] += sum;
    })",
        shape, memory, {&w, &h, &h}, [&](const std::vector<int>& out) {
          for (int y = 0; y < h; ++y) {
            for (int x = 0; x < w; ++x) {
              unsigned sum = 0;
              int stored = 0;
              for (int dy = -h; dy <= h; ++dy) {
                for (int dx = -h; dx <= h; ++dx) {
                  const int i = x + dx, j = y + dy;
                  sum = sum * 3 + 1;
                  if (i >= 0 && i < w && j >= 0 && j < h)
                    sum += static_cast<unsigned>(memory[static_cast<std::size_t>(j * w + i)]);
                  if (i != 40) stored += dx;
                }
              }
              ASSERT_EQ(static_cast<unsigned>(out[size + static_cast<std::size_t>(y * w + x)]),
                        sum + static_cast<unsigned>(stored))
                  << x << " " << y;
            }
          }
        });
  }
}

// The vectoriser of thread by thread code may take both for indices that count up; only the one of 255 does.
TEST(Indices, IndicesOfTwoWidths) {
  const int threads = 37, blocks = 3;
  run_all<int>(
      R"(
    extern "C" __global__ void k(int* m, int n) {
      __shared__ int s[256];
      int t = threadIdx.x, i = blockIdx.x * blockDim.x + t, l = t + blockDim.x * threadIdx.y;
      int own[4] = {i, 2 * i, 3 * i, 4 * i};
      s[l & 255] = l;
      __syncthreads();
      own[t & 3] += n;
      s[l & 255] = n;
      __syncthreads();
      m[i] = own[m[i] & 3] + s[l & 255];
    })",
      {{blocks, 1, 1}, {threads, 1, 1}, 0}, std::vector<int>(blocks * threads, 1), {&threads},
      [&](const std::vector<int>& out) {
        for (int i = 0; i < blocks * threads; ++i) {
          ASSERT_EQ(out[static_cast<std::size_t>(i)],
                    2 * i + (i % threads % 4 == 1 ? threads : 0) + threads)
              << i;
        }
      });
}

// Steps of sorting networks at three places of shared memory, of pairs near and far; a part under a condition.
template <class Element>
void exchange_on_host(Element* m, int reach, int threads, int but) {
  for (int t = 0; t < threads; ++t) {
    const int i = 2 * t - (t & (reach - 1));
    if ((m[i] > m[i + reach]) == ((i & 8) == 0) && t % 7 != but) std::swap(m[i], m[i + reach]);
  }
}

template <class Element>
void check_exchanges(const std::string& element) {
  const int threads = 128;
  std::vector<Element> memory(3 * 320), wanted;
  for (std::size_t i = 0; i < memory.size(); ++i)
    memory[i] = static_cast<Element>(i * 7919 % 1013) - 300;
  wanted = memory;
  const int places[] = {0, 1, 32};
  for (int block = 0; block < 3; ++block) {
    Element* m = wanted.data() + static_cast<std::ptrdiff_t>(block) * 320 + places[block];
    for (int reach = 1; reach <= 64; reach *= 2) {
      exchange_on_host(m, reach, threads, -1);
      exchange_on_host(m, reach, threads, 2);
    }
  }
  run_all<Element>("using T = " + element + R"(;
    __device__ void exchange(T& a, T& b, bool up) { if ((a > b) == up) { T c = a; a = b; b = c; } }
    extern "C" __global__ void k(T* m) {
      __shared__ T all[320];
      int t = threadIdx.x, from = blockIdx.x * 320;
      for (int i = t; i < 320; i += blockDim.x) all[i] = m[from + i];
      T* s = all + (blockIdx.x == 2 ? 32 : blockIdx.x);
      for (int reach = 1; reach <= 64; reach *= 2) {
        int i = 2 * t - (t & (reach - 1));
        __syncthreads();
        exchange(s[i], s[i + reach], (i & 8) == 0);
        __syncthreads();
        if (t % 7 != 2) exchange(s[i], s[i + reach], (i & 8) == 0);
      }
      __syncthreads();
      for (int i = t; i < 320; i += blockDim.x) m[from + i] = all[i];
    })",
                   {{3, 1, 1}, {threads, 1, 1}, 0}, memory, {},
                   [&](const std::vector<Element>& out) { EXPECT_EQ(out, wanted); });
}

TEST(Indices, ExchangesInSharedMemory) {
  check_exchanges<int>("int");
  check_exchanges<double>("double");
}

// Numbers of every kind that permute the threads, questions about the indices, and what is left of both behind them.
TEST(Indices, NumbersThatPermuteThreads) {
  constexpr int kThreads = 128, kPlaces = 512;
  const int questions[] = {0, 1, 8, 32, 48, 64, 256, -1};
  std::vector<unsigned> memory(3 * kPlaces);
  for (std::size_t i = 0; i < memory.size(); ++i)
    memory[i] = static_cast<unsigned>(i * 7919 % 1013) - 300U;
  std::vector<unsigned> wanted = memory;
  unsigned* const from = wanted.data();
  unsigned* const to = from + kPlaces;
  unsigned* const moved = to + kPlaces;
  for (int u = 0; u < 140; ++u) {
    for (const int v : questions) {
      for (int t = 0; t < kThreads; ++t) {
        const int p = t ^ u, i = 2 * t - (t & u);
        const bool is_even = ((i + 1024) & v) == 0;
        const unsigned a = from[p], b = from[i];
        const int place = ((p + 256) & v) != 0 ? i : p;
        to[t] = to[t] * 3 + (is_even ? a - b : b + 1) + static_cast<unsigned>(place);
        if (((t + 512) & v) == 0) moved[p] += a + static_cast<unsigned>(t);
      }
    }
  }
  run_all<unsigned>(R"(
    extern "C" __global__ void k(unsigned* m) {
      __shared__ unsigned from[512], moved[512];
      int t = threadIdx.x;
      for (int i = t; i < 512; i += blockDim.x) { from[i] = m[i]; moved[i] = m[1024 + i]; }
      const int questions[] = {0, 1, 8, 32, 48, 64, 256, -1};
      for (int u = 0; u < 140; ++u) {
        for (int k = 0; k < 8; ++k) {
          int v = questions[k];
          __syncthreads();
          int p = t ^ u, i = 2 * t - (t & u);
          unsigned a = from[p], b = from[i];
          bool is_even = ((i + 1024) & v) == 0;
          m[512 + t] = m[512 + t] * 3 + (is_even ? a - b : b + 1) + (((p + 256) & v) != 0 ? i : p);
          if (((t + 512) & v) == 0) moved[p] += a + t;
        }
      }
      __syncthreads();
      for (int i = t; i < 512; i += blockDim.x) m[1024 + i] = moved[i];
    })",
                    {{1, 1, 1}, {kThreads, 1, 1}, 0}, memory, {},
                    [&](const std::vector<unsigned>& out) { EXPECT_EQ(out, wanted); });
}

// Lanes leave the loop, in which a permutation has a copy for each number, at different times with values of their own.
TEST(Indices, PermutedIndicesInALoopThatLanesLeave) {
  constexpr int kThreads = 128, kBytes = 256;
  std::vector<int> memory(kBytes + kThreads);
  for (int i = 0; i < kBytes; ++i) memory[static_cast<std::size_t>(i)] = (i * 7919 % 1013) & 3;
  for (const int u : {0, 1, 4, 6, 16, 32, 96}) {
    run_all<int>(R"(
      extern "C" __global__ void k(int* m, int u) {
        int t = threadIdx.x, p = t ^ u, less = 9;
        for (int i = 0; i < 100; ++i) {
          int a = m[p + i], b = m[t + i];
          if (a != b) {
            less = a < b ? i : -i;
            break;
          }
        }
        m[256 + t] = less;
      })",
                 {{1, 1, 1}, {kThreads, 1, 1}, 0}, memory, {&u}, [&](const std::vector<int>& out) {
                   for (int t = 0; t < kThreads; ++t) {
                     const int* const one = &memory[static_cast<std::size_t>(t ^ u)];
                     const int* const other = &memory[static_cast<std::size_t>(t)];
                     int i = 0;
                     while (i < 100 && one[i] == other[i]) ++i;
                     const int wanted = i == 100 ? 9 : one[i] < other[i] ? i : -i;
                     ASSERT_EQ(out[static_cast<std::size_t>(kBytes + t)], wanted)
                         << t << " ^ " << u;
                   }
                 });
  }
}

// Butterflies of four, as of a Walsh transform: `t - (t & u)` alone is in no order, with `t & u` it is again.
TEST(Indices, SumsOfPartsOfAPermutedIndex) {
  constexpr int kThreads = 128;
  std::vector<int> memory(4 * kThreads);
  for (std::size_t i = 0; i < memory.size(); ++i) memory[i] = static_cast<int>(i * 7919 % 1013);
  for (const int stride : {1, 2, 4, 8, 16, 32, 64, 128}) {
    std::vector<int> wanted = memory;
    for (int t = 0; t < kThreads; ++t) {
      const int low = t & (stride - 1);
      int* const at = &wanted[static_cast<std::size_t>((t - low) * 4 + low)];
      const int a = at[0], b = at[stride], c = at[2 * stride], d = at[3 * stride];
      at[0] = a + b + c + d;
      at[stride] = a - b + 3 * (c - d);
      at[2 * stride] = a + b - c - d;
      at[3 * stride] = (t - low) ^ (a - b - c + d);
    }
    run_all<int>(R"(
      extern "C" __global__ void k(int* m, int stride) {
        __shared__ int s[512];
        int t = threadIdx.x;
        for (int i = t; i < 512; i += 128) s[i] = m[i];
        __syncthreads();
        int low = t & (stride - 1);
        int i = ((t - low) << 2) + low;
        int a = s[i], b = s[i + stride], c = s[i + 2 * stride], d = s[i + 3 * stride];
        s[i] = a + b + c + d;
        s[i + stride] = a - b + 3 * (c - d);
        s[i + 2 * stride] = a + b - c - d;
        s[i + 3 * stride] = (t - low) ^ (a - b - c + d);
        __syncthreads();
        for (int i = t; i < 512; i += 128) m[i] = s[i];
      })",
                 {{1, 1, 1}, {kThreads, 1, 1}, 0}, memory, {&stride},
                 [&](const std::vector<int>& out) { EXPECT_EQ(out, wanted) << stride; });
  }
}

// A permuted index reaches further than one in order: 2 * t - (t & 225) of threads 224 to 255 is 224 to 285.
TEST(Indices, PermutedIndicesThatWrap) {
  std::vector<int> memory(768);
  std::iota(memory.begin(), memory.end(), 0);
  const int number = 225;
  run_all<int>(R"(
    extern "C" __global__ void k(int* m, int u) {
      __shared__ int s[512];
      int t = threadIdx.x;
      s[t] = m[t];
      s[256 + t] = m[256 + t];
      __syncthreads();
      unsigned char i = 2 * t - (t & u);
      m[512 + t] = s[i];
    })",
               {{1, 1, 1}, {256, 1, 1}, 0}, memory, {&number}, [&](const std::vector<int>& out) {
                 for (int t = 0; t < 256; ++t)
                   ASSERT_EQ(out[static_cast<std::size_t>(512 + t)], (2 * t - (t & number)) & 255);
               });
}

}  // namespace
}  // namespace riffle::test
