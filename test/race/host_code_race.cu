// SPDX-License-Identifier: Apache-2.0
// flags: -fcheck-host -O2
// tools: race
// expect: race/race race/race race/race race/race race/race race/race race/race race/unpromised order race/unpromised order race/unpromised order race/unpromised order race/unpromised order race/unpromised order race/unpromised order
// says: from byte 107 on of 4096 bytes of pinned memory
// says: unpromised order: copy and host access on 1 byte of pageable memory
// says: from byte 199998 on of 199999 bytes of pageable memory
// says: unpromised order: copy and host access on 1000 bytes of pageable memory
// says: CUDA does not promise that an asynchronous copy of pageable memory has written it when the call returns
#define FIXED false
#include "host_code.h"
