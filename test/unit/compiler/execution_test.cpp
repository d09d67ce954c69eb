// SPDX-License-Identifier: Apache-2.0
// Kernels compiled from source and run with every strategy: right results, the same bits from each.
#include <gtest/gtest.h>

#include <cmath>
#include <cstdint>
#include <cstring>
#include <functional>
#include <numeric>

#include "support/fake_runtime.h"
#include "support/kernel_file.h"

namespace riffle::test {
namespace {

/// The empty name leaves the choice to the compiler.
const std::vector<std::string> kStrategies = {"", "loop", "simd", "fiber"};

template <class Element>
using Check = std::function<void(const std::vector<Element>&)>;

/// Runs `kernel` of `source` on a copy of `memory` (its first argument is a pointer to it) under
/// every strategy, compares the bytes, and hands the result of the first to `check`.
template <class Element>
void run_all(const std::string& source, const LaunchShape& shape,
             const std::vector<Element>& memory, const std::vector<const void*>& more,
             const Check<Element>& check) {
  const auto image = device_image(source);
  ASSERT_FALSE(image.empty());
  std::vector<Element> reference;
  for (const std::string& strategy : kStrategies) {
    SCOPED_TRACE("strategy '" + strategy + "'");
    const LoadedModule module(image, strategy);
    ASSERT_EQ(module.error(), "");
    const abi::Kernel* kernel = module.kernel("k");
    ASSERT_NE(kernel, nullptr);
    std::vector<Element> copy = memory;
    Element* pointer = copy.data();
    std::vector<const void*> arguments = {&pointer};
    arguments.insert(arguments.end(), more.begin(), more.end());
    ASSERT_TRUE(fake_launch(*kernel, shape, arguments));
    if (reference.empty()) {
      reference = copy;
      check(copy);
    } else {
      EXPECT_EQ(std::memcmp(copy.data(), reference.data(), copy.size() * sizeof(Element)), 0)
          << "differs from the compiler's own choice";
    }
  }
}

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

TEST(Execution, SharedMemoryTreeSum) {
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

TEST(Execution, TiledMatrixProduct) {
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

TEST(Execution, BarrierReductions) {
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

TEST(Execution, EarlyExitBeforeBarrier) {
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

TEST(Execution, LocalArrayAcrossBarriers) {
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

/// Kernels of one form, `v = in[i]` to `out[i]`, whose control flow is awkward. The model is the
/// same text compiled for the host by the test's own compiler.
struct Awkward {
  const char* name;
  const char* body;
  int (*model)(int v, int i);
};

#define RIFFLE_AWKWARD(name, ...)                                                \
  Awkward {                                                                      \
    name, #__VA_ARGS__, [](int v, [[maybe_unused]] int i) -> int { __VA_ARGS__ } \
  }

const Awkward kAwkward[] = {
    RIFFLE_AWKWARD(
        "nested loops with continue and break", int s = 0;
        for (int a = 0; a < (v & 7); a++) for (int b = a; b < ((v >> 3) & 7); b++) {
          if ((s ^ b) & 4) continue;
          s += b * a + 1;
          if (s > 40) break;
        } return s;),
    RIFFLE_AWKWARD(
        "two returns in a loop",
        for (int a = 0; a < 50; a++) {
          v = v * 3 + 1;
          if ((v & 31) == 5) return a;
          if ((v & 63) == 9) return -2;
        } return -1;),
    RIFFLE_AWKWARD(
        "switch in a loop", int s = 0; v &= 0xffff; while (v > 0) {
          switch (v % 7) {
            case 0:
              s += 3;
              break;
            case 1:
              s ^= 5;
              [[fallthrough]];
            case 2:
              s--;
              break;
            case 5:
              v -= 2;
              continue;
            case 6:
              return s;
            default:
              break;
          }
          v >>= 1;
        } return s;),
    RIFFLE_AWKWARD("irreducible", int s = v & 15; if (v & 16) goto mid; top : s += 3;
                   if (s > 60) goto done; mid : s += v & 3; if (s < 90) goto top; s = -s;
                   done : return s;),
    RIFFLE_AWKWARD(
        "temporal divergence twice", int a = 0, b = 0; for (;; a++) {
          for (b = 0;; b++)
            if (((v >> (b & 7)) + a) % 3 == 0 || b > 9) break;
          if (a + b > (v & 15)) break;
        } return a * 100 + b;),
    RIFFLE_AWKWARD("division under a mask", int d = (v & 7) - 2;
                   if (d != 0 && d != -1) v = v / d + v % d; return v;),
    RIFFLE_AWKWARD("local array with dynamic index", int arr[8];
                   for (int q = 0; q < 8; q++) arr[q] = v * q; arr[v & 7] = 1;
                   arr[(v >> 3) & 7] += arr[v & 7]; return arr[1] + arr[(v >> 6) & 7] * 3;),
    RIFFLE_AWKWARD(
        "Collatz with four exits", int x = (v & 1023) + 1, c = 0; while (true) {
          if (x == 1) break;
          if (c > 100) break;
          x = x & 1 ? 3 * x + 1 : x / 2;
          c++;
          if (c == 77) return -7;
          if (x == 80) {
            c += 1000;
            break;
          }
        } return c;),
    RIFFLE_AWKWARD("shift clamped by hand", int s = v & 31; return (v << s) ^ (v >> (31 - s));),
    RIFFLE_AWKWARD("short circuit", int r = 0;
                   if ((v & 1 && v & 4) || (v & 2 && !(v & 8))) r = v * 5; else if (v & 64) r = -v;
                   return r;),
    RIFFLE_AWKWARD("position", return v * 2 + i % 7;),
};

TEST(Execution, AwkwardControlFlow) {
  std::vector<int> memory(512);
  std::uint32_t random = 12345;
  for (int& value : memory) {
    random = random * 1664525U + 1013904223U;
    value = static_cast<int>(random >> 4U) & 0xfffffff;
  }
  for (const Awkward& awkward : kAwkward) {
    SCOPED_TRACE(awkward.name);
    const std::string source =
        std::string("static __device__ int f(int v, int i) {") + awkward.body +
        "}\nextern \"C\" __global__ void k(int* m) {"
        "  int i = blockIdx.x * blockDim.x + threadIdx.x; m[i] = f(m[i], i); }";
    run_all<int>(source, {{4, 1, 1}, {128, 1, 1}, 0}, memory, {}, [&](const std::vector<int>& out) {
      for (std::size_t i = 0; i < out.size(); ++i) {
        ASSERT_EQ(out[i], awkward.model(memory[i], static_cast<int>(i)))
            << "element " << i << ", input " << memory[i];
      }
    });
  }
}

TEST(Execution, ArithmeticOfPtx) {
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

TEST(Execution, NarrowConversionsKeepTheLowBits) {
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

TEST(Execution, ContractionIsDecidedOnce) {
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

TEST(Execution, WarpOperationsRunOnFibers) {
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

TEST(Execution, SpinOnAnotherThreadEnds) {
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
    EXPECT_NE(module.error().find(part), std::string::npos) << module.error();
  };
  check("extern \"C\" __global__ void k(int* m) { asm(\"frobnicate %0;\" : \"=r\"(*m)); }",
        "frobnicate");
  check(
      "extern \"C\" __device__ int nowhere(int); extern \"C\" __global__ void k(int* m) { *m = "
      "nowhere(1); }",
      "nowhere");
  check(
      "extern \"C\" __global__ void k(int* m) { __nvvm_fns(1, 2, 3); *m = __nvvm_fns(m[1], 2, 3); "
      "}",
      "nvvm.fns");
  EXPECT_NE(LoadedModule(wrap_image(std::vector<std::byte>(100)), "").error(), "");
}

}  // namespace
}  // namespace riffle::test
