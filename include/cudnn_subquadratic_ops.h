// SPDX-License-Identifier: Apache-2.0
// cuDNN's causal convolutions of long sequences.
#ifndef CUDNN_SUBQUADRATIC_OPS_H_
#define CUDNN_SUBQUADRATIC_OPS_H_

#include "cudnn_graph.h"

#ifdef __cplusplus
extern "C" {
#endif

#include <riffle_dnn/subquadratic_ops_types.h>

#include <riffle_dnn/subquadratic_ops_functions.h>

#ifdef __cplusplus
}
#endif

#endif  // CUDNN_SUBQUADRATIC_OPS_H_
