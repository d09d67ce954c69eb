// SPDX-License-Identifier: Apache-2.0
// expect: race/race race/race race/race race/race race/race race/race race/race
// says: copy and host access on 1 byte of pinned memory
// says: host access writes
// says: copy and host access on 16 bytes of pinned memory
// says: the host has not waited for the copy on stream
// says: memory: from byte 4096 on of 8192 bytes of registered memory
// says: memory: from byte 4092 on of 16384 bytes of managed memory
#define FIXED false
#include "host_access.h"
