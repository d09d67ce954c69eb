// SPDX-License-Identifier: Apache-2.0
// tools: init
// expect: init/uninitialised init/uninitialised
// says: reads 4 bytes at
// says: in block (3,0,0), thread (255,0,0)
// says: from byte 4092 on of 4096 bytes of device memory, made at
// says: which nothing has written since they were allocated
// says: kernel count(int*) changes
// says: of 64 bytes of stream-ordered memory
#define FIXED 0
#include "written.h"
