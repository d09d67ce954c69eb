// SPDX-License-Identifier: Apache-2.0
// Products and sums without a rounding are fused, in one statement or two and with those of C++ operators.
#include "contraction.h"

int main() { OPERATIONS(RUN) }
