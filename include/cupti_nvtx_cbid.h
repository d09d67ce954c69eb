// SPDX-License-Identifier: Apache-2.0
// The numbers of the functions that callbacks and records name: those of NVTX.
#ifndef CUPTI_NVTX_CBID_H_
#define CUPTI_NVTX_CBID_H_

#include <riffle_cupti/nvtx_cbid_types.h>

#endif  // CUPTI_NVTX_CBID_H_
