// SPDX-License-Identifier: Apache-2.0
// The IEEE operations.
#include "../cases.h"
#include "table.h"

namespace float_basic_ {
BINARY(add, float, float, float, x + y);
BINARY(sub, float, float, float, x - y);
BINARY(mul, float, float, float, x *y);
BINARY(quotient, float, float, float, x / y);
BINARY(add_rz, float, float, float, __fadd_rz(x, y));
BINARY(add_ru, float, float, float, __fadd_ru(x, y));
BINARY(add_rd, float, float, float, __fadd_rd(x, y));
BINARY(mul_rz, float, float, float, __fmul_rz(x, y));
BINARY(mul_ru, float, float, float, __fmul_ru(x, y));
BINARY(mul_rd, float, float, float, __fmul_rd(x, y));
BINARY(div_rn, float, float, float, __fdiv_rn(x, y));
BINARY(div_rz, float, float, float, __fdiv_rz(x, y));
BINARY(div_ru, float, float, float, __fdiv_ru(x, y));
BINARY(fma_rn, float, float, float, __fmaf_rn(x, y, 1.5f));
BINARY(fma_rz, float, float, float, __fmaf_rz(x, y, 1.5f));
BINARY(fma_ru, float, float, float, __fmaf_ru(x, y, -1.5f));
BINARY(fma_rd, float, float, float, __fmaf_rd(x, y, 1e-40f));
UNARY(sqrt_, float, float, sqrtf(x));
UNARY(sqrt_rz, float, float, __fsqrt_rz(x));
UNARY(sqrt_ru, float, float, __fsqrt_ru(x));
UNARY(rcp_rn, float, float, __frcp_rn(x));
UNARY(rcp_rd, float, float, __frcp_rd(x));
UNARY(rsqrt_rn, float, float, __frsqrt_rn(x));
UNARY(negate, float, float, -x);
UNARY(absolute, float, float, fabsf(x));
BINARY(copysign_, float, float, float, copysignf(x, y));
BINARY(less, unsigned char, float, float, x < y);
BINARY(less_equal, unsigned char, float, float, x <= y);
BINARY(equal, unsigned char, float, float, x == y);
BINARY(unequal, unsigned char, float, float, x != y);
BINARY(not_greater, unsigned char, float, float, !(x > y));
BINARY(minimum, float, float, float, fminf(x, y));
BINARY(maximum, float, float, float, fmaxf(x, y));
UNARY(saturate, float, float, __saturatef(x));

// The IEEE operations in single precision, denormals kept, in all roundings that have a name.
CASE(float_basic) {
  auto a = interesting_floats();
  SHOW_BINARY(add, a, a);
  SHOW_BINARY(sub, a, a);
  SHOW_BINARY(mul, a, a);
  SHOW_BINARY(quotient, a, a);
  SHOW_BINARY(add_rz, a, a);
  SHOW_BINARY(add_ru, a, a);
  SHOW_BINARY(add_rd, a, a);
  SHOW_BINARY(mul_rz, a, a);
  SHOW_BINARY(mul_ru, a, a);
  SHOW_BINARY(mul_rd, a, a);
  SHOW_BINARY(div_rn, a, a);
  SHOW_BINARY(div_rz, a, a);
  SHOW_BINARY(div_ru, a, a);
  SHOW_BINARY(fma_rn, a, a);
  SHOW_BINARY(fma_rz, a, a);
  SHOW_BINARY(fma_ru, a, a);
  SHOW_BINARY(fma_rd, a, a);
  SHOW_UNARY(sqrt_, a);
  SHOW_UNARY(sqrt_rz, a);
  SHOW_UNARY(sqrt_ru, a);
  SHOW_UNARY(rcp_rn, a);
  SHOW_UNARY(rcp_rd, a);
  SHOW_UNARY(rsqrt_rn, a);
  SHOW_UNARY(negate, a);
  SHOW_UNARY(absolute, a);
  SHOW_BINARY(copysign_, a, a);
  SHOW_BINARY(less, a, a);
  SHOW_BINARY(less_equal, a, a);
  SHOW_BINARY(equal, a, a);
  SHOW_BINARY(unequal, a, a);
  SHOW_BINARY(not_greater, a, a);
  // The sign of the smaller or larger of two zeros is not promised; leave one of them out.
  std::vector<float> one_zero(a.begin() + 1, a.end());
  SHOW_BINARY(minimum, one_zero, one_zero);
  SHOW_BINARY(maximum, one_zero, one_zero);
  SHOW_UNARY(saturate, a);
}
}  // namespace float_basic_

namespace double_basic_ {
BINARY(add, double, double, double, x + y);
BINARY(sub, double, double, double, x - y);
BINARY(mul, double, double, double, x *y);
BINARY(quotient, double, double, double, x / y);
BINARY(add_rz, double, double, double, __dadd_rz(x, y));
BINARY(add_ru, double, double, double, __dadd_ru(x, y));
BINARY(mul_rd, double, double, double, __dmul_rd(x, y));
BINARY(mul_rz, double, double, double, __dmul_rz(x, y));
BINARY(div_rz, double, double, double, __ddiv_rz(x, y));
BINARY(div_ru, double, double, double, __ddiv_ru(x, y));
BINARY(fma_rn, double, double, double, fma(x, y, 1.5));
BINARY(fma_rz, double, double, double, __fma_rz(x, y, 1.5));
BINARY(fma_rd, double, double, double, __fma_rd(x, y, -1.5));
UNARY(sqrt_, double, double, sqrt(x));
UNARY(sqrt_ru, double, double, __dsqrt_ru(x));
UNARY(rcp_rz, double, double, __drcp_rz(x));
BINARY(less, unsigned char, double, double, x < y);
BINARY(equal, unsigned char, double, double, x == y);
UNARY(is_finite, unsigned char, double, isfinite(x));
UNARY(infinite, unsigned char, double, isinf(x));
UNARY(nan_, unsigned char, double, isnan(x));
UNARY(sign, unsigned char, double, signbit(x));

// The IEEE operations in double precision, in all roundings that have a name.
CASE(double_basic) {
  auto a = interesting_doubles();
  SHOW_BINARY(add, a, a);
  SHOW_BINARY(sub, a, a);
  SHOW_BINARY(mul, a, a);
  SHOW_BINARY(quotient, a, a);
  SHOW_BINARY(add_rz, a, a);
  SHOW_BINARY(add_ru, a, a);
  SHOW_BINARY(mul_rd, a, a);
  SHOW_BINARY(mul_rz, a, a);
  SHOW_BINARY(div_rz, a, a);
  SHOW_BINARY(div_ru, a, a);
  SHOW_BINARY(fma_rn, a, a);
  SHOW_BINARY(fma_rz, a, a);
  SHOW_BINARY(fma_rd, a, a);
  SHOW_UNARY(sqrt_, a);
  SHOW_UNARY(sqrt_ru, a);
  SHOW_UNARY(rcp_rz, a);
  SHOW_BINARY(less, a, a);
  SHOW_BINARY(equal, a, a);
  SHOW_UNARY(is_finite, a);
  SHOW_UNARY(infinite, a);
  SHOW_UNARY(nan_, a);
  SHOW_UNARY(sign, a);
}
}  // namespace double_basic_
