// SPDX-License-Identifier: Apache-2.0
// What copies ask of memory whose rows and slices lie apart, as hardware does: first that they do not overlap, then
// that the box lies inside. A single row needs no pitch and a single slice no height, but has to fit one that is told.
#pragma once

#include <cuda_runtime_api.h>

#include <cstddef>

namespace riffle::api::cudart {

/// Rows of `count` bytes that start every `stride`, or slices of `count` rows.
[[nodiscard]] inline bool overlap(std::size_t stride, std::size_t count, bool is_single) {
  return !is_single && count > stride;
}

/// `count` from `at` on, in one row or slice.
[[nodiscard]] inline bool lie_inside(std::size_t stride, std::size_t at, std::size_t count,
                                     bool is_single) {
  return (is_single && stride == 0) || (count <= stride && at <= stride - count);
}

/// The extent as the call tells it, also when that is in elements of an array on the other side.
[[nodiscard]] inline bool overlap(const cudaPitchedPtr& memory, const cudaExtent& extent) {
  return overlap(memory.pitch, extent.width, extent.height == 1 && extent.depth == 1) ||
         overlap(memory.ysize, extent.height, extent.depth == 1);
}

/// A rectangle from the start of a row on.
[[nodiscard]] inline cudaError_t check_pitch(std::size_t pitch, std::size_t width,
                                             std::size_t height) {
  if (overlap(pitch, width, height == 1)) return cudaErrorInvalidPitchValue;
  return lie_inside(pitch, 0, width, height == 1) ? cudaSuccess : cudaErrorInvalidValue;
}

}  // namespace riffle::api::cudart
