// SPDX-License-Identifier: Apache-2.0
// tools: race
#define FIXED 1
#include "pageable.h"
