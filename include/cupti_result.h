// SPDX-License-Identifier: Apache-2.0
// CUPTI's results.
#ifndef CUPTI_RESULT_H_
#define CUPTI_RESULT_H_

#include "cupti_common.h"

#ifdef __cplusplus
extern "C" {
#endif

#include <riffle_cupti/result_types.h>

#include <riffle_cupti/result_functions.h>

#ifdef __cplusplus
}
#endif

#endif  // CUPTI_RESULT_H_
