// SPDX-License-Identifier: Apache-2.0
// flags: --extended-lambda -rdc=true
// Functions for both sides that call host functions, in relocatable device code.
#include "../language/host_calls.h"

int main() { run_host_calls(); }
