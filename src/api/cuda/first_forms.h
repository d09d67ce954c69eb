// SPDX-License-Identifier: Apache-2.0
// Structures of earlier forms of an entry point, as its newest form takes them: rows of the table call the newest body
// with `newest(argument)`.
#pragma once

#include <cuda.h>
#include <riffle_driver/first_forms.h>

#include "api/cudart/newest.h"

namespace riffle::api::cuda {

using cudart::Newest;

[[nodiscard]] Newest<CUDA_ARRAY_DESCRIPTOR> newest(const CUDA_ARRAY_DESCRIPTOR_v1* given);
[[nodiscard]] Newest<CUDA_ARRAY3D_DESCRIPTOR> newest(const CUDA_ARRAY3D_DESCRIPTOR_v1* given);
[[nodiscard]] Newest<CUDA_MEMCPY2D> newest(const CUDA_MEMCPY2D_v1* given);
[[nodiscard]] Newest<CUDA_MEMCPY3D> newest(const CUDA_MEMCPY3D_v1* given);
[[nodiscard]] Newest<CUDA_KERNEL_NODE_PARAMS> newest(const CUDA_KERNEL_NODE_PARAMS_v1* given);

/// What advice and prefetches named by a number, before they could name a node of the host.
[[nodiscard]] inline CUmemLocation location_of(CUdevice device) {
  if (device == CU_DEVICE_CPU) return {.type = CU_MEM_LOCATION_TYPE_HOST, .id = 0};
  return {.type = CU_MEM_LOCATION_TYPE_DEVICE, .id = device};
}

/// CUDBG_ERROR_UNINITIALIZED: what a debugger of GPUs is told by a driver that it has not taken over.
[[nodiscard]] inline CUresult no_debugger() { return static_cast<CUresult>(5); }

}  // namespace riffle::api::cuda
