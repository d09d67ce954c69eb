// SPDX-License-Identifier: Apache-2.0
// The right one of host_access_race.cu.
#define FIXED true
#include "host_access.h"
