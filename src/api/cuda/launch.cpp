// SPDX-License-Identifier: Apache-2.0
// Launches: of functions and kernels, and of host functions.
#include <span>

#include "api/cuda/arguments.h"
#include "api/cuda/entry.h"
#include "cuda_bodies.h"
#include "cudart_calls.h"

namespace riffle::api::cuda {

CUresult launch_kernel(CUfunction function, unsigned int grid_dim_x, unsigned int grid_dim_y,
                       unsigned int grid_dim_z, unsigned int block_dim_x, unsigned int block_dim_y,
                       unsigned int block_dim_z, unsigned int shared_mem_bytes, CUstream stream,
                       void** kernel_params, void** extra) {
  const dim3 grid(grid_dim_x, grid_dim_y, grid_dim_z);
  const dim3 block(block_dim_x, block_dim_y, block_dim_z);
  if (kernel_params != nullptr && extra == nullptr) [[likely]] {
    return to_result(
        checked::cudaLaunchKernel(function, grid, block, kernel_params, shared_mem_bytes, stream));
  }
  auto arguments = LaunchArguments::make(function, kernel_params, extra);
  if (!arguments) return arguments.error();
  return to_result(
      checked::cudaLaunchKernel(function, grid, block, arguments->get(), shared_mem_bytes, stream));
}

CUresult launch_cooperative_kernel(CUfunction function, unsigned int grid_dim_x,
                                   unsigned int grid_dim_y, unsigned int grid_dim_z,
                                   unsigned int block_dim_x, unsigned int block_dim_y,
                                   unsigned int block_dim_z, unsigned int shared_mem_bytes,
                                   CUstream stream, void** kernel_params) {
  auto arguments = LaunchArguments::make(function, kernel_params, nullptr);
  if (!arguments) return arguments.error();
  return to_result(checked::cudaLaunchCooperativeKernel(
      function, dim3(grid_dim_x, grid_dim_y, grid_dim_z),
      dim3(block_dim_x, block_dim_y, block_dim_z), arguments->get(), shared_mem_bytes, stream));
}

CUresult launch_kernel_ex(CUstream default_stream, const CUlaunchConfig* config,
                          CUfunction function, void** kernel_params, void** extra) {
  static_assert(sizeof(CUlaunchAttribute) == sizeof(cudaLaunchAttribute));
  if (config == nullptr || (config->numAttrs != 0 && config->attrs == nullptr))
    return CUDA_ERROR_INVALID_VALUE;
  auto arguments = LaunchArguments::make(function, kernel_params, extra);
  if (!arguments) return arguments.error();
  cudaLaunchConfig_t same = {};
  same.gridDim = dim3(config->gridDimX, config->gridDimY, config->gridDimZ);
  same.blockDim = dim3(config->blockDimX, config->blockDimY, config->blockDimZ);
  same.dynamicSmemBytes = config->sharedMemBytes;
  same.stream = config->hStream;
  same.attrs = reinterpret_cast<cudaLaunchAttribute*>(config->attrs);
  same.numAttrs = config->numAttrs;
  return to_result(checked::cudaLaunchKernelExC(default_stream, &same, function, arguments->get()));
}

// Grids of several devices that wait for each other are gone from the language: these are launches side by side.
CUresult launch_cooperative_kernel_multi_device(CUDA_LAUNCH_PARAMS* launch_params_list,
                                                unsigned int num_devices, unsigned int) {
  if (launch_params_list == nullptr || num_devices == 0) return CUDA_ERROR_INVALID_VALUE;
  for (const CUDA_LAUNCH_PARAMS& launch : std::span(launch_params_list, num_devices)) {
    const CUresult result = launch_cooperative_kernel(
        launch.function, launch.gridDimX, launch.gridDimY, launch.gridDimZ, launch.blockDimX,
        launch.blockDimY, launch.blockDimZ, launch.sharedMemBytes, launch.hStream,
        launch.kernelParams);
    if (result != CUDA_SUCCESS) return result;
  }
  return CUDA_SUCCESS;
}

CUresult launch_host_func(CUstream stream, CUhostFn fn, void* user_data) {
  return to_result(checked::cudaLaunchHostFunc(stream, fn, user_data));
}

}  // namespace riffle::api::cuda
