// SPDX-License-Identifier: Apache-2.0
// The version of CUPTI whose interface this is.
#ifndef CUPTI_VERSION_H_
#define CUPTI_VERSION_H_

#include "cupti_result.h"

#define CUPTI_API_VERSION 130001

#ifdef __cplusplus
extern "C" {
#endif

#include <riffle_cupti/version_functions.h>

#ifdef __cplusplus
}
#endif

#endif  // CUPTI_VERSION_H_
