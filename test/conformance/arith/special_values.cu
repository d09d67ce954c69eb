// SPDX-License-Identifier: Apache-2.0
// Every function of one argument at the edges: by class where its error is bounded in ulp, by bits where it is exact.
#include "special_inputs.h"

#define BOUNDED(X)                                                                                                  \
  X(sin) X(cos) X(tan) X(asin) X(acos) X(atan) X(sinh) X(cosh) X(tanh) X(asinh) X(acosh) X(atanh) X(exp) X(exp2)    \
  X(exp10) X(expm1) X(log) X(log2) X(log10) X(log1p) X(cbrt) X(rcbrt) X(rsqrt) X(erf) X(erfc) X(erfcx) X(erfinv)    \
  X(erfcinv) X(normcdf) X(normcdfinv) X(tgamma) X(lgamma) X(sinpi) X(cospi) X(j0) X(j1) X(y0) X(y1)                 \
  X(cyl_bessel_i0) X(cyl_bessel_i1)
#define EXACT(X) X(sqrt) X(floor) X(ceil) X(trunc) X(round) X(rint) X(nearbyint) X(fabs) X(logb)

#define DECLARE(name)                          \
  UNARY(name##_f, float, float, name##f(x));   \
  UNARY(name##_d, double, double, name(x));
BOUNDED(DECLARE)
EXACT(DECLARE)
UNARY(ilogb_f, int, float, ilogbf(x));
UNARY(ilogb_d, int, double, ilogb(x));
UNARY(lrint_f, long, float, lrintf(x));
UNARY(lrint_d, long, double, lrint(x));
UNARY(llrint_f, long long, float, llrintf(x));
UNARY(llrint_d, long long, double, llrint(x));
UNARY(lround_f, long, float, lroundf(x));
UNARY(lround_d, long, double, lround(x));
UNARY(llround_f, long long, float, llroundf(x));
UNARY(llround_d, long long, double, llround(x));
UNARY(is_f, int, float, isnan(x) + 2 * isinf(x) + 4 * isfinite(x) + 8 * signbit(x));
UNARY(is_d, int, double, isnan(x) + 2 * isinf(x) + 4 * isfinite(x) + 8 * signbit(x));

struct frexp_f {
  using Result = float;
  static __device__ float of(float x) {
    int e = 0;
    const float m = frexpf(x, &e);
    return isfinite(x) ? m + 2 * e : m;
  }
};
struct frexp_d {
  using Result = double;
  static __device__ double of(double x) {
    int e = 0;
    const double m = frexp(x, &e);
    return isfinite(x) ? m + 2 * e : m;
  }
};
struct modf_f {
  using Result = float;
  static __device__ float of(float x) {
    float whole;
    return copysignf(modff(x, &whole), whole);
  }
};
struct modf_d {
  using Result = double;
  static __device__ double of(double x) {
    double whole;
    return copysign(modf(x, &whole), whole);
  }
};
struct sincos_f {
  using Result = float;
  static __device__ float of(float x) {
    float s, c, t, u;
    sincosf(x, &s, &c);
    sincospif(x, &t, &u);
    return (s == sinf(x) ? 1 : 0) + (c == cosf(x) ? 2 : 0) + (t == sinpif(x) ? 4 : 0) + (u == cospif(x) ? 8 : 0);
  }
};
struct sincos_d {
  using Result = double;
  static __device__ double of(double x) {
    double s, c, t, u;
    sincos(x, &s, &c);
    sincospi(x, &t, &u);
    return (s == sin(x) ? 1 : 0) + (c == cos(x) ? 2 : 0) + (t == sinpi(x) ? 4 : 0) + (u == cospi(x) ? 8 : 0);
  }
};

int main() {
  const auto f = special_inputs<float>();
  const auto d = special_inputs<double>();
#define CLASSES(name)         \
  SHOW_CLASSES(name##_f, f);  \
  SHOW_CLASSES(name##_d, d);
  BOUNDED(CLASSES)
#define BITS(name)          \
  SHOW_UNARY(name##_f, f);  \
  SHOW_UNARY(name##_d, d);
  EXACT(BITS)
  BITS(frexp)
  BITS(modf)
  BITS(sincos)
  CLASSES(ilogb)
  CLASSES(lrint)
  CLASSES(llrint)
  CLASSES(lround)
  CLASSES(llround)
  CLASSES(is)
}
