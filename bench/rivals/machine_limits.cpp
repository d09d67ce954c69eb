// SPDX-License-Identifier: Apache-2.0
// What the machine can do at most: bytes from and to memory, fused multiply-adds; all cores.
#include <algorithm>

#include "../bench.h"
#include "rivals.h"
#include "vectors.h"

namespace rivals {
namespace {

// Ten chains of multiply-adds for each thread: enough to hide the latency of two units.
double multiply_adds_per_ns(int rounds) {
  constexpr int kChains = 10;
  double sum = 0;
  long threads = 0;
  const double ns = bench::time_ns([&] {
#pragma omp parallel reduction(+ : sum, threads)
    {
      Vector chains[kChains];
      for (int k = 0; k < kChains; ++k) chains[k] = Vector(static_cast<float>(k));
      Vector factor = Vector(0.999f), term = Vector(0.001f);
      asm volatile("" : "+v"(factor), "+v"(term));  // not known to the compiler
      for (int i = 0; i < rounds; ++i) {
#pragma clang loop unroll(full)
        for (int k = 0; k < kChains; ++k) {
          chains[k] = __builtin_elementwise_fma(chains[k], factor, term);
        }
      }
      for (int k = 0; k < kChains; ++k) sum += static_cast<double>(chains[k][0]);
      threads += 1;
    }
  });
  if (sum < 0) return 0;  // uses the sum
  return 1.0 * kLanes * kChains * rounds * static_cast<double>(threads) / ns;
}

}  // namespace

MachineLimits machine_limits(bool quick) {
  const std::size_t count = std::size_t{quick ? 4u : 32u} << 20;
  static float* const a = huge_floats(count);
  static float* const b = huge_floats(count);
  static float* const c = huge_floats(count);
  MachineLimits best{};
  for (int i = 0; i < (quick ? 2 : 5); ++i) {
    const double ns = bench::time_ns([&] { vector_add_streaming(a, b, c, count); });
    best.bytes_per_ns = std::max(best.bytes_per_ns, 3.0 * static_cast<double>(count) * 4 / ns);
    best.flops_per_ns =
        std::max(best.flops_per_ns, 2 * multiply_adds_per_ns(quick ? 100000 : 1000000));
  }
  return best;
}

}  // namespace rivals
