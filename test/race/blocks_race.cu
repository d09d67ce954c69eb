// SPDX-License-Identifier: Apache-2.0
// Without --tool: what goes wrong in blocks is found in those that are looked at, and the report says how many these are.
// expect: block/read after write block/write after write sync/divergent barrier
// says: kernel turn_round(int*, int const*): 192 of 2500 blocks were looked at; --tool block,sync looks at all
// says: kernel share_edges(int*): 64 of 500 blocks were looked at
// says: in block (499,0,0)
#define FIXED 0
#include "blocks.h"
