// SPDX-License-Identifier: Apache-2.0
// flags: -G
// The built-in atomic functions without optimisation: their order and scope are known only once they are inlined.
#include "built_in.cu"
