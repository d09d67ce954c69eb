// SPDX-License-Identifier: Apache-2.0
// Ranges of external memory as allocations.
#pragma once

#include <cuda_runtime_api.h>

#include <cstdint>
#include <expected>

namespace riffle::api::cudart {

/// A part of imported memory, mapped. Errors: cudaErrorInvalidValue (no such memory, past its end,
/// no bytes, or mapped at this place already).
[[nodiscard]] std::expected<char*, cudaError_t> map_range(cudaExternalMemory_t memory,
                                                          std::uint64_t offset,
                                                          std::uint64_t bytes);
/// Ends what `map_range` gave.
void end_mapped_range(char* range);

}  // namespace riffle::api::cudart
