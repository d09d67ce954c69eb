// SPDX-License-Identifier: Apache-2.0
// Functions of the program that the runtime calls.
#ifndef RIFFLE_API_CALLBACKS_H
#define RIFFLE_API_CALLBACKS_H

#include <riffle_api/standard_types.h>
#include <riffle_api/errors.h>
#include <riffle_api/handles.h>

// The calling convention macro exists for Windows; here it is empty.
#ifndef CUDART_CB
#define CUDART_CB
#endif

typedef void (*cudaHostFn_t)(void*);
typedef void (*cudaStreamCallback_t)(cudaStream_t, cudaError_t, void*);

typedef enum cudaAsyncNotificationType_enum {
  cudaAsyncNotificationTypeOverBudget = 1
} cudaAsyncNotificationType;

typedef struct cudaAsyncNotificationInfo {
  cudaAsyncNotificationType type;
  union {
    struct {
      unsigned long long bytesOverBudget;
    } overBudget;
  } info;
} cudaAsyncNotificationInfo_t;

typedef void (*cudaAsyncCallback)(cudaAsyncNotificationInfo_t*, void*, cudaAsyncCallbackHandle_t);

typedef enum CUDAlogLevel_enum { cudaLogLevelError = 0, cudaLogLevelWarning = 1 } cudaLogLevel;

typedef void (*cudaLogsCallback_t)(void*, cudaLogLevel, char*, size_t);

#endif  // RIFFLE_API_CALLBACKS_H
