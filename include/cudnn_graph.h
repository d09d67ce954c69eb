// SPDX-License-Identifier: Apache-2.0
// cuDNN's handles, statuses, and graphs of operations.
#ifndef CUDNN_GRAPH_H_
#define CUDNN_GRAPH_H_

#include <riffle_api/standard_types.h>
#include <stdint.h>

#include "cuda_runtime_api.h"
#include "cudnn_version.h"
#include "library_types.h"

#define CUDNN_GRAPH_MAJOR 9
#define CUDNN_GRAPH_MINOR 28
#define CUDNN_GRAPH_PATCH 1

#ifndef CUDNNWINAPI
#define CUDNNWINAPI
#endif
// No function is marked: none has another that works in its place here.
#define CUDNN_DEPRECATED
#define CUDNN_DEPRECATED_ENUM

#define CUDNN_STATUS_FULL_ERROR_CODE(category, specific_err) \
  ((cudnnStatus_t)(0 + (category) + (specific_err)))
#define CUDNN_STATUS_CATEGORY(full_error_code) ((full_error_code) / 1000 * 1000)
#define CUDNN_STATUS_SPECIFIC_ERROR(full_error_code) ((full_error_code) % 1000)

#define CUDNN_SEV_ERROR_EN (1U << CUDNN_SEV_ERROR)
#define CUDNN_SEV_WARNING_EN (1U << CUDNN_SEV_WARNING)
#define CUDNN_SEV_INFO_EN (1U << CUDNN_SEV_INFO)
#define CUDNN_DIM_MAX 8

#ifdef __cplusplus
extern "C" {
#endif

#include <riffle_dnn/graph_types.h>

typedef struct cudnnContext* cudnnHandle_t;
typedef struct cudnnRuntimeTag_t cudnnRuntimeTag_t;
typedef void* cudnnBackendDescriptor_t;

typedef struct cudnnDebugStruct {
  unsigned cudnn_version;
  cudnnStatus_t cudnnStatus;
  unsigned time_sec;
  unsigned time_usec;
  unsigned time_delta;
  cudnnHandle_t handle;
  cudaStream_t stream;
  unsigned long long pid;
  unsigned long long tid;
  int cudaDeviceId;
  int reserved[15];
} cudnnDebug_t;

typedef void (*cudnnCallback_t)(cudnnSeverity_t sev, void* udata, const cudnnDebug_t* dbg,
                                const char* msg);

typedef struct cudnnFractionStruct {
  int64_t numerator;
  int64_t denominator;
} cudnnFraction_t;

#include <riffle_dnn/graph_functions.h>

#ifdef __cplusplus
}
#endif

#endif  // CUDNN_GRAPH_H_
