// SPDX-License-Identifier: Apache-2.0
// Largest error of the double functions, and of the functions of two arguments in both precisions, as kernels run them:
// in ulp, against long double on the host and the bounds of the CUDA programming guide. The host test of the same
// functions sees neither the kernel compiler's choices nor its vector forms; this does. Exit code 1 if a bound is
// exceeded. every_float.cu does the single-precision functions of one argument.
//   accuracy [points [function...]]
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <limits>
#include <random>
#include <thread>
#include <vector>

#include "../reference.h"

namespace {

using Real = long double;
Real quotient_of_roots(Real x, Real y) { return 1 / std::hypot(x, y); }
Real norm_of_three(Real x, Real y) { return std::sqrt(x * x + y * y + 9); }
Real one_over_norm(Real x, Real y) { return 1 / norm_of_three(x, y); }
// Between these lgamma has zeros and no bound.
Real bounded_lgamma(Real x) { return x > -23.0001L && x < -2.2637L ? NAN : std::lgamma(x); }

// name, reference, bound, lowest and highest argument
#define FUNCTIONS(X)                                            \
  X(sqrt, std::sqrt, 0.5, 0.0, 1.7e308)                         \
  X(rsqrt, reference::rsqrt, 1, 5e-324, 1.7e308)                \
  X(cbrt, std::cbrt, 1, -1.7e308, 1.7e308)                      \
  X(rcbrt, reference::rcbrt, 1, 5e-324, 1.7e308)                \
  X(exp, std::exp, 1, -750.0, 710.0)                            \
  X(exp2, std::exp2, 1, -1080.0, 1025.0)                        \
  X(exp10, reference::exp10, 1, -325.0, 309.0)                  \
  X(expm1, std::expm1, 1, -50.0, 710.0)                         \
  X(log, std::log, 1, 5e-324, 1.7e308)                          \
  X(log2, std::log2, 1, 5e-324, 1.7e308)                        \
  X(log10, std::log10, 1, 5e-324, 1.7e308)                      \
  X(log1p, std::log1p, 1, -1.0, 1.7e308)                        \
  X(sin, std::sin, 2, -1e15, 1e15)                              \
  X(cos, std::cos, 2, -1e15, 1e15)                              \
  X(tan, std::tan, 2, -1e15, 1e15)                              \
  X(sinpi, reference::sinpi, 2, -1e4, 1e4)                      \
  X(cospi, reference::cospi, 2, -1e4, 1e4)                      \
  X(asin, std::asin, 2, -1.0, 1.0)                              \
  X(acos, std::acos, 2, -1.0, 1.0)                              \
  X(atan, std::atan, 2, -1e30, 1e30)                            \
  X(sinh, std::sinh, 2, -711.0, 711.0)                          \
  X(cosh, std::cosh, 1, -711.0, 711.0)                          \
  X(tanh, std::tanh, 1, -30.0, 30.0)                            \
  X(asinh, std::asinh, 3, -1.7e308, 1.7e308)                    \
  X(acosh, std::acosh, 3, 1.0, 1.7e308)                         \
  X(atanh, std::atanh, 2, -1.0, 1.0)                            \
  X(erf, std::erf, 2, -7.0, 7.0)                                \
  X(erfc, std::erfc, 5, -7.0, 27.0)                             \
  X(erfcx, reference::erfcx, 4, -9.0, 1e10)                     \
  X(erfinv, reference::erfinv, 5, -1.0, 1.0)                    \
  X(erfcinv, reference::erfcinv, 6, 5e-324, 1.9999999)          \
  X(normcdf, reference::normcdf, 5, -38.5, 9.0)                 \
  X(normcdfinv, reference::normcdfinv, 8, 5e-324, 0.9999999999) \
  X(tgamma, std::tgamma, 10, -170.0, 171.7)                     \
  X(lgamma, bounded_lgamma, 4, -1e5, 1e10)                      \
  X(j0, reference::j0, 7, -8.0, 8.0)                            \
  X(j1, reference::j1, 7, -8.0, 8.0)                            \
  X(y0, reference::y0, 7, 1e-300, 8.0)                          \
  X(y1, reference::y1, 7, 1e-300, 8.0)                          \
  X(cyl_bessel_i0, reference::cyl_bessel_i0, 6, -700.0, 700.0)  \
  X(cyl_bessel_i1, reference::cyl_bessel_i1, 6, -700.0, 700.0)

// name, expressions for float and double, reference, both bounds, ranges of the arguments
#define PAIRS(X)                                                                                  \
  X(pow, powf(x, y), pow(x, y), std::pow, 4, 2, 0.0, 1e30, -1e3, 1e3)                             \
  X(atan2, atan2f(x, y), atan2(x, y), std::atan2, 3, 2, -1e30, 1e30, -1e30, 1e30)                 \
  X(hypot, hypotf(x, y), hypot(x, y), std::hypot, 3, 2, -1e38, 1e38, -1e38, 1e38)                 \
  X(rhypot, rhypotf(x, y), rhypot(x, y), quotient_of_roots, 2, 1, 1e-18, 1e38, 1e-18, 1e38)       \
  X(norm3d, norm3df(x, y, 3), norm3d(x, 3, y), norm_of_three, 3, 1, -1e18, 1e18, -1e18, 1e18)     \
  X(rnorm3d, rnorm3df(x, 3, y), rnorm3d(x, y, 3), one_over_norm, 2, 1, -1e18, 1e18, -1e18, 1e18)  \
  X(fmod, fmodf(x, y), fmod(x, y), std::fmod, 0, 0, -1e20, 1e20, 1e-10, 1e10)                     \
  X(remainder, remainderf(x, y), remainder(x, y), std::remainder, 0, 0, -1e20, 1e20, 1e-10, 1e10) \
  X(fdim, fdimf(x, y), fdim(x, y), std::fdim, 0.5, 0.5, -1e20, 1e20, -1e20, 1e20)                 \
  X(divide, x / y, x / y, std::divides<Real>(), 0.5, 0.5, -1e20, 1e20, 1e-10, 1e10)

#define KERNEL(name, ...)                                                        \
  __global__ void run_##name(const double* x, const double*, double* z, int n) { \
    const int i = blockIdx.x * blockDim.x + threadIdx.x;                         \
    if (i < n) z[i] = name(x[i]);                                                \
  }
FUNCTIONS(KERNEL)
#define PAIR_KERNELS(name, of_float, of_double, ...)                                \
  __global__ void both_##name(const float* a, const float* b, float* z, int n) {    \
    const int i = blockIdx.x * blockDim.x + threadIdx.x;                            \
    if (i >= n) return;                                                             \
    const float x = a[i], y = b[i];                                                 \
    z[i] = of_float;                                                                \
  }                                                                                 \
  __global__ void both_##name(const double* a, const double* b, double* z, int n) { \
    const int i = blockIdx.x * blockDim.x + threadIdx.x;                            \
    if (i >= n) return;                                                             \
    const double x = a[i], y = b[i];                                                \
    z[i] = of_double;                                                               \
  }
PAIRS(PAIR_KERNELS)

void must(cudaError_t error) {
  if (error == cudaSuccess) return;
  std::printf("%s\n", cudaGetErrorString(error));
  std::exit(2);
}

/// Infinity counts as what follows the largest number; a reference of NaN demands nothing.
template <class Float>
double ulp_error(Float got, Real want) {
  if (std::isnan(want)) return 0;
  if (std::isnan(got)) return 1e30;
  constexpr int kTop = std::numeric_limits<Float>::max_exponent;
  const Real limit = std::ldexp(1.0L, kTop);
  const Real a = std::isinf(got) ? std::copysign(limit, Real(got)) : Real(got);
  const Real b = std::fabs(want) > limit ? std::copysign(limit, want) : want;
  const int exponent = b == 0 ? -20000 : std::ilogb(b) + 1;
  return static_cast<double>(
      std::fabs(a - b) /
      std::ldexp(1.0L, std::clamp(exponent, std::numeric_limits<Float>::min_exponent, kTop) -
                           std::numeric_limits<Float>::digits));
}

/// In turn: evenly spread over the range, by magnitude, beside multiples of pi/2 and of 1/2 and beside zeros of Bessel
/// functions, beside the ends, around 1.
template <class Float>
class Points {
 public:
  Points(double low, double high, unsigned seed) : low_(low), high_(high), random_(seed) {
    low_exponent_ = low > 0
                        ? std::max(std::ilogb(low), std::numeric_limits<Float>::min_exponent - 20)
                        : std::numeric_limits<Float>::min_exponent - 20;
    high_exponent_ = std::ilogb(std::max(std::fabs(low), std::fabs(high)));
  }
  Float next() {
    for (;;) {
      const auto x = static_cast<Float>(candidate());
      if (x >= low_ && x <= high_) return x;
    }
  }

 private:
  double candidate() {
    const double sign = low_ < 0 && (random_() & 1) != 0 ? -1 : 1;
    const int way = static_cast<int>(random_() % 8);
    if (way < 3) return std::uniform_real_distribution<double>(low_ / 2, high_ / 2)(random_) * 2;
    if (way < 6) {
      const int span = high_exponent_ - low_exponent_ + 1;
      const int exponent =
          low_exponent_ + static_cast<int>(random_() % static_cast<unsigned>(span));
      return sign * std::ldexp(1 + static_cast<double>(random_() >> 12) * 0x1p-52, exponent);
    }
    if (way == 6) {
      constexpr double kZeros[] = {
          0x1.c982eb8d417eap-1, 0x1.193bed4dff243p+1, 0x1.33d152e971b4p+1,
          0x1.ea75575af6f09p+1, 0x1.fa9534d98569cp+1, 0x1.5b7fe4e87b02ep+2,
          0x1.6148f5b2c2e45p+2, 0x1.c0ff5f3b4725p+2,  0x1.c581dc4e72103p+2};
      if (random_() % 4 == 0) {
        const double away = std::ldexp(1.0, -static_cast<int>(random_() % 56));
        return sign * (kZeros[random_() % 9] + ((random_() & 1) != 0 ? away : -away));
      }
      const double step = (random_() & 1) != 0 ? 1.57079632679489661923 : 0.5;
      const auto near = static_cast<Float>(step * static_cast<double>(random_() % 4000));
      return sign * std::nextafter(near, Float((random_() & 1) != 0 ? 1e30 : -1e30));
    }
    if ((random_() & 7) == 0)
      return std::nextafter(Float((random_() & 1) != 0 ? low_ : high_),
                            Float(low_ / 2 + high_ / 2));
    return sign * (1 + std::ldexp((random_() & 1) != 0 ? 1.0 : -1.0,
                                  -1 - static_cast<int>(random_() % 52)));
  }
  double low_, high_;
  int low_exponent_, high_exponent_;
  std::mt19937_64 random_;
};

template <class Float>
struct Worst {
  double error = 0;
  Float x = 0, y = 0;
};

template <class Float, class Reference>
Worst<Float> compare(const std::vector<Float>& x, const std::vector<Float>& y, const Float* z,
                     std::size_t first, std::size_t step, Reference wanted) {
  Worst<Float> worst;
  for (std::size_t i = first; i < x.size(); i += step) {
    const double error = ulp_error(z[i], wanted(Real(x[i]), Real(y[i])));
    if (error > worst.error) worst = {error, x[i], y[i]};
  }
  return worst;
}

template <class Float, class Reference>
bool check(const char* name, void (*kernel)(const Float*, const Float*, Float*, int),
           Reference wanted, double bound, Points<Float> first, Points<Float> second, bool two,
           std::size_t points) {
  const unsigned threads = std::max(1u, std::thread::hardware_concurrency());
  Worst<Float> most;
  for (std::size_t done = 0; done < points;) {
    const std::size_t count = std::min<std::size_t>(points - done, 1 << 20);
    done += count;
    std::vector<Float> x(count), y(count);
    for (Float& value : x) value = first.next();
    if (two)
      for (Float& value : y) value = second.next();
    Float *in, *other, *out;
    must(cudaMallocManaged(&in, count * sizeof(Float)));
    must(cudaMallocManaged(&other, count * sizeof(Float)));
    must(cudaMallocManaged(&out, count * sizeof(Float)));
    std::copy(x.begin(), x.end(), in);
    std::copy(y.begin(), y.end(), other);
    kernel<<<static_cast<unsigned>((count + 127) / 128), 128>>>(in, other, out,
                                                                static_cast<int>(count));
    must(cudaGetLastError());
    must(cudaDeviceSynchronize());
    std::vector<Worst<Float>> worst(threads);
    std::vector<std::thread> workers;
    for (unsigned t = 0; t < threads; ++t)
      workers.emplace_back([&, t] { worst[t] = compare<Float>(x, y, out, t, threads, wanted); });
    for (std::thread& worker : workers) worker.join();
    for (const Worst<Float>& w : worst)
      if (w.error > most.error) most = w;
    must(cudaFree(in));
    must(cudaFree(other));
    must(cudaFree(out));
  }
  const bool good = most.error <= bound;
  std::printf("%-14s %-6s %8.4f ulp of %4.1f, at %a", name, sizeof(Float) == 4 ? "float" : "double",
              most.error, bound, static_cast<double>(most.x));
  if (two) std::printf(" %a", static_cast<double>(most.y));
  std::printf(", %zu points%s\n", points, good ? "" : "  TOO LARGE");
  std::fflush(stdout);
  return good;
}

bool is_asked_for(const char* name, int argc, char** argv) {
  if (argc <= 2) return true;
  return std::any_of(argv + 2, argv + argc,
                     [&](const char* asked) { return std::strcmp(asked, name) == 0; });
}

}  // namespace

int main(int argc, char** argv) {
  const std::size_t points = argc > 1 ? std::strtoull(argv[1], nullptr, 10) : 1 << 13;
  bool good = points != 0;
#define CHECK(name, wanted, bound, low, high)                             \
  if (is_asked_for(#name, argc, argv))                                    \
    good &= check<double>(                                                \
        #name, run_##name, [](Real x, Real) { return wanted(x); }, bound, \
        Points<double>(low, high, 1), Points<double>(low, high, 2), false, points);
  FUNCTIONS(CHECK)
#define CHECK_PAIR(name, of_float, of_double, wanted, float_bound, double_bound, low, high, low2, \
                   high2)                                                                         \
  if (is_asked_for(#name, argc, argv)) {                                                          \
    const auto both = [](Real x, Real y) { return wanted(x, y); };                                \
    good &= check<float>(#name, both_##name, both, float_bound, Points<float>(low, high, 1),      \
                         Points<float>(low2, high2, 2), true, points);                            \
    good &= check<double>(#name, both_##name, both, double_bound, Points<double>(low, high, 1),   \
                          Points<double>(low2, high2, 2), true, points);                          \
  }
  PAIRS(CHECK_PAIR)
  std::printf("%s\n", good ? "all within bounds" : "bounds exceeded");
  return good ? 0 : 1;
}
