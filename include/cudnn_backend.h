// SPDX-License-Identifier: Apache-2.0
// The older name of a header.
#ifndef CUDNN_BACKEND_H_
#define CUDNN_BACKEND_H_

#include "cudnn_graph.h"

#endif  // CUDNN_BACKEND_H_
