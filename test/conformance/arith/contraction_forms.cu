// SPDX-License-Identifier: Apache-2.0
// Which products and sums of float and double become one operation.
#include "contraction_forms.h"

#define SHOW_FLOAT(name, ...) show_form<name<float>, float>(#name);
#define SHOW_DOUBLE(name, ...) show_form<name<double>, double>("double " #name);

int main() { FORMS(SHOW_FLOAT) FORMS(SHOW_DOUBLE) }
