// SPDX-License-Identifier: Apache-2.0
// Largest error of each math function of the device library, in units in the last place, over many
// points and against the bound of the CUDA programming guide.
#include <gtest/gtest.h>

#include <cfloat>
#include <cmath>
#include <cstdio>
#include <cstring>
#include <random>
#include <string>

#include "reference.h"
#include "under_test.h"

namespace {

using Real = long double;

constexpr int kPoints = 100000;

/// Distance in units of the last place of the true value, counting subnormal spacing below the
/// normal range.
template <class Float>
double ulp_error(Float got, Real want) {
  if (std::isnan(want) || std::isnan(got)) return std::isnan(want) == std::isnan(got) ? 0 : 1e30;
  const Real largest = std::numeric_limits<Float>::max();
  if (std::fabs(want) > largest || std::isinf(got)) {
    return std::isinf(static_cast<Float>(want)) && got == static_cast<Float>(want) ? 0
           : std::isinf(got) &&
                   std::fabs(want) > largest * (1 - 8 * std::numeric_limits<Float>::epsilon())
               ? 1
           : std::isinf(static_cast<Float>(want)) ? 1
                                                  : 1e30;
  }
  int exponent = want == 0 ? std::numeric_limits<Float>::min_exponent : std::ilogb(want) + 1;
  if (exponent < std::numeric_limits<Float>::min_exponent)
    exponent = std::numeric_limits<Float>::min_exponent;
  return static_cast<double>(std::fabs(static_cast<Real>(got) - want) /
                             std::ldexp(1.0L, exponent - std::numeric_limits<Float>::digits));
}

/// Points of [low, high]: evenly spread, spread by magnitude, and near the ends.
template <class Float>
class Points {
 public:
  Points(double low, double high) : low_(low), high_(high) {}
  Float next() {
    const int way = count_++ % 4;
    if (way == 0)
      return static_cast<Float>(
          std::uniform_real_distribution<double>(low_ / 2, high_ / 2)(random_) * 2);
    if (way == 1) {
      const double ends[] = {low_, high_};
      return std::nextafter(static_cast<Float>(ends[random_() & 1]), Float((low_ + high_) / 2));
    }
    const double top = std::max(std::fabs(low_), std::fabs(high_));
    for (;;) {
      const double size = std::exp2(std::uniform_real_distribution<double>(
          sizeof(Float) == 4 ? -140 : -1060, std::log2(top))(random_));
      const double x = way == 2 && low_ < 0 ? -size : size;
      if (x >= low_ && x <= high_) return static_cast<Float>(x);
      if (low_ > 1e-30) return static_cast<Float>(low_ * std::pow(high_ / low_, uniform_(random_)));
    }
  }

 private:
  double low_, high_;
  int count_ = 0;
  std::mt19937_64 random_{42};
  std::uniform_real_distribution<double> uniform_{0, 1};
};

template <class Float, class Function, class Reference>
void check(const char* name, double bound, double low, double high, Function function,
           Reference wanted) {
  Points<Float> points(low, high);
  double worst = 0;
  Float worst_x = 0;
  for (int i = 0; i < kPoints; ++i) {
    const Float x = points.next();
    const double error = ulp_error<Float>(function(x), wanted(static_cast<Real>(x)));
    if (error > worst) worst = error, worst_x = x;
  }
  std::printf("%-16s %-6s %8.3f ulp of %4.1f allowed, at %a\n", name,
              sizeof(Float) == 4 ? "float" : "double", worst, bound, static_cast<double>(worst_x));
  EXPECT_LE(worst, bound) << name << " at " << std::hexfloat << static_cast<double>(worst_x);
}

/// Two arguments: `second` draws from its own range.
template <class Float, class Function, class Reference>
void check2(const char* name, double bound, double low, double high, double low2, double high2,
            Function function, Reference wanted) {
  Points<Float> first(low, high), second(low2, high2);
  second.next();
  double worst = 0;
  Float worst_x = 0, worst_y = 0;
  for (int i = 0; i < kPoints; ++i) {
    const Float x = first.next(), y = second.next();
    if (i % 7 == 0) second.next();
    const double error =
        ulp_error<Float>(function(x, y), wanted(static_cast<Real>(x), static_cast<Real>(y)));
    if (error > worst) worst = error, worst_x = x, worst_y = y;
  }
  std::printf("%-16s %-6s %8.3f ulp of %4.1f allowed, at %a %a\n", name,
              sizeof(Float) == 4 ? "float" : "double", worst, bound, static_cast<double>(worst_x),
              static_cast<double>(worst_y));
  EXPECT_LE(worst, bound) << name << " at " << std::hexfloat << static_cast<double>(worst_x) << ' '
                          << static_cast<double>(worst_y);
}

#define CHECK_BOTH(name, wanted, float_bound, double_bound, low, high)    \
  check<float>(                                                           \
      #name, float_bound, std::max(low, -3.0e38), std::min(high, 3.0e38), \
      [](float x) { return device::name##f(x); }, wanted);                \
  check<double>(#name, double_bound, low, high, [](double x) { return device::name(x); }, wanted)
#define LIBM(name) [](Real x) { return std::name(x); }
#define OURS(name) [](Real x) { return reference::name(x); }

TEST(Ulp, Trigonometric) {
  CHECK_BOTH(sin, LIBM(sin), 2, 2, -1e5, 1e5);
  CHECK_BOTH(cos, LIBM(cos), 2, 2, -1e5, 1e5);
  CHECK_BOTH(tan, LIBM(tan), 4, 2, -1e5, 1e5);
  CHECK_BOTH(asin, LIBM(asin), 2, 2, -1.0, 1.0);
  CHECK_BOTH(acos, LIBM(acos), 2, 2, -1.0, 1.0);
  CHECK_BOTH(atan, LIBM(atan), 2, 2, -1e30, 1e30);
  CHECK_BOTH(sinpi, OURS(sinpi), 1, 2, -1e4, 1e4);
  CHECK_BOTH(cospi, OURS(cospi), 1, 2, -1e4, 1e4);
}
TEST(Ulp, Hyperbolic) {
  CHECK_BOTH(sinh, LIBM(sinh), 3, 2, -720.0, 720.0);
  CHECK_BOTH(cosh, LIBM(cosh), 2, 1, -720.0, 720.0);
  CHECK_BOTH(tanh, LIBM(tanh), 2, 1, -30.0, 30.0);
  CHECK_BOTH(asinh, LIBM(asinh), 3, 3, -1e30, 1e30);
  CHECK_BOTH(acosh, LIBM(acosh), 4, 3, 1.0, 1e30);
  CHECK_BOTH(atanh, LIBM(atanh), 3, 2, -1.0, 1.0);
}
TEST(Ulp, ExponentialAndLogarithmic) {
  CHECK_BOTH(exp, LIBM(exp), 1, 1, -750.0, 710.0);
  CHECK_BOTH(exp2, LIBM(exp2), 2, 1, -1080.0, 1024.0);
  CHECK_BOTH(exp10, OURS(exp10), 2, 1, -325.0, 309.0);
  CHECK_BOTH(expm1, LIBM(expm1), 1, 1, -50.0, 710.0);
  CHECK_BOTH(log, LIBM(log), 1, 1, 0.0, 1e300);
  CHECK_BOTH(log2, LIBM(log2), 1, 1, 0.0, 1e300);
  CHECK_BOTH(log10, LIBM(log10), 2, 1, 0.0, 1e300);
  CHECK_BOTH(log1p, LIBM(log1p), 1, 1, -1.0, 1e300);
}
TEST(Ulp, Roots) {
  CHECK_BOTH(sqrt, LIBM(sqrt), 0.5, 0.5, 0.0, 1e300);
  CHECK_BOTH(rsqrt, OURS(rsqrt), 2, 1, 1e-320, 1e300);
  CHECK_BOTH(cbrt, LIBM(cbrt), 1, 1, -1e300, 1e300);
  CHECK_BOTH(rcbrt, OURS(rcbrt), 1, 1, 1e-300, 1e300);
}
TEST(Ulp, ErrorFunctions) {
  CHECK_BOTH(erf, LIBM(erf), 2, 2, -7.0, 7.0);
  CHECK_BOTH(erfc, LIBM(erfc), 4, 5, -7.0, 26.5);
  CHECK_BOTH(erfcx, OURS(erfcx), 4, 4, -9.0, 1e10);
  CHECK_BOTH(erfinv, OURS(erfinv), 2, 5, -0.999999999, 0.999999999);
  CHECK_BOTH(erfcinv, OURS(erfcinv), 4, 6, 1e-300, 1.9999999);
  CHECK_BOTH(normcdf, OURS(normcdf), 5, 5, -37.0, 8.0);
  CHECK_BOTH(normcdfinv, OURS(normcdfinv), 5, 8, 1e-300, 0.9999999999);
}
TEST(Ulp, Gamma) {
  CHECK_BOTH(tgamma, LIBM(tgamma), 5, 10, 0.0, 171.0);
  CHECK_BOTH(lgamma, LIBM(lgamma), 6, 4, 0.0, 1e10);
}
TEST(Ulp, ModifiedBessel) {
  CHECK_BOTH(cyl_bessel_i0, OURS(cyl_bessel_i0), 6, 6, -700.0, 700.0);
  CHECK_BOTH(cyl_bessel_i1, OURS(cyl_bessel_i1), 6, 6, -700.0, 700.0);
}

#define CHECK2_BOTH(name, wanted, float_bound, double_bound, low, high, low2, high2) \
  check2<float>(                                                                     \
      #name, float_bound, low, high, low2, high2,                                    \
      [](float x, float y) { return device::name##f(x, y); }, wanted);               \
  check2<double>(                                                                    \
      #name, double_bound, low, high, low2, high2,                                   \
      [](double x, double y) { return device::name(x, y); }, wanted)
TEST(Ulp, TwoArguments) {
  CHECK2_BOTH(pow, [](Real x, Real y) { return std::pow(x, y); }, 4, 2, 1e-3, 1e3, -20.0, 20.0);
  CHECK2_BOTH(
      atan2, [](Real y, Real x) { return std::atan2(y, x); }, 3, 2, -1e10, 1e10, -1e10, 1e10);
  CHECK2_BOTH(
      hypot, [](Real x, Real y) { return std::hypot(x, y); }, 3, 2, -1e38, 1e38, -1e38, 1e38);
  CHECK2_BOTH(
      rhypot, [](Real x, Real y) { return 1 / std::hypot(x, y); }, 2, 1, 1e-18, 1e38, 1e-18, 1e38);
  CHECK2_BOTH(fmod, [](Real x, Real y) { return std::fmod(x, y); }, 0, 0, -1e20, 1e20, 1e-10, 1e10);
  CHECK2_BOTH(
      remainder, [](Real x, Real y) { return std::remainder(x, y); }, 0, 0, -1e20, 1e20, 1e-10,
      1e10);
  CHECK2_BOTH(
      fdim, [](Real x, Real y) { return std::fdim(x, y); }, 0.5, 0.5, -1e20, 1e20, -1e20, 1e20);
}
TEST(Ulp, Norms) {
  const auto three = [](Real x, Real y) { return std::sqrt(x * x + y * y + 9.0L); };
  check2<float>(
      "norm3d", 3, -1e19, 1e19, -1e19, 1e19,
      [](float x, float y) { return device::norm3df(x, y, 3); }, three);
  check2<double>(
      "norm3d", 1, -1e300, 1e300, -1e300, 1e300,
      [](double x, double y) { return device::norm3d(x, 3, y); }, three);
  check2<double>(
      "rnorm3d", 1, -1e300, 1e300, -1e300, 1e300,
      [](double x, double y) { return device::rnorm3d(x, y, 3); },
      [=](Real x, Real y) { return 1 / three(x, y); });
  const auto tiny = [](Real x, Real y) { return std::sqrt(x * x + y * y + 2e-640L); };
  check2<double>(
      "norm4d", 1, -1e-290, 1e-290, -1e-290, 1e-290,
      [](double x, double y) { return device::norm4d(x, 1e-320, y, 1e-320); }, tiny);
}

TEST(SpecialValues, AreThoseOfTheGuide) {
  const double infinity = INFINITY, nan = NAN;
  EXPECT_EQ(device::rsqrt(0.0), infinity);
  EXPECT_EQ(device::rsqrt(infinity), 0.0);
  EXPECT_TRUE(std::isnan(device::rsqrt(-1.0)));
  EXPECT_EQ(device::rcbrt(-0.0), -infinity);
  EXPECT_EQ(device::cbrt(-infinity), -infinity);
  EXPECT_EQ(device::erfinv(1.0), infinity);
  EXPECT_EQ(device::erfinv(-1.0), -infinity);
  EXPECT_TRUE(std::isnan(device::erfinv(1.5)));
  EXPECT_EQ(device::erfcinv(0.0), infinity);
  EXPECT_EQ(device::erfcinv(2.0), -infinity);
  EXPECT_TRUE(std::isnan(device::erfcinv(-0.1)));
  EXPECT_EQ(device::normcdfinv(0.0), -infinity);
  EXPECT_EQ(device::normcdfinv(1.0), infinity);
  EXPECT_EQ(device::normcdf(infinity), 1.0);
  EXPECT_EQ(device::normcdf(-infinity), 0.0);
  EXPECT_EQ(device::erfcx(infinity), 0.0);
  EXPECT_EQ(device::erfcx(-infinity), infinity);
  EXPECT_TRUE(std::isnan(device::erfcx(nan)));
  EXPECT_EQ(device::cyl_bessel_i0(0.0), 1.0);
  EXPECT_EQ(device::cyl_bessel_i0(-infinity), infinity);
  EXPECT_EQ(device::cyl_bessel_i1(-infinity), -infinity);
  EXPECT_TRUE(std::signbit(device::sinpi(-0.0)));
  EXPECT_EQ(device::sinpi(1e300), 0.0);
  EXPECT_EQ(device::cospi(1e300), 1.0);
  EXPECT_FALSE(std::signbit(device::cospi(0.5)));
  EXPECT_TRUE(std::isnan(device::sinpi(infinity)));
  EXPECT_EQ(device::norm3d(nan, -infinity, 1), infinity);
  EXPECT_EQ(device::rnorm3d(nan, -infinity, 1), 0.0);
  EXPECT_EQ(device::norm3d(0, 0, 0), 0.0);
  EXPECT_EQ(device::rnorm3d(0, 0, 0), infinity);
  EXPECT_EQ(device::rhypotf(0, 0), static_cast<float>(infinity));
  EXPECT_EQ(device::hypotf(static_cast<float>(nan), static_cast<float>(-infinity)),
            static_cast<float>(infinity));
  EXPECT_EQ(device::norm4df(1, 1, 1, 1), 2.0f);
  EXPECT_EQ(device::__saturatef(static_cast<float>(nan)), 0.0f);
  double integral;
  EXPECT_EQ(device::modf(-infinity, &integral), 0.0);
  EXPECT_EQ(integral, -infinity);
  EXPECT_EQ(device::__powf(2.0f, 3.0f), 8.0f);
  EXPECT_EQ(device::max(-1, 1u), 4294967295u);
  EXPECT_EQ(device::min(3.0f, static_cast<float>(nan)), 3.0f);
}

}  // namespace
