// SPDX-License-Identifier: Apache-2.0
// Awkward control flow against the same text compiled for the host.
#include <gtest/gtest.h>

#include <cstdint>

#include "support/every_strategy.h"

namespace riffle::test {
namespace {

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

TEST(ControlFlow, AwkwardControlFlow) {
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

}  // namespace
}  // namespace riffle::test
