// SPDX-License-Identifier: Apache-2.0
// What a collective is made of: who computes or copies what.
#pragma once

#include <cuda_runtime_api.h>

#include "libraries/nccl/matcher.h"

namespace riffle::nccl {

/// Empty, or why these calls do not fit together.
[[nodiscard]] std::string mismatch(const MatchedCalls& unit);

/// One of `parts` equal shares of the work. The shares have no order; what share `part` writes into a rank's own buffer is
/// mostly that of rank `part`, when there are as many.
cudaError_t enqueue_part(const MatchedCalls& unit, int part, int parts, cudaStream_t stream);

}  // namespace riffle::nccl
