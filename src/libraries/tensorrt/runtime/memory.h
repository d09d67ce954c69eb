// SPDX-License-Identifier: Apache-2.0
// Whether an address is one of memory. A kernel at a stray address is an error of the stream; an inference is computed by a
// library on the host, where it would end the process.
#pragma once

#include <cstddef>
#include <string>

namespace riffle::tensorrt {

/// Why the bytes are not memory that an inference may touch; empty where they are. What CUDA has allocated must hold all of
/// them. Of other addresses the first and the last byte must be mapped; while a stream is captured they may be what the graph
/// will allocate.
std::string why_not_memory(const void* data, std::size_t bytes, bool is_capturing = false);

}  // namespace riffle::tensorrt
