// SPDX-License-Identifier: Apache-2.0
// The functions of the runtime API that device code may call: dynamic parallelism, and graphs. A call passes the calling thread's
// linear index in its block, then the function's own arguments, which are scalars and pointers: so the API can define
// each as an ordinary function.
#pragma once

#include <cstddef>
#include <string_view>

namespace riffle::abi {

using DeviceCall = void (*)();

/// As cuda_device_runtime_api.h declares them.
inline constexpr std::string_view kDeviceCalls[] = {
    "cudaGetParameterBuffer",
    "__riffle_launch",
    "cudaGetLastError",
    "cudaPeekAtLastError",
    "cudaGetErrorName",
    "cudaGetErrorString",
    "cudaRuntimeGetVersion",
    "cudaGetDevice",
    "cudaGetDeviceCount",
    "cudaDeviceGetAttribute",
    "cudaDeviceGetLimit",
    "cudaDeviceGetCacheConfig",
    "cudaStreamCreateWithFlags",
    "cudaStreamDestroy",
    "cudaStreamWaitEvent",
    "cudaEventCreateWithFlags",
    "cudaEventRecord",
    "cudaEventDestroy",
    "cudaMalloc",
    "cudaFree",
    "cudaMemcpyAsync",
    "cudaMemcpy2DAsync",
    "cudaMemcpy3DAsync",
    "cudaMemsetAsync",
    "cudaMemset2DAsync",
    "__riffle_fill_3d",
    "cudaFuncGetAttributes",
    "cudaOccupancyMaxActiveBlocksPerMultiprocessor",
    "cudaGraphLaunch",
    "cudaGetCurrentGraphExec",
    "cudaGraphKernelNodeSetParam",
    "__riffle_node_set_enabled",
    "__riffle_node_set_grid",
    "cudaGraphKernelNodeUpdatesApply",
    "__riffle_cooperative_workspace",
};
/// PTX of other compilers asks for it. It launches nothing: a grid need not be prepared for it.
inline constexpr std::string_view kCooperativeWorkspace = "__riffle_cooperative_workspace";
inline constexpr std::size_t kDeviceCallCount = std::size(kDeviceCalls);

/// The number of a function; kDeviceCallCount if it is none of them.
constexpr std::size_t device_call(std::string_view name) {
  std::size_t number = 0;
  while (number < kDeviceCallCount && kDeviceCalls[number] != name) ++number;
  return number;
}

}  // namespace riffle::abi
