// SPDX-License-Identifier: Apache-2.0
// The right one of host_code_race.cu.
// flags: -fcheck-host -O2
// tools: race
#define FIXED true
#include "host_code.h"
