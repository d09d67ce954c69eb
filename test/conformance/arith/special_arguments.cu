// SPDX-License-Identifier: Apache-2.0
// Math functions at the edges of their arguments.
#include "../cases.h"
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

// Every function of one argument at the edges: by class where its error is bounded in ulp, by bits where it is exact.
CASE(special_values) {
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
#undef BOUNDED
#undef EXACT
#undef DECLARE
#undef CLASSES
#undef BITS

#define BOUNDED(X) X(pow) X(atan2) X(rhypot)
#define EXACT(X) X(fmod) X(remainder) X(fdim) X(copysign) X(nextafter) X(fmin) X(fmax)

#define DECLARE(name)                                        \
  BINARY(name##_f, float, float, float, name##f(x, y));      \
  BINARY(name##_d, double, double, double, name(x, y));

BOUNDED(DECLARE)
EXACT(DECLARE)
BINARY(hypot_f, float, float, float, hypotf(x, y));
BINARY(hypot_d, double, double, double, hypot(x, y));
BINARY(norm3d_f, float, float, float, norm3df(x, y, 1.0f));
BINARY(norm3d_d, double, double, double, norm3d(x, y, 1.0));
BINARY(rnorm3d_f, float, float, float, rnorm3df(x, y, 0.0f));
BINARY(rnorm3d_d, double, double, double, rnorm3d(x, y, 0.0));
BINARY(norm4d_f, float, float, float, norm4df(x, y, 0.0f, -0.0f));
BINARY(norm4d_d, double, double, double, norm4d(x, y, 0.0, -0.0));
BINARY(rnorm4d_f, float, float, float, rnorm4df(x, y, 0.0f, 1.0f));
BINARY(rnorm4d_d, double, double, double, rnorm4d(x, y, 0.0, 1.0));
BINARY(divide_f, float, float, float, fdividef(x, y));
BINARY(divide_d, double, double, double, fdivide(x, y));
BINARY(fma_f, float, float, float, fmaf(x, y, -1.0f));
BINARY(fma_d, double, double, double, fma(x, y, -1.0));
BINARY(ldexp_f, float, float, int, ldexpf(x, y));
BINARY(ldexp_d, double, double, int, ldexp(x, y));
BINARY(scalbn_f, float, float, int, scalbnf(x, y));
BINARY(scalbn_d, double, double, int, scalbn(x, y));
BINARY(scalbln_f, float, float, long, scalblnf(x, y));
BINARY(scalbln_d, double, double, long, scalbln(x, y));
BINARY(jn_f, float, int, float, jnf(x, y));
BINARY(jn_d, double, int, double, jn(x, y));
BINARY(yn_f, float, int, float, ynf(x, y));
BINARY(yn_d, double, int, double, yn(x, y));

// The quotient's sign and lowest three bits.
struct remquo_f {
  using Result = int;
  static __device__ int of(float x, float y) {
    int quotient = 0;
    const float rest = remquof(x, y, &quotient);
    return rest != rest ? -100 : quotient < 0 ? -(-quotient & 7) : quotient & 7;
  }
};

struct remquo_d {
  using Result = int;
  static __device__ int of(double x, double y) {
    int quotient = 0;
    const double rest = remquo(x, y, &quotient);
    return rest != rest ? -100 : quotient < 0 ? -(-quotient & 7) : quotient & 7;
  }
};

struct norm_f {
  using Result = float;
  static __device__ float of(float x, float y) {
    const float v[] = {x, 0.0f, y};
    return normf(3, v);
  }
};

struct rnorm_d {
  using Result = double;
  static __device__ double of(double x, double y) {
    const double v[] = {x, 0.0, y};
    return rnorm(3, v);
  }
};

// Every function of two or three arguments at the edges: by class where its error is bounded in ulp, by bits where it
// is exact.
CASE(special_pairs) {
  const auto f = special_pair_inputs<float>();
  const auto d = special_pair_inputs<double>();
#define CLASSES(name)                \
  SHOW_PAIR_CLASSES(name##_f, f, f); \
  SHOW_PAIR_CLASSES(name##_d, d, d);
  BOUNDED(CLASSES)
  CLASSES(norm3d)
  CLASSES(rnorm3d)
  CLASSES(norm4d)
  CLASSES(rnorm4d)
  CLASSES(remquo)
  CLASSES(divide)
  SHOW_PAIR_CLASSES(norm_f, f, f);
  SHOW_PAIR_CLASSES(rnorm_d, d, d);
#define BITS(name)             \
  SHOW_BINARY(name##_f, f, f); \
  SHOW_BINARY(name##_d, d, d);
  EXACT(BITS)
  BITS(fma)
  const std::vector<int> powers = {0, 1, -1, 23, -24, 127, -126, 150, -150, 1023, -1074, 2100, -2100, 100000, -100000};
  const std::vector<long> longs(powers.begin(), powers.end());
  SHOW_BINARY(ldexp_f, f, powers);
  SHOW_BINARY(ldexp_d, d, powers);
  SHOW_BINARY(scalbn_f, f, powers);
  SHOW_BINARY(scalbn_d, d, powers);
  SHOW_BINARY(scalbln_f, f, longs);
  SHOW_BINARY(scalbln_d, d, longs);
  // Without what H200s get wrong: hypot of the largest double is infinite there, jn(2, 0) and the like are NaN.
  const auto without = [](auto values, std::initializer_list<int> places) {
    for (int i : places) values.erase(values.begin() + i);
    return values;
  };
  SHOW_PAIR_CLASSES(hypot_f, f, f);
  const auto smaller = without(d, {21, 20});
  SHOW_PAIR_CLASSES(hypot_d, smaller, smaller);
  const std::vector<int> orders = {-3, -1, 0, 1, 2, 5};
  const auto g = without(f, {23, 5, 4, 3, 2, 1, 0});
  const auto h = without(d, {23, 5, 4, 3, 2, 1, 0});
  SHOW_PAIR_CLASSES(jn_f, orders, g);
  SHOW_PAIR_CLASSES(jn_d, orders, h);
  SHOW_PAIR_CLASSES(yn_f, orders, g);
  SHOW_PAIR_CLASSES(yn_d, orders, h);
}
#undef BOUNDED
#undef EXACT
#undef DECLARE
#undef CLASSES
#undef BITS

UNARY(expf_, float, float, __expf(x));
UNARY(exp10f_, float, float, __exp10f(x));
UNARY(logf_, float, float, __logf(x));
UNARY(log2f_, float, float, __log2f(x));
UNARY(log10f_, float, float, __log10f(x));
UNARY(tanhf_, float, float, __tanhf(x));
UNARY(saturatef_, float, float, __saturatef(x));
UNARY(frcp_, float, float, __frcp_rn(x));
UNARY(frsqrt_, float, float, __frsqrt_rn(x));
UNARY(fsqrt_, float, float, __fsqrt_rn(x));
UNARY(drcp_, double, double, __drcp_rz(x));
UNARY(dsqrt_, double, double, __dsqrt_ru(x));
BINARY(powf_, float, float, float, __powf(x, y));
BINARY(fdividef_, float, float, float, __fdividef(x, y));
BINARY(fdiv_, float, float, float, __fdiv_rd(x, y));

// The approximate intrinsics at the edges, by class: which arguments give zero, infinity and NaN. Of __sinf
// and its like CUDA bounds the absolute error only.
CASE(fast_intrinsics) {
  const auto f = special_inputs<float>();
  const auto d = special_inputs<double>();
  SHOW_CLASSES(expf_, f);
  SHOW_CLASSES(exp10f_, f);
  SHOW_CLASSES(logf_, f);
  SHOW_CLASSES(log2f_, f);
  SHOW_CLASSES(log10f_, f);
  SHOW_CLASSES(tanhf_, f);
  SHOW_UNARY(saturatef_, f);
  SHOW_UNARY(frcp_, f);
  SHOW_UNARY(frsqrt_, f);
  SHOW_UNARY(fsqrt_, f);
  SHOW_UNARY(drcp_, d);
  SHOW_UNARY(dsqrt_, d);
  const auto p = special_pair_inputs<float>();
  // The largest number's logarithm is as near to 128 as the hardware cares.
  auto bases = p;
  bases.erase(bases.begin() + 20, bases.begin() + 22);
  SHOW_PAIR_CLASSES(powf_, bases, p);
  SHOW_PAIR_CLASSES(fdividef_, p, p);
  SHOW_BINARY(fdiv_, p, p);
}
