// SPDX-License-Identifier: Apache-2.0
// The elements of a side, as kernels go over them.
#pragma once

#include <algorithm>
#include <cstdint>

#include <cuda_runtime_api.h>

#include "libraries/witness.h"

namespace riffle::libraries {

constexpr unsigned kThreads = 128;

__device__ inline std::int64_t place_of(const Touched& side, std::int64_t element) {
  std::int64_t place = 0;
  for (int i = 3; i >= 0; --i) {
    place += element % side.count[i] * side.distance[i];
    element /= side.count[i];
  }
  return place;
}

__device__ inline bool is_part(const Touched& side, std::int64_t element) {
  if (side.part == Part::kAll) return true;
  const std::int64_t row = element % side.count[3];
  const std::int64_t column = element / side.count[3] % side.count[2];
  switch (side.part) {
    case Part::kLower:
      return row >= column;
    case Part::kUpper:
      return row <= column;
    case Part::kBelow:
      return row > column;
    default:
      return row < column;
  }
}

__device__ inline std::int64_t first() {
  return static_cast<std::int64_t>(blockIdx.x) * blockDim.x + threadIdx.x;
}
__device__ inline std::int64_t stride() {
  return static_cast<std::int64_t>(gridDim.x) * blockDim.x;
}

inline unsigned blocks_for(std::int64_t elements) {
  return static_cast<unsigned>(std::min<std::int64_t>((elements + kThreads - 1) / kThreads, 4096));
}
inline std::int64_t elements_of(const Touched& side) {
  return side.count[0] * side.count[1] * side.count[2] * side.count[3];
}

}  // namespace riffle::libraries
