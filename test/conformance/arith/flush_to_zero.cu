// SPDX-License-Identifier: Apache-2.0
// flags: -ftz=true
// Compiled to flush denormals: operands and results of single precision, never of double.
#include "table.h"

BINARY(add, float, float, float, x + y);
BINARY(mul, float, float, float, x *y);
BINARY(fma_, float, float, float, fmaf(x, 1.0f, y));
BINARY(less, unsigned char, float, float, x < y);
BINARY(minimum, float, float, float, fminf(x, y));
UNARY(same, float, float, x);
UNARY(absolute, float, float, fabsf(x));
UNARY(to_double, double, float, double(x));
BINARY(add_double, double, double, double, x + y);

int main() {
  auto f = from_bits<float>({0, 0x80000000, 1, 0x80000001, 0x007fffff, 0x807fffff, 0x00800000, 0x00ffffff, 0x3f000000,
                             0x3f800000, 0x7f7fffff, 0x7f800000});
  auto d = from_bits<double>({0, 1, 0x800fffffffffffffull, 0x0010000000000000ull});
  SHOW_BINARY(add, f, f);
  SHOW_BINARY(mul, f, f);
  SHOW_BINARY(fma_, f, f);
  SHOW_BINARY(less, f, f);
  SHOW_UNARY(same, f);
  SHOW_UNARY(to_double, f);
  SHOW_BINARY(fma_, f, f);
  SHOW_BINARY(minimum, f, f);
  SHOW_UNARY(absolute, f);
  SHOW_BINARY(add_double, d, d);
}
