// SPDX-License-Identifier: Apache-2.0
// Cooperative groups: sets of threads that synchronise and exchange values. Clusters are not there: the device has
// compute capability 8.0.
#ifndef _COOPERATIVE_GROUPS_H_
#define _COOPERATIVE_GROUPS_H_

#include <cuda_runtime.h>

#if defined(__cplusplus) && defined(__CUDACC__)
#include "riffle_groups/coalesced.h"
#include "riffle_groups/groups.h"
#include "riffle_groups/tile.h"
#endif

#endif  // _COOPERATIVE_GROUPS_H_
