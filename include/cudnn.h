// SPDX-License-Identifier: Apache-2.0
// All of cuDNN. src/libraries/cudnn/cudnn.tsv lists what is built: handles and descriptors. No function computes yet.
#ifndef CUDNN_H_
#define CUDNN_H_

#include <cuda_runtime_api.h>

#include "cudnn_adv.h"
#include "cudnn_cnn.h"
#include "cudnn_gnn_ops.h"
#include "cudnn_graph.h"
#include "cudnn_ops.h"
#include "cudnn_subquadratic_ops.h"
#include "cudnn_version.h"

#endif  // CUDNN_H_
