// SPDX-License-Identifier: Apache-2.0
// Every function of two or three arguments at the edges: by class where its error is bounded in ulp, by bits where it
// is exact.
#include "special_inputs.h"

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

int main() {
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
