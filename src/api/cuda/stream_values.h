// SPDX-License-Identifier: Apache-2.0
// Stream memory operations, as streams and graph nodes have them: a word is written, or awaited.
#pragma once

#include <cuda.h>

#include <cstdint>
#include <expected>
#include <span>
#include <vector>

#include "api/cudart/graph.h"
#include "runtime/graph/node_params.h"

namespace riffle::api::cuda {

struct ValueOperation {
  CUdeviceptr address = 0;
  std::uint64_t value = 0;
  unsigned flags = 0;
  bool is_wide = false;
  bool is_wait = false;
};

/// Checked but for their places, which must be memory only when they run; barriers are left out, since writes are in order
/// anyway. Errors: CUDA_ERROR_INVALID_VALUE.
[[nodiscard]] std::expected<std::vector<ValueOperation>, CUresult> value_operations(
    std::span<const CUstreamBatchMemOpParams> given);

/// A graph node of the current context. Errors: CUDA_ERROR_INVALID_VALUE.
[[nodiscard]] std::expected<graph::NodeParams, CUresult> batch_params(
    CUcontext context, std::span<const CUstreamBatchMemOpParams> given);

/// The same as the calls for nodes take it: cudaErrorInvalidValue for what is no batch.
[[nodiscard]] cudart::Converted<graph::NodeParams> batch_node(
    const CUDA_BATCH_MEM_OP_NODE_PARAMS* params);

}  // namespace riffle::api::cuda
