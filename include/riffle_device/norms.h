// SPDX-License-Identifier: Apache-2.0
// Euclidean norms of 2 to n components and their reciprocals, on both sides. An infinite component
// wins over NaN. Float forms compute in double, where squares are exact and cannot overflow; double
// forms scale by the exponent of the largest component.
#pragma once

#include "exp_pair.h"
#include "function_macros.h"

namespace riffle_device {

struct ScaledSquares {
  double sum, sum_low;  ///< of (component / 2^exponent)^2, as a pair
  int exponent;
  bool is_infinite;  ///< some component is
};

RIFFLE_BOTH_LARGE ScaledSquares scaled_squares(int count, const double* components) {
#pragma clang fp contract(off)
  double largest = 0.0;
  bool is_infinite = false;
  for (int i = 0; i < count; ++i) {
    const double size = __builtin_fabs(components[i]);
    is_infinite |= __builtin_isinf(size) != 0;
    largest = size > largest ? size : largest;
  }
  ScaledSquares result{0.0, 0.0, 0, is_infinite};
  if (largest != 0.0 && !is_infinite) {
    result.exponent =
        static_cast<int>(__builtin_bit_cast(unsigned long long, largest) >> 52) - 1023;
  }
  for (int i = 0; i < count; ++i) {
    const double x = scale_by(components[i], -result.exponent);
    const double square = x * x;
    const double square_low = __builtin_fma(x, x, -square);
    const double sum = result.sum + square;
    const double part = sum - result.sum;
    result.sum_low += ((result.sum - (sum - part)) + (square - part)) + square_low;
    result.sum = sum;
  }
  return result;
}

// One Newton step with the exact residual of the pair, to stay within 1 ulp.
RIFFLE_BOTH_LARGE double norm_of(int count, const double* components) {
#pragma clang fp contract(off)
  const ScaledSquares s = scaled_squares(count, components);
  if (s.is_infinite) return __builtin_inf();
  const double root = __builtin_sqrt(s.sum);
  const double residual = __builtin_fma(-root, root, s.sum) + s.sum_low;
  return scale_by(root > 0.0 ? root + residual / (2.0 * root) : root, s.exponent);
}
RIFFLE_BOTH_LARGE double reciprocal_norm_of(int count, const double* components) {
#pragma clang fp contract(off)
  const ScaledSquares s = scaled_squares(count, components);
  if (s.is_infinite) return 0.0;
  if (s.sum == 0.0) return __builtin_inf();
  const double y = 1.0 / __builtin_sqrt(s.sum);
  const double square = y * y;
  const double square_low = __builtin_fma(y, y, -square);
  const double residual =
      __builtin_fma(-s.sum, square, 1.0) - (s.sum * square_low + s.sum_low * square);
  return scale_by(y + 0.5 * y * residual, -s.exponent);
}

RIFFLE_BOTH_LARGE double float_squares(int count, const float* components, bool* is_infinite) {
  double sum = 0.0;
  for (int i = 0; i < count; ++i) {
    const double x = components[i];
    *is_infinite |= __builtin_isinf(components[i]) != 0;
    sum += x * x;
  }
  return sum;
}
RIFFLE_BOTH float norm_of(int count, const float* components) {
  bool is_infinite = false;
  const double sum = float_squares(count, components, &is_infinite);
  return is_infinite ? __builtin_inff() : static_cast<float>(__builtin_sqrt(sum));
}
RIFFLE_BOTH float reciprocal_norm_of(int count, const float* components) {
  bool is_infinite = false;
  const double sum = float_squares(count, components, &is_infinite);
  return is_infinite ? 0.0f : static_cast<float>(1.0 / __builtin_sqrt(sum));
}

}  // namespace riffle_device

#define RIFFLE_NORMS(type, suffix)                                    \
  RIFFLE_BOTH type rhypot##suffix(type a, type b) {                   \
    const type v[2] = {a, b};                                         \
    return riffle_device::reciprocal_norm_of(2, v);                   \
  }                                                                   \
  RIFFLE_BOTH type norm3d##suffix(type a, type b, type c) {           \
    const type v[3] = {a, b, c};                                      \
    return riffle_device::norm_of(3, v);                              \
  }                                                                   \
  RIFFLE_BOTH type rnorm3d##suffix(type a, type b, type c) {          \
    const type v[3] = {a, b, c};                                      \
    return riffle_device::reciprocal_norm_of(3, v);                   \
  }                                                                   \
  RIFFLE_BOTH type norm4d##suffix(type a, type b, type c, type d) {   \
    const type v[4] = {a, b, c, d};                                   \
    return riffle_device::norm_of(4, v);                              \
  }                                                                   \
  RIFFLE_BOTH type rnorm4d##suffix(type a, type b, type c, type d) {  \
    const type v[4] = {a, b, c, d};                                   \
    return riffle_device::reciprocal_norm_of(4, v);                   \
  }                                                                   \
  RIFFLE_BOTH type norm##suffix(int count, const type* components) {  \
    return riffle_device::norm_of(count, components);                 \
  }                                                                   \
  RIFFLE_BOTH type rnorm##suffix(int count, const type* components) { \
    return riffle_device::reciprocal_norm_of(count, components);      \
  }
RIFFLE_NORMS(double, )
RIFFLE_NORMS(float, f)
#undef RIFFLE_NORMS
