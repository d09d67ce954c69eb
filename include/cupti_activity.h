// SPDX-License-Identifier: Apache-2.0
// Records of what happened: kernels, copies, fills, calls, synchronisations.
#ifndef CUPTI_ACTIVITY_H_
#define CUPTI_ACTIVITY_H_

#include "cupti_callbacks.h"
#include "cupti_events.h"
#include "cupti_metrics.h"
#include "cupti_result.h"

#define CUPTI_UNIFIED_MEMORY_CPU_DEVICE_ID ((uint32_t)0xFFFFFFFFU)
#define CUPTI_INVALID_DEVICE_ID ((uint32_t)0xFFFFFFFFU)
#define CUPTI_INVALID_CONTEXT_ID 0
#define CUPTI_INVALID_STREAM_ID 0
#define CUPTI_INVALID_CHANNEL_ID ((uint32_t)0xFFFFFFFFU)
#define invalidNumaId ((uint32_t)0xFFFFFFFF)
#define CUPTI_SOURCE_LOCATOR_ID_UNKNOWN 0
#define CUPTI_FUNCTION_INDEX_ID_INVALID 0
#define CUPTI_CORRELATION_ID_UNKNOWN 0
#define CUPTI_GRID_ID_UNKNOWN 0LL
#define CUPTI_TIMESTAMP_UNKNOWN 0LL
#define CUPTI_SYNCHRONIZATION_INVALID_VALUE ((uint32_t)0xFFFFFFFFU)
#define CUPTI_AUTO_BOOST_INVALID_CLIENT_PID 0
#define CUPTI_NVLINK_INVALID_PORT ((uint32_t)0xFFFFFFFFU)
#define CUPTI_MAX_GPUS 32

#ifdef __cplusplus
extern "C" {
#endif

#include <riffle_cupti/activity_types.h>

#include <riffle_cupti/hardware_records_1.h>
#include <riffle_cupti/hardware_records_2.h>
#include <riffle_cupti/records_1.h>
#include <riffle_cupti/records_2.h>

typedef void(CUPTIAPI* CUpti_BuffersCallbackRequestFunc)(uint8_t** buffer, size_t* size,
                                                         size_t* maxNumRecords);
typedef void(CUPTIAPI* CUpti_BuffersCallbackCompleteFunc)(CUcontext context, uint32_t streamId,
                                                          uint8_t* buffer, size_t size,
                                                          size_t validSize);
typedef uint64_t(CUPTIAPI* CUpti_TimestampCallbackFunc)(void);

#include <riffle_cupti/activity_functions.h>

#ifdef __cplusplus
}
#endif

#include "cupti_activity_deprecated.h"

#endif  // CUPTI_ACTIVITY_H_
