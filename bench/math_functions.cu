// SPDX-License-Identifier: Apache-2.0
// y[i] = f(x[i]) over arrays that stay in the caches, beside the same loops over libmvec (-O3 -ffast-math, OpenMP). The
// rows are times of 256 Ki elements by all cores; standard error has ns an element and core.
#include <cmath>
#include <thread>

#include "bench.h"
#include "check.h"
#include "rivals/rivals.h"

#define X(name, type, low, high)                                    \
  __global__ void run_##name(const type* x, const type*, type* y) { \
    const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;       \
    y[i] = name(x[i]);                                              \
  }
#define X2(name, type, low, high, low2, high2)                        \
  __global__ void run_##name(const type* x, const type* z, type* y) { \
    const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;         \
    y[i] = name(x[i], z[i]);                                          \
  }
#include "rivals/math_functions.inc"

namespace {

constexpr unsigned kCount = 256 << 10;

struct Range {
  double low, high;
};

template <class Real>
Real* spread(Range range, unsigned step) {
  Real* values;
  CHECK(cudaMallocManaged(&values, kCount * sizeof(Real)));
  for (unsigned i = 0; i < kCount; ++i) {
    const double part = static_cast<double>(i * step % kCount) / kCount;
    values[i] = static_cast<Real>(range.low + (range.high - range.low) * part);
  }
  return values;
}

template <class Real>
void measure(const char* name, void (*kernel)(const Real*, const Real*, Real*),
             void (*rival)(const Real*, const Real*, Real*, std::size_t), Range first, Range second,
             bool quick) {
  Real *x = spread<Real>(first, 40503), *z = spread<Real>(second, 25717);
  Real *y = spread<Real>({0, 0}, 1), *wanted = spread<Real>({0, 0}, 1);
  bench::Samples ours, theirs;
  for (int i = 0; i < (quick ? 5 : 21) + 1; ++i) {
    const double ours_ns = bench::time_ns([&] {
      kernel<<<kCount / 256, 256>>>(x, z, y);
      CHECK(cudaDeviceSynchronize());
    });
    bench::rest_us(200);
    const double theirs_ns = bench::time_ns([&] { rival(x, z, wanted, kCount); });
    bench::rest_us(200);
    if (i == 0) continue;
    ours.add(ours_ns);
    theirs.add(theirs_ns);
  }
  for (unsigned i = 0; i < kCount; ++i)
    REQUIRE(std::fabs(y[i] - wanted[i]) <= 1e-4 * std::fabs(wanted[i]) + 1e-4);
  bench::row_ratio(std::string(name) + ", 256 Ki elements", ours.median(), "libmvec",
                   theirs.median(), 0);
  const double cores = std::max(1u, std::thread::hardware_concurrency());
  std::fprintf(stderr, "%-8s %6.2f ns an element and core, libmvec %6.2f\n", name,
               ours.median() * cores / kCount, theirs.median() * cores / kCount);
  for (Real* values : {x, y, z, wanted}) CHECK(cudaFree(values));
}

}  // namespace

int main(int argc, char** argv) {
  const bool quick = bench::is_quick(argc, argv);
#define X(name, type, low, high) \
  measure<type>(#name, run_##name, rivals::every_##name, {low, high}, {0, 0}, quick);
#define X2(name, type, low, high, low2, high2) \
  measure<type>(#name, run_##name, rivals::every_##name, {low, high}, {low2, high2}, quick);
#include "rivals/math_functions.inc"
  return 0;
}
