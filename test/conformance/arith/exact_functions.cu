// SPDX-License-Identifier: Apache-2.0
// Functions whose results are exact.
#include "../cases.h"
#include "table.h"

#include <cmath>
#include <cstdio>

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

// Functions with exact results: remainders, exponents, neighbours.
CASE(parts_of_numbers) {
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

UNARY(rint_, float, float, rintf(x));
UNARY(nearbyint_, float, float, nearbyintf(x));
UNARY(round_, float, float, roundf(x));
UNARY(trunc_, float, float, truncf(x));
UNARY(floor_, float, float, floorf(x));
UNARY(ceil_, float, float, ceilf(x));
UNARY(d_rint, double, double, rint(x));
UNARY(d_round, double, double, round(x));
UNARY(d_trunc, double, double, trunc(x));
UNARY(d_floor, double, double, floor(x));
UNARY(d_ceil, double, double, ceil(x));
UNARY(d_lround, long long, double, llround(x));
UNARY(d_lrint, long long, double, llrint(x));

// Functions that round to whole numbers.
CASE(rounding) {
  auto f = interesting_floats();
  for (float x : {0.49999997f, 0.5f, 1.5f, 2.5f, 3.5f, -0.5f, -1.5f, -2.5f, 8388607.5f, 8388608.5f, -0.2f, 0.7f}) f.push_back(x);
  auto d = interesting_doubles();
  for (double x : {0.49999999999999994, 0.5, 1.5, 2.5, -0.5, -1.5, -2.5, 4503599627370495.5, -0.2, 0.7}) d.push_back(x);
  SHOW_UNARY(rint_, f);
  SHOW_UNARY(nearbyint_, f);
  SHOW_UNARY(round_, f);
  SHOW_UNARY(trunc_, f);
  SHOW_UNARY(floor_, f);
  SHOW_UNARY(ceil_, f);
  SHOW_UNARY(d_rint, d);
  SHOW_UNARY(d_round, d);
  SHOW_UNARY(d_trunc, d);
  SHOW_UNARY(d_floor, d);
  SHOW_UNARY(d_ceil, d);
  SHOW_UNARY(d_lround, d);
  SHOW_UNARY(d_lrint, d);
}

BINARY(f_min, float, float, float, fminf(x, y));
BINARY(f_max, float, float, float, fmaxf(x, y));
BINARY(overloaded_min, float, float, float, min(x, y));
BINARY(overloaded_max, double, double, double, max(x, y));
BINARY(d_min, double, double, double, fmin(x, y));

// The smaller and larger of two zeros, and min and max as overloads.
CASE(zeros_min_max) {
  auto f = from_bits<float>({0, 0x80000000, 0x7fc00000, 0x3f800000});
  std::vector<double> d(f.begin(), f.end());
  SHOW_BINARY(f_min, f, f);
  SHOW_BINARY(f_max, f, f);
  SHOW_BINARY(overloaded_min, f, f);
  SHOW_BINARY(overloaded_max, d, d);
  SHOW_BINARY(d_min, d, d);
}

constexpr int kValues = 6;

template <typename Real>
__global__ void overloads(const Real* values, Real* results) {
  const int i = threadIdx.x / kValues, j = threadIdx.x % kValues;
  Real* own = results + 8 * threadIdx.x;
  own[0] = fmin(values[i], values[j]);
  own[1] = fmax(values[i], values[j]);
  own[2] = std::fmin(values[i], values[j]);
  own[3] = std::fmax(values[i], values[j]);
  own[4] = min(values[i], values[j]);
  own[5] = max(values[i], values[j]);
  own[6] = static_cast<Real>(fmin(static_cast<double>(values[i]), static_cast<double>(values[j])));
  own[7] = fmax(static_cast<Real>(static_cast<int>(threadIdx.x) - static_cast<int>(threadIdx.x)), values[j]);
}

template <typename Real>
void show(const char* name) {
  Real *values, *results;
  cudaMallocManaged(&values, kValues * sizeof(Real));
  cudaMallocManaged(&results, 8 * kValues * kValues * sizeof(Real));
  const Real all[kValues] = {0.0, -0.0, 1.5, -1.5, INFINITY, NAN};
  for (int i = 0; i < kValues; ++i) values[i] = all[i];
  overloads<<<1, kValues * kValues>>>(values, results);
  printf("%s: %s\n", name, cudaGetErrorName(cudaDeviceSynchronize()));
  for (int pair = 0; pair < kValues * kValues; ++pair) {
    printf("%4g %4g:", static_cast<double>(values[pair / kValues]), static_cast<double>(values[pair % kValues]));
    for (int form = 0; form < 8; ++form) {
      const Real result = results[8 * pair + form];
      if (result != result)
        printf(" nan");
      else
        printf(" %g", static_cast<double>(result));
    }
    printf("\n");
  }
  cudaFree(values);
  cudaFree(results);
}

// Which of two zeros, and of a NaN and a number, the overloads of fmin and fmax give: fmin(float, float) is not spelled fminf.
CASE(zeros_min_max_overloads) {
  show<float>("float");
  show<double>("double");
}
