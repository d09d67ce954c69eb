// SPDX-License-Identifier: Apache-2.0
// flags: -fmad=false
// Products and sums without a rounding stay apart.
#include "contraction.h"

int main() { OPERATIONS(RUN) }
