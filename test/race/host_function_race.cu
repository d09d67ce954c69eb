// SPDX-License-Identifier: Apache-2.0
// flags: -fcheck-host -O1
// tools: race
// expect: race/race race/race race/race race/unpromised order
// says: race: host function and copy on 1000 bytes of pinned memory
// says: host function look(void*) reads, stream
// says: why: no event, synchronisation or default-stream rule makes stream 3 wait for stream 2
// says: race: copy and host function on 1000 bytes of pinned memory
// says: unpromised order: copy and host function on 1000 bytes of pageable memory
// says: host_function.h:19 in look
// says: fix: add an edge from node 1 to node 2
#define FIXED false
#include "host_function.h"

int main() { return run_all(); }
