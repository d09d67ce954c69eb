// SPDX-License-Identifier: Apache-2.0
// cuDNN's convolutions, and operations that are fused with them.
#ifndef CUDNN_CNN_H_
#define CUDNN_CNN_H_

#include "cudnn_ops.h"

#define CUDNN_CNN_MAJOR 9
#define CUDNN_CNN_MINOR 28
#define CUDNN_CNN_PATCH 1

#ifdef __cplusplus
extern "C" {
#endif

typedef struct cudnnConvolutionStruct* cudnnConvolutionDescriptor_t;
typedef struct cudnnFusedOpsConstParamStruct* cudnnFusedOpsConstParamPack_t;
typedef struct cudnnFusedOpsVariantParamStruct* cudnnFusedOpsVariantParamPack_t;
typedef struct cudnnFusedOpsPlanStruct* cudnnFusedOpsPlan_t;

#include <riffle_dnn/cnn_types.h>

// The result of a search for algorithms.
typedef struct cudnnConvolutionFwdAlgoPerfStruct {
  cudnnConvolutionFwdAlgo_t algo;
  cudnnStatus_t status;
  float time;
  size_t memory;
  cudnnDeterminism_t determinism;
  cudnnMathType_t mathType;
  int reserved[3];
} cudnnConvolutionFwdAlgoPerf_t;

typedef struct cudnnConvolutionBwdDataAlgoPerfStruct {
  cudnnConvolutionBwdDataAlgo_t algo;
  cudnnStatus_t status;
  float time;
  size_t memory;
  cudnnDeterminism_t determinism;
  cudnnMathType_t mathType;
  int reserved[3];
} cudnnConvolutionBwdDataAlgoPerf_t;

typedef struct cudnnConvolutionBwdFilterAlgoPerfStruct {
  cudnnConvolutionBwdFilterAlgo_t algo;
  cudnnStatus_t status;
  float time;
  size_t memory;
  cudnnDeterminism_t determinism;
  cudnnMathType_t mathType;
  int reserved[3];
} cudnnConvolutionBwdFilterAlgoPerf_t;

#include <riffle_dnn/cnn_functions.h>

#ifdef __cplusplus
}
#endif

#endif  // CUDNN_CNN_H_
