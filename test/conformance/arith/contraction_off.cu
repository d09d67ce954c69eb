// SPDX-License-Identifier: Apache-2.0
// flags: -fmad=false
// Compiled without contraction: no product and sum becomes one operation.
#include "../cases.h"
#include "table.h"
#include "contraction_forms.h"

BINARY(mul_add, float, float, float, x *y + 1.0000001f);
BINARY(mul_sub, float, float, float, x *y - x);
BINARY(mul_add_double, double, double, double, x *y + 1.0000000000000002);
BINARY(asked_for, float, float, float, fmaf(x, y, 1.0000001f));

// The same expressions compiled without contraction.
CASE(no_contraction) {
  std::vector<float> f = {1.1f, 3.3333333f, 0.1f, 1e10f, 7.7777777e-5f, -2.7182817f};
  std::vector<double> d = {1.1, 3.3333333333333335, 0.1, 1e100, 7.7777777777e-5, -2.718281828459045};
  SHOW_BINARY(mul_add, f, f);
  SHOW_BINARY(mul_sub, f, f);
  SHOW_BINARY(mul_add_double, d, d);
  SHOW_BINARY(asked_for, f, f);
}

#define SHOW_FLOAT(name, ...) show_form<name<float>, float>(#name);
#define SHOW_DOUBLE(name, ...) show_form<name<double>, double>("double " #name);

// No product and sum of float and double becomes one operation.
CASE(contraction_forms_off) {
  FORMS(SHOW_FLOAT) FORMS(SHOW_DOUBLE)
}
