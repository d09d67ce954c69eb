// SPDX-License-Identifier: Apache-2.0
// The driver's parameters of graph nodes as the runtime's, and back.
#pragma once

#include <cuda.h>
#include <cuda_runtime_api.h>

#include <expected>

#include "api/cuda/arguments.h"

namespace riffle::api::cuda {

struct KernelNode {
  cudaKernelNodeParams params;
  LaunchArguments arguments;  ///< what `params` points to
};
[[nodiscard]] std::expected<KernelNode, CUresult> kernel_node(
    const CUDA_KERNEL_NODE_PARAMS& params);
[[nodiscard]] CUDA_KERNEL_NODE_PARAMS shown_kernel(const cudaKernelNodeParams& params);
[[nodiscard]] CUDA_MEMCPY3D shown_copy(const cudaMemcpy3DParms& params);

}  // namespace riffle::api::cuda
