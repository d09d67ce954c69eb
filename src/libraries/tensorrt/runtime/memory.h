// SPDX-License-Identifier: Apache-2.0
// Whether an address is one of memory. A kernel at a stray address is an error of the stream; an inference is computed by a
// library on the host, where it would end the process.
#pragma once

#include <cstddef>

namespace riffle::tensorrt {

/// False where the first or the last byte is not mapped. Asks the system about memory that CUDA does not know alone.
bool is_memory(const void* data, std::size_t bytes);

}  // namespace riffle::tensorrt
