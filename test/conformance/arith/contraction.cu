// SPDX-License-Identifier: Apache-2.0
// Products and sums that become one operation with one rounding.
#include "../cases.h"
#include "table.h"
#include "contraction_forms.h"

BINARY(mul_add, float, float, float, x *y + 1.0000001f);
BINARY(mul_sub, float, float, float, x *y - x);
BINARY(sub_mul, float, float, float, x - x * y);
BINARY(kept_apart, float, float, float, __fadd_rn(__fmul_rn(x, y), 1.0000001f));
BINARY(square_difference, float, float, float, (x - y) * (x + y) + y);
BINARY(mul_add_double, double, double, double, x *y + 1.0000000000000002);
BINARY(mul_sub_double, double, double, double, x *y - x);
BINARY(double_apart, double, double, double, __dadd_rn(__dmul_rn(x, y), 1.0000000000000002));

// A product and a sum in one expression are one operation with one rounding, unless an intrinsic keeps them apart.
CASE(contraction) {
  std::vector<float> f = {1.1f, 3.3333333f, 0.1f, 1e10f, 7.7777777e-5f, -2.7182817f};
  std::vector<double> d = {1.1, 3.3333333333333335, 0.1, 1e100, 7.7777777777e-5, -2.718281828459045};
  SHOW_BINARY(mul_add, f, f);
  SHOW_BINARY(mul_sub, f, f);
  SHOW_BINARY(sub_mul, f, f);
  SHOW_BINARY(kept_apart, f, f);
  SHOW_BINARY(square_difference, f, f);
  SHOW_BINARY(mul_add_double, d, d);
  SHOW_BINARY(mul_sub_double, d, d);
  SHOW_BINARY(double_apart, d, d);
}

#define SHOW_FLOAT(name, ...) show_form<name<float>, float>(#name);
#define SHOW_DOUBLE(name, ...) show_form<name<double>, double>("double " #name);

// Which products and sums of float and double become one operation.
CASE(contraction_forms) {
  FORMS(SHOW_FLOAT) FORMS(SHOW_DOUBLE)
}
