// SPDX-License-Identifier: Apache-2.0
// The runtime API as kernels call it: see compiler/abi/device_calls.h. Such a function is called on a kernel's stack,
// with the linear index of the calling thread first.
//
// A fault at an access to the program's memory ends the kernel, and no destructor runs: so these functions touch it
// while they hold nothing.
#pragma once

#include <cuda_runtime_api.h>

#include <cstdint>
#include <new>

#include "api/cudart/error.h"
#include "device/cpu/launch.h"
#include "runtime/dynamic/grid.h"

namespace riffle::api::cudart::device_calls {

/// Calls `body(grid, caller)`; an error becomes the thread's last one.
template <class Body>
cudaError_t answer(std::uint32_t thread, Body&& body) {
  const device::DeviceCaller caller = device::device_caller();
  if (caller.parent == nullptr) return cudaErrorNotSupported;
  auto& grid = *static_cast<dynamic::Grid*>(caller.parent);
  cudaError_t result = cudaSuccess;
  try {
    result = body(grid, caller);
    if (result != cudaSuccess) grid.set_last_error(caller.block, thread, result);
  } catch (const std::bad_alloc&) {
    result = cudaErrorMemoryAllocation;
  }
  return result;
}

[[nodiscard]] inline std::uintptr_t number_of(const void* handle) {
  return reinterpret_cast<std::uintptr_t>(handle);
}

// In device_memory_calls.cpp.
cudaError_t malloc(std::uint32_t thread, void** pointer, std::size_t bytes);
cudaError_t free(std::uint32_t thread, void* pointer);
cudaError_t memcpy_async(std::uint32_t thread, void* dst, const void* src, std::size_t count,
                         cudaMemcpyKind kind, cudaStream_t stream);
cudaError_t memcpy_2d_async(std::uint32_t thread, void* dst, std::size_t dpitch, const void* src,
                            std::size_t spitch, std::size_t width, std::size_t height,
                            cudaMemcpyKind kind, cudaStream_t stream);
cudaError_t memcpy_3d_async(std::uint32_t thread, const cudaMemcpy3DParms* parameters,
                            cudaStream_t stream);
cudaError_t memset_async(std::uint32_t thread, void* pointer, int value, std::size_t count,
                         cudaStream_t stream);
cudaError_t memset_2d_async(std::uint32_t thread, void* pointer, std::size_t pitch, int value,
                            std::size_t width, std::size_t height, cudaStream_t stream);
cudaError_t memset_3d_async(std::uint32_t thread, void* pointer, std::size_t pitch,
                            std::size_t ysize, int value, std::size_t width, std::size_t height,
                            std::size_t depth, cudaStream_t stream);

// In device_graph_calls.cpp.
cudaError_t graph_launch(std::uint32_t thread, cudaGraphExec_t exec, cudaStream_t stream);
cudaGraphExec_t current_graph_exec(std::uint32_t thread);
cudaError_t node_set_param(std::uint32_t thread, cudaGraphDeviceNode_t node, std::size_t offset,
                           const void* value, std::size_t size);
cudaError_t node_set_enabled(std::uint32_t thread, cudaGraphDeviceNode_t node, unsigned enable);
cudaError_t node_set_grid(std::uint32_t thread, cudaGraphDeviceNode_t node, unsigned x, unsigned y,
                          unsigned z);
cudaError_t node_updates_apply(std::uint32_t thread, const cudaGraphKernelNodeUpdate* updates,
                               std::size_t count);

}  // namespace riffle::api::cudart::device_calls
