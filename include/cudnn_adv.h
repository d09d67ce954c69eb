// SPDX-License-Identifier: Apache-2.0
// cuDNN's recurrent networks, attention, and CTC loss.
#ifndef CUDNN_ADV_H_
#define CUDNN_ADV_H_

#include "cudnn_ops.h"

#define CUDNN_ADV_MAJOR 9
#define CUDNN_ADV_MINOR 28
#define CUDNN_ADV_PATCH 1

#define CUDNN_RNN_PADDED_IO_DISABLED 0
#define CUDNN_RNN_PADDED_IO_ENABLED (1U << 0)
#define CUDNN_SEQDATA_DIM_COUNT 4
#define CUDNN_ATTN_QUERYMAP_ALL_TO_ONE 0
#define CUDNN_ATTN_QUERYMAP_ONE_TO_ONE (1U << 0)
#define CUDNN_ATTN_DISABLE_PROJ_BIASES 0
#define CUDNN_ATTN_ENABLE_PROJ_BIASES (1U << 1)
#define CUDNN_ATTN_WKIND_COUNT 8

#ifdef __cplusplus
extern "C" {
#endif

typedef struct cudnnRNNStruct* cudnnRNNDescriptor_t;
typedef struct cudnnRNNDataStruct* cudnnRNNDataDescriptor_t;
typedef struct cudnnSeqDataStruct* cudnnSeqDataDescriptor_t;
typedef struct cudnnAttnStruct* cudnnAttnDescriptor_t;

#include <riffle_dnn/adv_types.h>

#include <riffle_dnn/adv_functions.h>

#ifdef __cplusplus
}
#endif

#endif  // CUDNN_ADV_H_
