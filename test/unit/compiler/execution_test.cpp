// SPDX-License-Identifier: Apache-2.0
// Kernels compiled from source: positions, memory, calls, errors.
#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>
#include <numeric>
#include <string>
#include <utility>

#include "support/every_strategy.h"

namespace riffle::test {
namespace {

TEST(Execution, EveryThreadSeesItsPosition) {
  const LaunchShape shape{{3, 2, 2}, {5, 3, 2}, 0};
  const std::size_t threads = 30, blocks = 12;
  run_all<int>(R"(extern "C" __global__ void k(int* out) {
    int t = threadIdx.x + blockDim.x * (threadIdx.y + blockDim.y * threadIdx.z);
    int b = blockIdx.x + gridDim.x * (blockIdx.y + gridDim.y * blockIdx.z);
    out[b * 30 + t] = b * 1000 + threadIdx.x + 10 * threadIdx.y + 100 * threadIdx.z;
  })",
               shape, std::vector<int>(threads * blocks, -1), {}, [&](const std::vector<int>& out) {
                 for (std::size_t i = 0; i < out.size(); ++i) {
                   const int t = static_cast<int>(i % threads);
                   ASSERT_EQ(out[i], static_cast<int>(i / threads) * 1000 + t % 5 + t / 5 % 3 * 10 +
                                         t / 15 * 100);
                 }
               });
}

TEST(Execution, VectorAddWithTail) {
  const int n = 1000;
  std::vector<float> memory(2 * n + 24, 7.0F);
  for (int i = 0; i < n; ++i) memory[static_cast<std::size_t>(i)] = static_cast<float>(i) * 0.5F;
  run_all<float>(R"(extern "C" __global__ void k(float* m, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) m[n + i] = m[i] * 3.0f + m[i];
  })",
                 {{4, 1, 1}, {256, 1, 1}, 0}, memory, {&n}, [&](const std::vector<float>& out) {
                   for (int i = 0; i < n; ++i) {
                     ASSERT_EQ(out[static_cast<std::size_t>(n + i)], static_cast<float>(i) * 2.0F);
                   }
                   ASSERT_EQ(out[2 * n], 7.0F);
                 });
}

TEST(Execution, PixelsOfThreeAndFourBytes) {
  const int n = 1000;
  std::vector<unsigned char> memory(4096 * 3);
  for (std::size_t i = 0; i < 8192; ++i) memory[i] = static_cast<unsigned char>(i * 37 % 251);
  run_all<unsigned char>(
      R"(
    struct P3 { unsigned char r, g, b; }; struct P4 { unsigned char r, g, b, a; };
    extern "C" __global__ void k(unsigned char* m, int n) {
      int i = blockIdx.x * blockDim.x + threadIdx.x;
      P4 q = ((const P4*)(m + 4096))[i];
      unsigned char v = q.r + 2 * q.g + 3 * q.b + 5 * q.a + m[2 * i + 1];
      if (i < n) { P3 p = ((const P3*)m)[i]; v += .3f * p.r + .59f * p.g + .11f * p.b; v ^= m[3 * i + 2] + m[4 * i]; }
      m[8192 + i] = v;
    })",
      {{4, 1, 1}, {256, 1, 1}, 0}, memory, {&n}, [&](const std::vector<unsigned char>& out) {
        const std::size_t i = 1001;  // beyond n
        ASSERT_EQ(out[8192 + i],
                  static_cast<unsigned char>(memory[4096 + 4 * i] + 2 * memory[4097 + 4 * i] +
                                             3 * memory[4098 + 4 * i] + 5 * memory[4099 + 4 * i] +
                                             memory[2 * i + 1]));
      });
}

// Narrow elements stored where memory says so, of values of the lane and one of all, behind the end of an array.
TEST(Execution, NarrowElementsUnderMasks) {
  std::vector<std::uint16_t> memory(3 * 1024);
  for (std::size_t i = 0; i < 1024; ++i)
    memory[i] = static_cast<std::uint16_t>(i < 256   ? i % 7
                                           : i < 512 ? 3
                                           : i < 640 ? 0
                                                     : i * i % 251);
  for (const unsigned extent : {128U, 40U}) {
    const int n = 1001;
    run_all<std::uint16_t>(
        R"(
    extern "C" __global__ void k(unsigned short* m, int n) {
      int i = blockIdx.x * blockDim.x + threadIdx.x;
      if (i < n && m[i] > 2) m[1024 + i] = m[i] * 5;
      unsigned char* bytes = (unsigned char*)(m + 2048);
      if (i < n && (m[i] & 1)) bytes[i] = 7;
    })",
        {{(1024 + extent - 1) / extent, 1, 1}, {extent, 1, 1}, 0}, memory, {&n},
        [&](const std::vector<std::uint16_t>& out) {
          for (std::size_t i = 0; i < 1024; ++i) {
            const bool runs = i < static_cast<std::size_t>(n);
            ASSERT_EQ(out[1024 + i], runs && memory[i] > 2 ? memory[i] * 5 : 0) << i;
            const int byte = out[2048 + i / 2] >> (8 * (i % 2)) & 255;
            ASSERT_EQ(byte, runs && (memory[i] & 1) != 0 ? 7 : 0) << i;
          }
        });
  }
}

// The neighbours of an image's edge: kept within, from the other side, or none.
TEST(Execution, IndicesWithinBounds) {
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
TEST(Execution, NeighboursWithinImage) {
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
TEST(Execution, IndicesOfTwoWidths) {
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

TEST(Execution, ExchangesInSharedMemory) {
  check_exchanges<int>("int");
  check_exchanges<double>("double");
}

// Numbers of every kind that permute the threads, questions about the indices, and what is left of both behind them.
TEST(Execution, NumbersThatPermuteThreads) {
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
TEST(Execution, PermutedIndicesInALoopThatLanesLeave) {
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

// The nearest integer there is, 0 for NaN.
TEST(Execution, FloatsBeyondIntegers) {
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

// Butterflies of four, as of a Walsh transform: `t - (t & u)` alone is in no order, with `t & u` it is again.
TEST(Execution, SumsOfPartsOfAPermutedIndex) {
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
TEST(Execution, PermutedIndicesThatWrap) {
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

TEST(Execution, GlobalVariablesAndStructures) {
  const auto image = device_image(R"(
    __device__ int counter = 5;
    __constant__ float table[4] = {1, 2, 3, 4};
    struct P { int a; float b[4]; };
    extern "C" __global__ void k(float* m, P p, bool flag) {
      p.a += threadIdx.x;
      m[p.a] = p.b[threadIdx.x & 3] * table[(threadIdx.x + 1) & 3] + (flag ? 100.0f : 0.0f);
      atomicAdd(&counter, 1);
    })");
  struct P {
    int a;
    float b[4];
  };
  for (const std::string& strategy : kStrategies) {
    SCOPED_TRACE("strategy '" + strategy + "'");
    const LoadedModule module(image, strategy);
    ASSERT_EQ(module.error(), "");
    std::vector<float> memory(64);
    float* pointer = memory.data();
    const P p{3, {1, 10, 100, 1000}};
    const bool flag = true;
    ASSERT_NE(module.variable("table"), nullptr);
    EXPECT_EQ(module.variable("table")->flags, abi::kVariableConstant);
    static_cast<float*>(module.variable("table")->address)[1] = 7;
    ASSERT_TRUE(
        fake_launch(*module.kernel("k"), {{1, 1, 1}, {32, 1, 1}, 0}, {&pointer, &p, &flag}));
    EXPECT_EQ(memory[3], 107.0F);
    EXPECT_EQ(memory[4], 130.0F);
    EXPECT_EQ(memory[3 + 31], 1100.0F);
    EXPECT_EQ(*static_cast<int*>(module.variable("counter")->address), 37);
  }
}

TEST(Execution, CallsThroughPointersAndRecursion) {
  std::vector<int> memory(64);
  std::iota(memory.begin(), memory.end(), 0);
  run_all<int>(R"(
    __device__ __attribute__((noinline)) int fib(int n) { return n < 2 ? n : fib(n - 1) + fib(n - 2); }
    __device__ int twice(int x) { return 2 * x + threadIdx.x; }
    __device__ int thrice(int x) { return 3 * x + blockDim.x; }
    __device__ int (*table[2])(int) = {twice, thrice};
    extern "C" __global__ void k(int* m) { int t = threadIdx.x; m[t] = table[t & 1](m[t]) + fib(t & 7); })",
               {{1, 1, 1}, {64, 1, 1}, 0}, memory, {}, [](const std::vector<int>& out) {
                 EXPECT_EQ(out[2], 4 + 2 + 1);
                 EXPECT_EQ(out[7], 21 + 64 + 13);
               });
}

TEST(Execution, FaultsAndAssertionsEndTheLaunch) {
  const auto image = device_image(R"(
    extern "C" __global__ void k(int* m) { if (m[threadIdx.x] == 7) __builtin_trap(); m[threadIdx.x] = 1; }
    extern "C" __global__ void a(int* m) { if (m[threadIdx.x] != 0) __assertfail("m == 0", "f", 3, "a", 1); }
    extern "C" __global__ void p(int* m) { if (threadIdx.x == 2) vprintf("hello %d", (const char*)m); })");
  for (const std::string& strategy : kStrategies) {
    SCOPED_TRACE("strategy '" + strategy + "'");
    const LoadedModule module(image, strategy);
    ASSERT_EQ(module.error(), "");
    reports() = {};
    std::vector<int> memory(64);
    memory[40] = 7;
    int* pointer = memory.data();
    EXPECT_FALSE(fake_launch(*module.kernel("k"), {{1, 1, 1}, {64, 1, 1}, 0}, {&pointer}));
    EXPECT_EQ(reports().faults, 1);
    memory.assign(64, 0);
    EXPECT_TRUE(fake_launch(*module.kernel("a"), {{1, 1, 1}, {64, 1, 1}, 0}, {&pointer}));
    memory[33] = 1;
    EXPECT_FALSE(fake_launch(*module.kernel("a"), {{1, 1, 1}, {64, 1, 1}, 0}, {&pointer}));
    EXPECT_EQ(reports().asserted, std::vector<std::string>{"m == 0 in block 0 thread 33"});
    EXPECT_TRUE(fake_launch(*module.kernel("p"), {{1, 1, 1}, {64, 1, 1}, 0}, {&pointer}));
    EXPECT_EQ(reports().printed, std::vector<std::string>{"hello %d"});
    EXPECT_TRUE((module.kernel("p")->flags & abi::kKernelUsesPrintf) != 0);
  }
}

TEST(Execution, UnknownCodeIsRefusedByName) {
  const auto check = [](const std::string& source, const std::string& part) {
    const LoadedModule module(device_image(source), "");
    ASSERT_EQ(module.error(), "");
    EXPECT_EQ(module.kernel("k"), nullptr);
    EXPECT_NE(module.refusal("k").find(part), std::string::npos) << module.refusal("k");
  };
  check("extern \"C\" __global__ void k(int* m) { asm(\"frobnicate %0;\" : \"=r\"(*m)); }",
        "frobnicate");
  check(
      "extern \"C\" __device__ int nowhere(int); extern \"C\" __global__ void k(int* m) { *m = "
      "nowhere(1); }",
      "nowhere");
  check("extern __device__ int nothing; extern \"C\" __global__ void k(int* m) { *m = nothing; }",
        "nothing");
  check(
      "extern \"C\" __global__ void k(int* m) { __nvvm_fns(1, 2, 3); *m = __nvvm_fns(m[1], 2, 3); "
      "}",
      "nvvm.fns");
  EXPECT_NE(LoadedModule(wrap_image(std::vector<std::byte>(100)), "").error(), "");
}

TEST(Execution, UnknownCodeIsRefusedAlone) {
  const auto image = device_image(R"(
    __device__ int same(int x) { return x; }
    __device__ __attribute__((noinline)) int odd(int x) { asm("frobnicate %0;" : "=r"(x)); return x; }
    __device__ int (*table[2])(int) = {same, odd};
    extern "C" __global__ void direct(int* m) { m[0] = odd(1); }
    extern "C" __global__ void indirect(int* m) { m[0] = table[m[1]](1); }
    extern "C" __global__ void k(int* m) { m[threadIdx.x] = same(7); })");
  for (const std::string& strategy : kStrategies) {
    SCOPED_TRACE("strategy '" + strategy + "'");
    const LoadedModule module(image, strategy);
    ASSERT_EQ(module.error(), "");
    for (const char* name : {"direct", "indirect"}) {
      EXPECT_EQ(module.kernel(name), nullptr);
      EXPECT_NE(module.refusal(name).find("frobnicate"), std::string::npos);
    }
    EXPECT_EQ(module.refusal("k"), "");
    EXPECT_NE(module.variable("table"), nullptr);
    std::vector<int> memory(32);
    int* pointer = memory.data();
    ASSERT_TRUE(fake_launch(*module.kernel("k"), {{1, 1, 1}, {32, 1, 1}, 0}, {&pointer}));
    EXPECT_EQ(memory, std::vector<int>(32, 7));
  }
}

/// Rows of 16 and of 8 lanes, some of them off; the first index of the first row has wrapped around.
TEST(Execution, PiecesOfRows) {
  std::vector<int> memory(2048);
  for (std::size_t i = 0; i < memory.size(); ++i) memory[i] = static_cast<int>(i * 7 % 61);
  for (const unsigned w : {16U, 40U}) {
    const unsigned before = 0xfffffff8U;
    run_all<int>(R"(extern "C" __global__ void k(int* m, unsigned w, unsigned before) {
      unsigned t = threadIdx.x, x = t & 15, y = t >> 4, i = y * w + x + before;
      if (t >= 8) m[1024 + i] = m[i] + 1;
      __syncthreads();
      int j = (t >> 3) * 24 + (t & 7);
      short* s = (short*)(m + 512);
      if (m[t] & 1) s[j] = (short)(s[j] + t);
      float* f = (float*)(m + 1536);
      f[j + 8] = f[j] + 0.5f;
    })",
                 {{1, 1, 1}, {128, 1, 1}, 0}, memory, {&w, &before},
                 [&](const std::vector<int>& out) {
                   EXPECT_EQ(out[1024], memory[0] + 1);
                   EXPECT_EQ(out[1024 + w - 8], memory[w - 8] + 1);
                 });
  }
}

}  // namespace
}  // namespace riffle::test
