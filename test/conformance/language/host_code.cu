// SPDX-License-Identifier: Apache-2.0
// Host code in a file with kernels.
#include "../cases.h"

#include <cmath>
#include <tr1/cmath>
#include <type_traits>

namespace float128_ {
struct Pair {
  __float128 first, second;
};

template <class T>
struct Is {
  static constexpr int quad = 0;
};

template <>
struct Is<__float128> {
  static constexpr int quad = 1;
};

__float128 power(__float128 x, int n) {
  __float128 result = 1;
  for (int i = 0; i < n; ++i) result *= x;
  return result;
}

template <int kQuad>
__global__ void kernel(int *out, double x) {
  out[threadIdx.x] = kQuad * 10 + int(x);
}

// __float128 in the host code of a file with kernels.
CASE(float128) {
  DeviceArray<int> out(4);
  const Pair pair = {power(3, 60), power((__float128)1 / 3, 60)};
  const __float128 difference = pair.first * pair.second - 1;
  show_truth("more than double", difference != 0 && difference < 1e-30 && difference > -1e-30);
  show_bits("rounded", (double)pair.first);
  show_value("bytes", sizeof(__float128));
  kernel<Is<__float128>::quad><<<1, 4>>>(out, (double)power(2, 2));
  SHOW(cudaDeviceSynchronize());
  show_row("kernel", out.read());
}
}  // namespace float128_

namespace host_special_functions_ {
#define SAME(expression, type) static_assert(std::is_same<decltype(expression), type>::value, #expression)
SAME(std::beta(1.f, 2.f), float);
SAME(std::beta(1, 2.f), double);
SAME(std::beta(1.L, 2), long double);
SAME(std::betaf(1, 2), float);
SAME(std::hermite(2u, 3), double);
SAME(std::sph_legendre(1u, 2u, 3.f), float);
SAME(std::ellint_3(1.f, 2.f, 3.L), long double);
SAME(std::expintl(2), long double);
SAME(std::tr1::beta(1.f, 2.f), float);
SAME(std::tr1::conf_hyperg(1., 2., 3.), double);
constexpr float kMost = std::numeric_limits<float>::max();

__global__ void kernel(float *values) {
  float x = values[threadIdx.x];
  values[threadIdx.x] = fminf(cyl_bessel_i0f(x), kMost);
}

// C++17's special functions in host code of a file with kernels, and TR1's; what <cmath> brings along.
CASE(host_special_functions) {
  double (*by_address)(double, double) = std::beta;
  std::printf("%.9g %.9g %.9g\n", by_address(2.5, 3.5), std::cyl_bessel_j(1.0, 2.0), std::riemann_zeta(2.0));
  std::printf("%.6g %.9g %.9g\n", std::legendre(3u, 0.25f), std::tr1::beta(2., 3.), std::tr1::hyperg(1., 2., 3., 0.5));
  DeviceArray<float> values(std::vector<float>{0, 1, 2});
  kernel<<<1, 3>>>(values);
  SHOW(cudaDeviceSynchronize());
  for (float value : values.read()) std::printf("%.5g\n", value);
}
}  // namespace host_special_functions_
