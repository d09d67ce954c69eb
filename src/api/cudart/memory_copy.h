// SPDX-License-Identifier: Apache-2.0
// A copy in a stream, whatever it was called.
#pragma once

#include <cuda_runtime_api.h>

#include "runtime/graph/node_params.h"
#include "runtime/memory/transfer.h"

namespace riffle::api::cudart {

[[nodiscard]] inline bool is_kind(cudaMemcpyKind kind) {
  return kind >= cudaMemcpyHostToHost && kind <= cudaMemcpyDefault;
}

/// `given`: what a captured node shows of itself, when that is more than the request says.
cudaError_t copy(const memory::CopyRequest& request, cudaMemcpyKind kind, cudaStream_t handle,
                 memory::SyncBehaviour call, const graph::CopyParams* given = nullptr);

}  // namespace riffle::api::cudart
