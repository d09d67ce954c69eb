// SPDX-License-Identifier: Apache-2.0
// Largest error of each single-precision function of one argument as kernels run it, over all floats or every n-th, in
// ulp of the true value and against the bound of the CUDA programming guide. Exit code 1 if a bound is exceeded.
//   every_float [step [function...]]      step 1: all 2^32 arguments, a core-minute or more for each function
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <thread>
#include <vector>

#include "../reference.h"

// References are functions of double where the C library has them: their errors are 1e-8 of a float's ulp.
#define BY_LONG_DOUBLE(name) \
  [](double x, double) { return static_cast<double>(reference::name(static_cast<long double>(x))); }
// Inverse functions begin with the result to be judged.
#define BY_STEP(name) [](double x, double got) { return reference::name(x, got); }
#define OF(expression) [](double x, double) -> double { return expression; }

namespace {

// name, bound in ulp, reference
#define FUNCTIONS(X)                                                  \
  X(sqrtf, 0.5, OF(std::sqrt(x)))                                     \
  X(rsqrtf, 2, OF(1 / std::sqrt(x)))                                  \
  X(cbrtf, 1, OF(std::cbrt(x)))                                       \
  X(rcbrtf, 1, OF(1 / std::cbrt(x)))                                  \
  X(expf, 1, OF(std::exp(x)))                                         \
  X(exp2f, 2, OF(std::exp2(x)))                                       \
  X(exp10f, 2, OF(::exp10(x)))                                        \
  X(expm1f, 1, OF(std::expm1(x)))                                     \
  X(logf, 1, OF(std::log(x)))                                         \
  X(log2f, 1, OF(std::log2(x)))                                       \
  X(log10f, 2, OF(std::log10(x)))                                     \
  X(log1pf, 1, OF(std::log1p(x)))                                     \
  X(sinf, 2, OF(std::sin(x)))                                         \
  X(cosf, 2, OF(std::cos(x)))                                         \
  X(tanf, 4, OF(std::tan(x)))                                         \
  X(sinpif, 1, BY_LONG_DOUBLE(sinpi))                                 \
  X(cospif, 1, BY_LONG_DOUBLE(cospi))                                 \
  X(asinf, 2, OF(std::asin(x)))                                       \
  X(acosf, 2, OF(std::acos(x)))                                       \
  X(atanf, 2, OF(std::atan(x)))                                       \
  X(sinhf, 3, OF(std::sinh(x)))                                       \
  X(coshf, 2, OF(std::cosh(x)))                                       \
  X(tanhf, 2, OF(std::tanh(x)))                                       \
  X(asinhf, 3, OF(std::asinh(x)))                                     \
  X(acoshf, 4, OF(std::acosh(x)))                                     \
  X(atanhf, 3, OF(std::atanh(x)))                                     \
  X(erff, 2, OF(std::erf(x)))                                         \
  X(erfcf, 4, OF(std::erfc(x)))                                       \
  X(erfcxf, 4, BY_LONG_DOUBLE(erfcx))                                 \
  X(erfinvf, 2, BY_STEP(erfinv))                                      \
  X(erfcinvf, 4, BY_STEP(erfcinv))                                    \
  X(normcdff, 5, OF(std::erfc(-x* M_SQRT1_2) / 2))                    \
  X(normcdfinvf, 5, BY_STEP(normcdfinv))                              \
  X(tgammaf, 5, OF(std::tgamma(x)))                                   \
  X(lgammaf, 6, OF(x > -10.001 && x < -2.264 ? NAN : std::lgamma(x))) \
  X(j0f, 9, OF(std::fabs(x) < 8 ? ::j0(x) : NAN))                     \
  X(j1f, 9, OF(std::fabs(x) < 8 ? ::j1(x) : NAN))                     \
  X(y0f, 9, OF(std::fabs(x) < 8 ? ::y0(x) : NAN))                     \
  X(y1f, 9, OF(std::fabs(x) < 8 ? ::y1(x) : NAN))                     \
  X(cyl_bessel_i0f, 6, BY_LONG_DOUBLE(cyl_bessel_i0))                 \
  X(cyl_bessel_i1f, 6, BY_LONG_DOUBLE(cyl_bessel_i1))

#define KERNEL(name, ...)                                                                       \
  __global__ void run_##name(std::uint64_t first, std::uint64_t step, float* y) {               \
    const std::uint64_t i = first + (blockIdx.x * blockDim.x + threadIdx.x) * step;             \
    y[blockIdx.x * blockDim.x + threadIdx.x] = name(__uint_as_float(static_cast<unsigned>(i))); \
  }
FUNCTIONS(KERNEL)

constexpr unsigned kChunk = 1u << 20;

void must(cudaError_t error) {
  if (error == cudaSuccess) return;
  std::printf("%s\n", cudaGetErrorString(error));
  std::exit(2);
}

float float_of(std::uint64_t bits) {
  const auto word = static_cast<std::uint32_t>(bits);
  float x;
  std::memcpy(&x, &word, 4);
  return x;
}

/// Infinity counts as 2^128, what follows the largest number. A reference of NaN where the function gives a number is
/// an argument without a bound, if `unbounded` says that there are any.
double ulp_error(float got, double want, bool unbounded) {
  if (want != want) return got != got || unbounded ? 0 : 1e30;
  if (got != got) return 1e30;
  const double limit = 0x1p128;
  const double a = std::isinf(got) ? std::copysign(limit, got) : got;
  const double b = std::fabs(want) > limit ? std::copysign(limit, want) : want;
  std::uint64_t bits;
  std::memcpy(&bits, &b, 8);
  const int exponent = std::clamp(static_cast<int>(bits >> 52 & 0x7ff) - 1023, -126, 127);
  return std::ldexp(std::fabs(a - b), 23 - exponent);
}

struct Worst {
  double error = 0;
  float x = 0;
};

bool check(const char* name, double bound, double (*wanted)(double, double),
           void (*kernel)(std::uint64_t, std::uint64_t, float*), std::uint64_t step) {
  const bool unbounded = std::strchr("jy", name[0]) != nullptr || std::strcmp(name, "lgammaf") == 0;
  const unsigned threads = std::max(1u, std::thread::hardware_concurrency());
  float* out;
  must(cudaMallocManaged(&out, kChunk * sizeof(float)));
  std::vector<Worst> worst(threads);
  std::uint64_t points = 0;
  for (std::uint64_t first = 0; first < 1ull << 32; first += kChunk * step) {
    kernel<<<kChunk / 256, 256>>>(first, step, out);
    must(cudaGetLastError());
    must(cudaDeviceSynchronize());
    const std::uint64_t left = ((1ull << 32) - first + step - 1) / step;
    const std::uint64_t count = std::min<std::uint64_t>(kChunk, left);
    points += count;
    std::vector<std::thread> workers;
    for (unsigned t = 0; t < threads; ++t)
      workers.emplace_back([&, t] {
        for (std::uint64_t i = t; i < count; i += threads) {
          const float x = float_of(first + i * step);
          const double error = ulp_error(out[i], wanted(x, out[i]), unbounded);
          if (error > worst[t].error) worst[t] = {error, x};
        }
      });
    for (std::thread& worker : workers) worker.join();
  }
  must(cudaFree(out));
  const Worst most = *std::max_element(worst.begin(), worst.end(),
                                       [](Worst a, Worst b) { return a.error < b.error; });
  std::printf("%-15s %8.4f ulp of %3.1f, at %-15a %11llu points%s\n", name, most.error, bound,
              static_cast<double>(most.x), static_cast<unsigned long long>(points),
              most.error <= bound ? "" : "  TOO LARGE");
  std::fflush(stdout);
  return most.error <= bound;
}

bool is_asked_for(const char* name, int argc, char** argv) {
  if (argc <= 2) return true;
  return std::any_of(argv + 2, argv + argc,
                     [&](const char* asked) { return std::strcmp(asked, name) == 0; });
}

}  // namespace

int main(int argc, char** argv) {
  // Odd, so that it meets all patterns of low bits.
  const std::uint64_t step = argc > 1 ? std::strtoull(argv[1], nullptr, 10) : 39989;
  if (step == 0) return 2;
  bool good = true;
#define CHECK(name, bound, wanted) \
  if (is_asked_for(#name, argc, argv)) good &= check(#name, bound, wanted, run_##name, step);
  FUNCTIONS(CHECK)
  std::printf("%s\n", good ? "all within bounds" : "bounds exceeded");
  return good ? 0 : 1;
}
