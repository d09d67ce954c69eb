// SPDX-License-Identifier: Apache-2.0
// Functions with exact results: remainders, exponents, neighbours.
#include "table.h"

BINARY(fmod_, float, float, float, fmodf(x, y));
BINARY(remainder_, float, float, float, remainderf(x, y));
BINARY(fdim_, float, float, float, fdimf(x, y));
BINARY(nextafter_, float, float, float, nextafterf(x, y));
UNARY(logb_, float, float, logbf(x));
UNARY(ilogb_, int, float, ilogbf(x));
BINARY(ldexp_, float, float, int, ldexpf(x, y));
BINARY(scalbn_, float, float, int, scalbnf(x, y));
BINARY(d_fmod, double, double, double, fmod(x, y));
BINARY(d_remainder, double, double, double, remainder(x, y));
BINARY(d_nextafter, double, double, double, nextafter(x, y));
UNARY(d_ilogb, int, double, ilogb(x));
BINARY(d_ldexp, double, double, int, ldexp(x, y));

struct frexp_fraction {
  using Result = float;
  static __device__ float of(float x) {
    int e;
    return frexpf(x, &e);
  }
};
struct frexp_exponent {
  using Result = int;
  static __device__ int of(float x) {
    int e = -7777;
    frexpf(x, &e);
    return isfinite(x) ? e : 0;
  }
};
struct modf_whole {
  using Result = float;
  static __device__ float of(float x) {
    float whole;
    modff(x, &whole);
    return whole;
  }
};
struct modf_fraction {
  using Result = float;
  static __device__ float of(float x) {
    float whole;
    return modff(x, &whole);
  }
};
struct remquo_bits {
  using Result = int;
  static __device__ int of(float x, float y) {
    int q = 0;
    remquof(x, y, &q);
    return isfinite(x) && !isnan(y) && y != 0 ? q & 7 : 0;
  }
};

int main() {
  auto f = interesting_floats();
  auto d = interesting_doubles();
  std::vector<float> small = {1.0f, -1.0f, 2.5f, 5.5f, 1e-3f, 1e30f, 3.1415927f, 100.0f};
  std::vector<int> powers = {0, 1, -1, 10, -10, 127, 128, -126, -149, -150, 300, -300};
  SHOW_BINARY(fmod_, f, f);
  SHOW_BINARY(remainder_, f, f);
  SHOW_BINARY(fmod_, small, small);
  SHOW_BINARY(remainder_, small, small);
  SHOW_BINARY(remquo_bits, small, small);
  SHOW_BINARY(fdim_, f, f);
  SHOW_BINARY(nextafter_, f, f);
  SHOW_UNARY(logb_, f);
  SHOW_UNARY(ilogb_, f);
  SHOW_BINARY(ldexp_, f, powers);
  SHOW_BINARY(scalbn_, f, powers);
  SHOW_BINARY(d_fmod, d, d);
  SHOW_BINARY(d_remainder, d, d);
  SHOW_BINARY(d_nextafter, d, d);
  SHOW_UNARY(d_ilogb, d);
  SHOW_BINARY(d_ldexp, d, powers);
  SHOW_UNARY(frexp_fraction, f);
  SHOW_UNARY(frexp_exponent, f);
  SHOW_UNARY(modf_whole, f);
  SHOW_UNARY(modf_fraction, f);
}
