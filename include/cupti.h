// SPDX-License-Identifier: Apache-2.0
// CUPTI, by which profilers see what a program does: activities and callbacks. src/libraries/cupti/cupti.tsv lists what is
// built.
#ifndef CUPTI_H_
#define CUPTI_H_

#include "cuda.h"
#include "cupti_activity.h"
#include "cupti_callbacks.h"
#include "cupti_driver_cbid.h"
#include "cupti_nvtx_cbid.h"
#include "cupti_result.h"
#include "cupti_runtime_cbid.h"
#include "cupti_version.h"

#endif  // CUPTI_H_
