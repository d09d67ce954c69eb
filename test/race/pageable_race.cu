// SPDX-License-Identifier: Apache-2.0
// tools: race
// expect: race/unpromised order race/unpromised order race/unpromised order
// says: unpromised order: copy and host access on 1 byte of pageable memory
// says: from byte 524288 on of 1048576 bytes of pageable memory
#define FIXED 0
#include "pageable.h"
