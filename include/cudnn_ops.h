// SPDX-License-Identifier: Apache-2.0
// cuDNN's descriptors of tensors, and its operations on them.
#ifndef CUDNN_OPS_H_
#define CUDNN_OPS_H_

#include "cudnn_graph.h"

#define CUDNN_OPS_MAJOR 9
#define CUDNN_OPS_MINOR 28
#define CUDNN_OPS_PATCH 1

// Bounds of the parameters of a response normalisation, and of the epsilon of a batch normalisation.
#define CUDNN_LRN_MIN_N 1
#define CUDNN_LRN_MAX_N 16
#define CUDNN_LRN_MIN_K 1e-5
#define CUDNN_LRN_MIN_BETA 0.01
#define CUDNN_BN_MIN_EPSILON 0.0

#ifdef __cplusplus
extern "C" {
#endif

typedef struct cudnnTensorStruct* cudnnTensorDescriptor_t;
typedef struct cudnnPoolingStruct* cudnnPoolingDescriptor_t;
typedef struct cudnnFilterStruct* cudnnFilterDescriptor_t;
typedef struct cudnnLRNStruct* cudnnLRNDescriptor_t;
typedef struct cudnnActivationStruct* cudnnActivationDescriptor_t;
typedef struct cudnnSpatialTransformerStruct* cudnnSpatialTransformerDescriptor_t;
typedef struct cudnnOpTensorStruct* cudnnOpTensorDescriptor_t;
typedef struct cudnnReduceTensorStruct* cudnnReduceTensorDescriptor_t;
typedef struct cudnnCTCLossStruct* cudnnCTCLossDescriptor_t;
typedef struct cudnnTensorTransformStruct* cudnnTensorTransformDescriptor_t;
typedef struct cudnnDropoutStruct* cudnnDropoutDescriptor_t;

#include <riffle_dnn/ops_types.h>

#include <riffle_dnn/ops_functions.h>

#ifdef __cplusplus
}
#endif

#endif  // CUDNN_OPS_H_
