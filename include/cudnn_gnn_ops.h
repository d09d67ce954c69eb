// SPDX-License-Identifier: Apache-2.0
// cuDNN's operations on graphs of nodes and edges.
#ifndef CUDNN_GNN_OPS_H_
#define CUDNN_GNN_OPS_H_

#include "cudnn_graph.h"

#ifdef __cplusplus
extern "C" {
#endif

#include <riffle_dnn/gnn_ops_types.h>

typedef struct {
  const void* cscOffsets;
  const void* cscIndices;
  const void* mapCscToCoo;
  const void* mapRevToCoo;
  int64_t nSrcNodes;
  int64_t nDstNodes;
  int64_t nIndices;
  cudnnDataType_t idxType;
  const void* cscRevOffsets;
} cudnnGnnCscGraph_t;

typedef struct {
  cudnnGnnActivationOp_t activation;
  float activationAlpha;
  int numHeads;
  int concatHeads;
} cudnnGnnMhaParams_t;

#include <riffle_dnn/gnn_ops_functions.h>

#ifdef __cplusplus
}
#endif

#endif  // CUDNN_GNN_OPS_H_
