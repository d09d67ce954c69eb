// SPDX-License-Identifier: Apache-2.0
// The numbers of the functions that callbacks and records name: those of the runtime API.
#ifndef CUPTI_RUNTIME_CBID_H_
#define CUPTI_RUNTIME_CBID_H_

#include <riffle_cupti/runtime_cbid_types.h>

#endif  // CUPTI_RUNTIME_CBID_H_
