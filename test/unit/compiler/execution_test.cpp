// SPDX-License-Identifier: Apache-2.0
// Kernels compiled from source: positions, memory, calls, errors.
#include <gtest/gtest.h>

#include <cstdint>
#include <numeric>
#include <string>
#include <vector>

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

TEST(Execution, LanesThatFailAnAssertionTogetherAllSaySo) {
  const LoadedModule module(device_image(R"(
    extern "C" __global__ void a(int* m) { if (m[threadIdx.x] != 0) __assertfail("m == 0", "f", 3, "a", 1); })"),
                            "simd");
  ASSERT_EQ(module.error(), "");
  reports() = {};
  std::vector<int> memory(64);
  memory[33] = memory[40] = 1;
  int* pointer = memory.data();
  EXPECT_FALSE(fake_launch(*module.kernel("a"), {{1, 1, 1}, {64, 1, 1}, 0}, {&pointer}));
  EXPECT_EQ(reports().asserted, (std::vector<std::string>{"m == 0 in block 0 thread 33",
                                                          "m == 0 in block 0 thread 40"}));
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
