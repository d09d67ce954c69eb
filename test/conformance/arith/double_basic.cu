// SPDX-License-Identifier: Apache-2.0
// The IEEE operations in double precision, in all roundings that have a name.
#include "table.h"

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

int main() {
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
