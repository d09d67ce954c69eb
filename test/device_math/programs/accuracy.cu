// SPDX-License-Identifier: Apache-2.0
// Largest error of the math functions as kernels run them, in ulp, against long double on the host
// and the bounds of the CUDA programming guide. The host test of the same functions sees neither
// the kernel compiler's choices nor its vector forms; this does. Exit code 1 if a bound is
// exceeded.
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <limits>
#include <random>
#include <vector>

#include "../reference.h"

constexpr int kPoints = 1 << 13;

// name, reference, bound for float, bound for double, lowest and highest argument
#define FUNCTIONS(X)                                               \
  X(sin, std::sin, 2, 2, -1e5, 1e5)                                \
  X(cos, std::cos, 2, 2, -1e5, 1e5)                                \
  X(tan, std::tan, 4, 2, -1e5, 1e5)                                \
  X(asin, std::asin, 2, 2, -1.0, 1.0)                              \
  X(acos, std::acos, 2, 2, -1.0, 1.0)                              \
  X(atan, std::atan, 2, 2, -1e30, 1e30)                            \
  X(sinpi, reference::sinpi, 1, 2, -1e4, 1e4)                      \
  X(cospi, reference::cospi, 1, 2, -1e4, 1e4)                      \
  X(sinh, std::sinh, 3, 2, -720.0, 720.0)                          \
  X(cosh, std::cosh, 2, 1, -720.0, 720.0)                          \
  X(tanh, std::tanh, 2, 1, -30.0, 30.0)                            \
  X(asinh, std::asinh, 3, 3, -1e30, 1e30)                          \
  X(acosh, std::acosh, 4, 3, 1.0, 1e30)                            \
  X(atanh, std::atanh, 3, 2, -1.0, 1.0)                            \
  X(exp, std::exp, 1, 1, -750.0, 710.0)                            \
  X(exp2, std::exp2, 2, 1, -1080.0, 1024.0)                        \
  X(exp10, reference::exp10, 2, 1, -325.0, 309.0)                  \
  X(expm1, std::expm1, 1, 1, -50.0, 710.0)                         \
  X(log, std::log, 1, 1, 0.0, 1e300)                               \
  X(log2, std::log2, 1, 1, 0.0, 1e300)                             \
  X(log10, std::log10, 2, 1, 0.0, 1e300)                           \
  X(log1p, std::log1p, 1, 1, -1.0, 1e300)                          \
  X(sqrt, std::sqrt, 0.5, 0.5, 0.0, 1e300)                         \
  X(rsqrt, reference::rsqrt, 2, 1, 1e-320, 1e300)                  \
  X(cbrt, std::cbrt, 1, 1, -1e300, 1e300)                          \
  X(rcbrt, reference::rcbrt, 1, 1, 1e-300, 1e300)                  \
  X(erf, std::erf, 2, 2, -7.0, 7.0)                                \
  X(erfc, std::erfc, 4, 5, -7.0, 26.5)                             \
  X(erfcx, reference::erfcx, 4, 4, -9.0, 1e10)                     \
  X(erfinv, reference::erfinv, 2, 5, -0.999999999, 0.999999999)    \
  X(erfcinv, reference::erfcinv, 4, 6, 1e-300, 1.9999999)          \
  X(normcdf, reference::normcdf, 5, 5, -37.0, 8.0)                 \
  X(normcdfinv, reference::normcdfinv, 5, 8, 1e-300, 0.9999999999) \
  X(tgamma, std::tgamma, 5, 10, 0.0, 171.0)                        \
  X(lgamma, std::lgamma, 6, 4, 0.0, 1e10)                          \
  X(cyl_bessel_i0, reference::cyl_bessel_i0, 6, 6, -700.0, 700.0)  \
  X(cyl_bessel_i1, reference::cyl_bessel_i1, 6, 6, -700.0, 700.0)

#define KERNELS(name, ...)                                 \
  __global__ void run_##name(const float* x, float* y) {   \
    const int i = blockIdx.x * blockDim.x + threadIdx.x;   \
    y[i] = name##f(x[i]);                                  \
  }                                                        \
  __global__ void run_##name(const double* x, double* y) { \
    const int i = blockIdx.x * blockDim.x + threadIdx.x;   \
    y[i] = name(x[i]);                                     \
  }
FUNCTIONS(KERNELS)

static void must(cudaError_t error) {
  if (error == cudaSuccess) return;
  std::printf("%s\n", cudaGetErrorString(error));
  std::exit(2);
}

template <class Float>
double ulp_error(Float got, long double want) {
  if (std::isnan(want) || std::isnan(got)) return std::isnan(want) == std::isnan(got) ? 0 : 1e30;
  if (std::isinf(static_cast<Float>(want)) || std::isinf(got))
    return got == static_cast<Float>(want) ? 0 : 1;
  int exponent = want == 0 ? -20000 : std::ilogb(want) + 1;
  if (exponent < std::numeric_limits<Float>::min_exponent)
    exponent = std::numeric_limits<Float>::min_exponent;
  return static_cast<double>(std::fabs(got - want) /
                             std::ldexp(1.0L, exponent - std::numeric_limits<Float>::digits));
}

/// Half of the points evenly spread over the range, half by magnitude.
template <class Float>
std::vector<Float> points(double low, double high) {
  std::mt19937_64 random(1);
  std::uniform_real_distribution<double> even(low / 2, high / 2), unit(0, 1);
  std::vector<Float> x(kPoints);
  for (int i = 0; i < kPoints; ++i) {
    double value = 2 * even(random);
    if (i % 2) {
      value = std::exp2(unit(random) * 60 - 50);
      if (low < 0 && i % 4 == 1) value = -value;
      if (value < low || value > high) value = 2 * even(random);
    }
    x[i] = static_cast<Float>(value);
    if (x[i] < low || x[i] > high) x[i] = static_cast<Float>((low + high) / 2);
  }
  return x;
}

template <class Float>
bool check(const char* name, void (*kernel)(const Float*, Float*),
           long double (*wanted)(long double), double bound, double low, double high) {
  if (sizeof(Float) == 4) low = std::fmax(low, -3e38), high = std::fmin(high, 3e38);
  const std::vector<Float> x = points<Float>(low, high);
  std::vector<Float> y(kPoints);
  Float *in, *out;
  must(cudaMalloc(&in, kPoints * sizeof(Float)));
  must(cudaMalloc(&out, kPoints * sizeof(Float)));
  must(cudaMemcpy(in, x.data(), kPoints * sizeof(Float), cudaMemcpyHostToDevice));
  kernel<<<kPoints / 128, 128>>>(in, out);
  must(cudaMemcpy(y.data(), out, kPoints * sizeof(Float), cudaMemcpyDeviceToHost));
  must(cudaFree(in));
  must(cudaFree(out));
  double worst = 0;
  Float worst_x = 0;
  for (int i = 0; i < kPoints; ++i) {
    const double error = ulp_error(y[i], wanted(x[i]));
    if (error > worst) worst = error, worst_x = x[i];
  }
  std::printf("%-14s %-6s %7.3f ulp of %4.1f, at %a%s\n", name,
              sizeof(Float) == 4 ? "float" : "double", worst, bound, static_cast<double>(worst_x),
              worst <= bound ? "" : "  TOO LARGE");
  return worst <= bound;
}

int main() {
  bool good = true;
#define CHECK(name, wanted, float_bound, double_bound, low, high)          \
  good &= check<float>(#name, run_##name, wanted, float_bound, low, high); \
  good &= check<double>(#name, run_##name, wanted, double_bound, low, high);
  FUNCTIONS(CHECK)
  std::printf("%s\n", good ? "all within bounds" : "bounds exceeded");
  return good ? 0 : 1;
}
