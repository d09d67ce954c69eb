// SPDX-License-Identifier: Apache-2.0
// What copies ask of the pitch of memory, as hardware does.
#pragma once

#include <cuda_runtime_api.h>

#include <cstddef>

namespace riffle::api::cudart {

/// Rows of `width` bytes that start at byte `x` of a pitched row. Several must not overlap: that is asked first, of
/// the width as the call tells it (`told_width`: elements, where an array takes part). A single row needs no pitch,
/// but has to fit one that is there.
[[nodiscard]] inline cudaError_t check_pitch(std::size_t pitch, std::size_t x, std::size_t width,
                                             bool is_one_row, std::size_t told_width) {
  if (!is_one_row && told_width > pitch) return cudaErrorInvalidPitchValue;
  if (is_one_row && pitch == 0) return cudaSuccess;
  return width <= pitch && x <= pitch - width ? cudaSuccess : cudaErrorInvalidValue;
}

}  // namespace riffle::api::cudart
