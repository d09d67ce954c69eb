// SPDX-License-Identifier: Apache-2.0
// The same in order. That not all blocks are looked at, nor all of a block, is no reason for an alarm.
// says: kernel hand_on(int*, int*): 64 of 500 blocks were looked at
// says: kernel work_for_long(int volatile*, int*): 2 of 2 blocks were looked at, 1 of them in part
#define FIXED 1
#include "blocks.h"
