// SPDX-License-Identifier: Apache-2.0
// Events of hardware: declared, and refused where they are called.
#ifndef CUPTI_EVENTS_H_
#define CUPTI_EVENTS_H_

#include "cuda.h"
#include "cupti_result.h"

#ifdef __cplusplus
extern "C" {
#endif

#include <riffle_cupti/events_types.h>

typedef uint32_t CUpti_EventID;
typedef uint32_t CUpti_EventDomainID;
typedef void* CUpti_EventGroup;
typedef void(CUPTIAPI* CUpti_KernelReplayUpdateFunc)(const char* kernelName, int numReplaysDone,
                                                     void* customData);

#include <riffle_cupti/event_data.h>

#include <riffle_cupti/events_functions.h>

#ifdef __cplusplus
}
#endif

#endif  // CUPTI_EVENTS_H_
