// SPDX-License-Identifier: Apache-2.0
// Metrics of hardware: declared, and refused where they are called.
#ifndef CUPTI_METRICS_H_
#define CUPTI_METRICS_H_

#include "cupti_events.h"

#ifdef __cplusplus
extern "C" {
#endif

#include <riffle_cupti/metrics_types.h>

typedef uint32_t CUpti_MetricID;

#include <riffle_cupti/metric_data.h>

#include <riffle_cupti/metrics_functions.h>

#ifdef __cplusplus
}
#endif

#endif  // CUPTI_METRICS_H_
