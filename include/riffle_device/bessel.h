// SPDX-License-Identifier: Apache-2.0
// Modified Bessel functions of order 0 and 1, for both sides. Up to 8 the power series, whose terms
// are all positive; beyond, exp(x)/sqrt(x) times a Chebyshev series in 16/x - 1.
#pragma once

#include "function_macros.h"

namespace riffle_device {

/// Sum of coefficients[k] * x^k, by Horner's rule.
template <int count>
RIFFLE_BOTH double power_series(const double (&coefficients)[count], double x) {
  double sum = coefficients[count - 1];
#pragma unroll
  for (int k = count - 2; k >= 0; --k) sum = __builtin_fma(sum, x, coefficients[k]);
  return sum;
}
/// Sum of coefficients[k] * T_k(t), by Clenshaw's rule.
template <int count>
RIFFLE_BOTH double chebyshev_series(const double (&coefficients)[count], double t) {
  double next = 0.0, current = 0.0;
#pragma unroll
  for (int k = count - 1; k > 0; --k) {
    const double sum = __builtin_fma(2.0 * t, current, coefficients[k] - next);
    next = current;
    current = sum;
  }
  return __builtin_fma(t, current, coefficients[0] - next);
}

RIFFLE_BOTH_LARGE double bessel_i_large(double scaled, double x) {
  const double half = __builtin_exp(0.5 * x);  // exp(x) overflows before the result does
  return half * (scaled / __builtin_sqrt(x)) * half;
}

RIFFLE_BOTH_LARGE double bessel_i0(double x) {
  // 1 / k!^2
  constexpr double kSmall[] = {0x1p+0,
                               0x1p+0,
                               0x1p-2,
                               0x1.c71c71c71c71cp-6,
                               0x1.c71c71c71c71cp-10,
                               0x1.23456789abcdfp-14,
                               0x1.02e85c0898b71p-19,
                               0x1.522a43f65486ap-25,
                               0x1.522a43f65486ap-31,
                               0x1.0b313289be0b9p-37,
                               0x1.5601885e63e5dp-44,
                               0x1.69ca9cf3b7f54p-51,
                               0x1.4197a7f5154bcp-58,
                               0x1.e725594ee52e9p-66,
                               0x1.3e22d70ef3b5fp-73,
                               0x1.69f7da8510bcdp-81,
                               0x1.69f7da8510bcdp-89,
                               0x1.40a2dc2460523p-97,
                               0x1.faaf2fa1c79e5p-106,
                               0x1.674f8e46c208cp-114,
                               0x1.cbeaf38dc529fp-123,
                               0x1.0afb53e9cec0bp-131,
                               0x1.1a6d4e307528fp-140,
                               0x1.1159d2b18fe1fp-149,
                               0x1.e5f504c9e358cp-159,
                               0x1.8e189760fbc74p-168};
  // Chebyshev coefficients of exp(-x) sqrt(x) I0(x)
  constexpr double kLarge[] = {
      0x1.9be62aca809cbp-2,   0x1.b998ca2e59049p-9,   0x1.20fa378999e52p-14,
      0x1.8412bc101c586p-19,  0x1.b8007d9cd616ep-23,  0x1.8569280d6d56dp-26,
      0x1.d2c64a9225b87p-29,  0x1.0f9ccc0f46f75p-31,  0x1.a24feabe8004fp-37,
      -0x1.1511d08397425p-35, -0x1.d0fd7357e7bf2p-37, -0x1.f904303178d66p-40,
      0x1.94347fa268cecp-41,  0x1.b1c8c6b83c073p-42,  0x1.156ff0d5fc545p-46,
      -0x1.75d99cf68bb32p-45, -0x1.583fe7e65629ap-47, 0x1.12a919094e6d7p-48,
      0x1.fee7da3eafb1fp-50,  -0x1.8aee7d908de38p-52, -0x1.4600babd21fe4p-52,
      0x1.3f3dd076041cdp-55,  0x1.9be1812d98421p-55,  -0x1.646da6611913p-58,
      -0x1.0adb754ca8b19p-57};
  const double size = __builtin_fabs(x);
  if (size <= 8.0) return power_series(kSmall, 0.25 * x * x);
  if (!(size < 1000.0)) return x == x ? __builtin_inf() : x;
  return bessel_i_large(chebyshev_series(kLarge, 16.0 / size - 1.0), size);
}

RIFFLE_BOTH_LARGE double bessel_i1(double x) {
  // 1 / (k! (k + 1)!)
  constexpr double kSmall[] = {0x1p+0,
                               0x1p-1,
                               0x1.5555555555555p-4,
                               0x1.c71c71c71c71cp-8,
                               0x1.6c16c16c16c17p-12,
                               0x1.845c8a0ce5129p-17,
                               0x1.27e4fb7789f5cp-22,
                               0x1.522a43f65486ap-28,
                               0x1.2c9758daf5cdp-34,
                               0x1.ab81ea75fcdf4p-41,
                               0x1.f17697cf1cf13p-48,
                               0x1.e2637bef9ff1ap-55,
                               0x1.8bce58901a35ep-62,
                               0x1.165e7c2d153f3p-69,
                               0x1.53585cdcbfb1p-77,
                               0x1.69f7da8510bcdp-85,
                               0x1.54ad09e6a6575p-93,
                               0x1.1d028acb00491p-101,
                               0x1.aaae78f4066a6p-110,
                               0x1.1f72d8389b3a3p-118,
                               0x1.5e69de22df5cep-127,
                               0x1.84564b82a1184p-136,
                               0x1.88f11edf3ed4cp-145,
                               0x1.6c77c3976a829p-154,
                               0x1.37033643c4b3bp-163,
                               0x1.e9f6e1b270f54p-173};
  // Chebyshev coefficients of exp(-x) sqrt(x) I1(x)
  constexpr double kLarge[] = {
      0x1.8ea18b55b1514p-2,   -0x1.3fda053fcdb4cp-7,  -0x1.cfd7f804aa9a6p-14,
      -0x1.048df49ca0373p-18, -0x1.0dbfd2e9e5443p-22, -0x1.c415394bb46c1p-26,
      -0x1.0790b9ad53528p-28, -0x1.334ca5423dd8p-31,  -0x1.4dcf9d4504c0cp-36,
      0x1.1e1a1f1587865p-35,  0x1.f101f653c457bp-37,  0x1.1e7d3f6439fa3p-39,
      -0x1.953e1076ab493p-41, -0x1.cbc458e73e255p-42, -0x1.7a9482e6d22ap-46,
      0x1.80d3c26b3281ep-45,  0x1.776e1762d31e8p-47,  -0x1.12db5138afbc7p-48,
      -0x1.0efcd8bc4d22ap-49, 0x1.7d68e5f04a2d1p-52,  0x1.55915fceb588ap-52,
      -0x1.2806c9c77332p-55,  -0x1.acea3b2532277p-55, 0x1.45b8aea87b95p-58,
      0x1.1556db352e8e6p-57};
  const double size = __builtin_fabs(x);
  if (size <= 8.0) return 0.5 * x * power_series(kSmall, 0.25 * x * x);
  if (!(size < 1000.0)) return x == x ? __builtin_copysign(__builtin_inf(), x) : x;
  return __builtin_copysign(bessel_i_large(chebyshev_series(kLarge, 16.0 / size - 1.0), size), x);
}

}  // namespace riffle_device
