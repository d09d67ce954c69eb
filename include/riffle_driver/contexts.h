// SPDX-License-Identifier: Apache-2.0
// Parameters of context creation.
#ifndef RIFFLE_DRIVER_CONTEXTS_H
#define RIFFLE_DRIVER_CONTEXTS_H

#include <riffle_driver/device_attributes.h>
#include <riffle_driver/handles.h>

typedef enum CUcigDataType_enum {
  CIG_DATA_TYPE_D3D12_COMMAND_QUEUE = 1,
  CIG_DATA_TYPE_NV_BLOB = 2
} CUcigDataType;

typedef struct CUctxCigParam_st {
  CUcigDataType sharedDataType;
  void* sharedData;
} CUctxCigParam;

typedef struct CUctxCreateParams_st {
  CUexecAffinityParam* execAffinityParams;
  int numExecAffinityParams;
  CUctxCigParam* cigParams;
} CUctxCreateParams;

#endif  // RIFFLE_DRIVER_CONTEXTS_H
