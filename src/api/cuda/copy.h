// SPDX-License-Identifier: Apache-2.0
// The driver's descriptions of copies as the runtime's.
#pragma once

#include <cuda.h>
#include <cuda_runtime_api.h>

#include <expected>

namespace riffle::api::cuda {

/// Errors: CUDA_ERROR_INVALID_VALUE (kinds of memory that there are not, rows or slices that overlap, parts of elements).
[[nodiscard]] std::expected<cudaMemcpy3DParms, CUresult> box_copy(const CUDA_MEMCPY3D& copy);
[[nodiscard]] CUDA_MEMCPY3D as_box(const CUDA_MEMCPY2D& copy);

}  // namespace riffle::api::cuda
