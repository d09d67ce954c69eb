// SPDX-License-Identifier: Apache-2.0
// C++17's special functions in host code of a file with kernels, and TR1's; what <cmath> brings along.
#include <cmath>
#include <tr1/cmath>
#include <type_traits>

#include "../transcript.h"

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

int main() {
  double (*by_address)(double, double) = std::beta;
  std::printf("%.9g %.9g %.9g\n", by_address(2.5, 3.5), std::cyl_bessel_j(1.0, 2.0), std::riemann_zeta(2.0));
  std::printf("%.6g %.9g %.9g\n", std::legendre(3u, 0.25f), std::tr1::beta(2., 3.), std::tr1::hyperg(1., 2., 3., 0.5));
  DeviceArray<float> values(std::vector<float>{0, 1, 2});
  kernel<<<1, 3>>>(values);
  SHOW(cudaDeviceSynchronize());
  for (float value : values.read()) std::printf("%.5g\n", value);
}
