// SPDX-License-Identifier: Apache-2.0
// How CUPTI's headers declare functions and lay out records.
#ifndef CUPTI_COMMON_H_
#define CUPTI_COMMON_H_

#include <riffle_api/standard_types.h>
#include <stdint.h>

#ifndef CUPTIAPI
#define CUPTIAPI
#endif
#ifndef CUPTIUTILAPI
#define CUPTIUTILAPI
#endif
#define CUPTILP64 1

// Records have no padding but what they name, and begin at multiples of 8.
#define ACTIVITY_RECORD_ALIGNMENT 8
#define START_PACKED_ALIGNMENT
#define PACKED_ALIGNMENT \
  __attribute__((__packed__)) __attribute__((aligned(ACTIVITY_RECORD_ALIGNMENT)))
#define END_PACKED_ALIGNMENT

#endif  // CUPTI_COMMON_H_
