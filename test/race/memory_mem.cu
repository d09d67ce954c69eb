// SPDX-License-Identifier: Apache-2.0
// expect: mem/out of bounds mem/out of bounds mem/out of bounds mem/out of bounds mem/out of bounds mem/out of bounds mem/out of bounds mem/misaligned mem/host pointer
// says: kernel store(int*, int) writes, stream
// says: memory.h:13
// says: in block (1,0,0), thread (36,0,0)
// says: 0 bytes behind the end of 400 bytes of device memory, made at
// says: 4 bytes before 4096 bytes of device memory, made at
// says: from byte 16 on of 4096 bytes of device memory, freed, made at
// says: outside of the 64 bytes of shared memory of the block
// says: outside of an array of the thread
// says: in block (0,0,0), thread (31,0,0)
// says: which is no multiple of 4
// says: memory of the host that devices cannot reach
// says: in block (0,0,0), a thread of (0,0,0) to (31,0,0)
// says: in block (0,0,0), thread (9,0,0)
// says: 0 bytes behind the end of 4096 bytes of device memory, made at
// says: a copy goes past the end
#define FIXED 0
#include "memory.h"
