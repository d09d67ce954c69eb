// SPDX-License-Identifier: Apache-2.0
// Stream-ordered allocation and free in a stream that captures: nodes of the graph's own memory.
#pragma once

#include <cuda_runtime_api.h>

#include <cstddef>
#include <optional>

namespace riffle::api::cudart {

struct StreamObject;

/// Empty: the stream does not capture.
[[nodiscard]] std::optional<cudaError_t> capture_allocation(StreamObject& stream, void** pointer,
                                                            std::size_t bytes, int device);
[[nodiscard]] std::optional<cudaError_t> capture_free(StreamObject& stream, void* pointer);

}  // namespace riffle::api::cudart
