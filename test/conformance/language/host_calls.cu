// SPDX-License-Identifier: Apache-2.0
// flags: --extended-lambda
// Functions for both sides may call host functions: only what a kernel runs must do without.
#define VIRTUAL_FUNCTION_CALLS_HOST
#include "host_calls.h"

int main() { run_host_calls(); }
