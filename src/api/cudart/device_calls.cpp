// SPDX-License-Identifier: Apache-2.0
// Launches from kernels, their streams and events, and what kernels may ask. Answers are those of an H200.
#include "api/cudart/device_calls.h"

#include <array>
#include <utility>

#include "api/cudart/device.h"
#include "api/cudart/function.h"
#include "compiler/abi/device_calls.h"
#include "cudart_bodies.h"
#include "runtime/module/module.h"

namespace riffle::api::cudart::device_calls {
namespace {

using dynamic::Grid;

/// In device code the address of a kernel is that of a pointer which the loader sets.
module::Kernel* kernel_at(const void* function) {
  return function == nullptr ? nullptr : *static_cast<module::Kernel* const*>(function);
}

// ---- Launches ----

void* get_parameter_buffer(std::uint32_t thread, std::size_t, std::size_t bytes) {
  void* buffer = nullptr;
  answer(thread, [&](Grid& grid, const device::DeviceCaller&) {
    buffer = grid.take_buffer(bytes);
    return cudaSuccess;
  });
  return buffer;
}

cudaError_t launch(std::uint32_t thread, void* function, void* buffer, unsigned grid_x,
                   unsigned grid_y, unsigned grid_z, unsigned block_x, unsigned block_y,
                   unsigned block_z, unsigned shared_bytes, cudaStream_t stream) {
  module::Kernel* const kernel = kernel_at(function);
  return answer(thread, [&](Grid& grid, const device::DeviceCaller& caller) {
    // Without code: it cannot be compiled.
    if (kernel == nullptr || kernel->code == nullptr) return cudaErrorInvalidDeviceFunction;
    std::size_t most_pending = 0;
    const cudaError_t known = get_limit(*primary_context(caller.device),
                                        cudaLimitDevRuntimePendingLaunchCount, most_pending);
    if (known != cudaSuccess) return known;
    const dynamic::ChildLaunch child{.kernel = kernel,
                                     .grid = {grid_x, grid_y, grid_z},
                                     .block = {block_x, block_y, block_z},
                                     .dynamic_shared_bytes = shared_bytes};
    return to_cuda(grid.launch(child, buffer, number_of(stream), caller.block, most_pending));
  });
}

// ---- Errors ----

cudaError_t get_last_error(std::uint32_t thread) {
  auto last = cudaSuccess;
  answer(thread, [&](Grid& grid, const device::DeviceCaller& caller) {
    last = static_cast<cudaError_t>(grid.last_error(caller.block, thread));
    if (last != cudaSuccess) grid.set_last_error(caller.block, thread, cudaSuccess);
    return cudaSuccess;
  });
  return last;
}

cudaError_t peek_at_last_error(std::uint32_t thread) {
  auto last = cudaSuccess;
  answer(thread, [&](Grid& grid, const device::DeviceCaller& caller) {
    last = static_cast<cudaError_t>(grid.last_error(caller.block, thread));
    return cudaSuccess;
  });
  return last;
}

const char* error_name(std::uint32_t, cudaError_t error) { return get_error_name(error); }
const char* error_string(std::uint32_t, cudaError_t error) { return get_error_string(error); }

// ---- Questions ----

// The version of CUDA in which device code last got another answer.
cudaError_t runtime_version(std::uint32_t, int* version) {
  *version = 6000;
  return cudaSuccess;
}

cudaError_t get_current_device(std::uint32_t, int* device) {
  *device = device::device_caller().device;
  return cudaSuccess;
}

cudaError_t get_count(std::uint32_t, int* count) {
  *count = device_count();
  return cudaSuccess;
}

cudaError_t get_attribute(std::uint32_t thread, int* value, cudaDeviceAttr attribute, int device) {
  int found = 0;
  const cudaError_t result = answer(thread, [&](Grid&, const device::DeviceCaller&) {
    return device_get_attribute(&found, attribute, device);
  });
  if (result == cudaSuccess) *value = found;
  return result;
}

// Errors of the next three are no last errors, as on hardware.
cudaError_t limit(std::uint32_t, std::size_t* value, cudaLimit which) {
  std::size_t found = 0;
  const cudaError_t result =
      get_limit(*primary_context(device::device_caller().device), which, found);
  *value = result == cudaErrorUnsupportedLimit ? ~std::size_t{0} : found;
  return result;
}

cudaError_t cache_config(std::uint32_t, cudaFuncCache* config) {
  *config = cudaFuncCachePreferNone;
  return cudaSuccess;
}

cudaError_t occupancy(std::uint32_t, int* blocks, const void* function, int block_threads,
                      std::size_t shared_bytes) {
  const module::Kernel* const kernel = kernel_at(function);
  if (kernel == nullptr) return cudaErrorInvalidDeviceFunction;
  const auto found =
      module::max_active_blocks_per_multiprocessor(*kernel, block_threads, shared_bytes);
  if (!found) return cudaErrorInvalidValue;
  *blocks = *found;
  return cudaSuccess;
}

cudaError_t function_attributes(std::uint32_t, cudaFuncAttributes* attributes,
                                const void* function) {
  const module::Kernel* const kernel = kernel_at(function);
  if (kernel == nullptr) return cudaErrorInvalidDeviceFunction;
  *attributes = shown_attributes(*kernel);
  return cudaSuccess;
}

// ---- Streams and events ----

cudaError_t stream_create(std::uint32_t thread, cudaStream_t* stream, unsigned flags) {
  std::uintptr_t made = 0;
  const cudaError_t result = answer(thread, [&](Grid& grid, const device::DeviceCaller&) {
    if (flags != cudaStreamDefault && flags != cudaStreamNonBlocking) return cudaErrorInvalidValue;
    made = grid.create_stream();
    return cudaSuccess;
  });
  if (result == cudaSuccess) *stream = reinterpret_cast<cudaStream_t>(made);
  return result;
}

cudaError_t stream_destroy(std::uint32_t thread, cudaStream_t stream) {
  return answer(thread, [&](Grid& grid, const device::DeviceCaller&) {
    return to_cuda(grid.destroy_stream(number_of(stream)));
  });
}

cudaError_t stream_wait_event(std::uint32_t thread, cudaStream_t stream, cudaEvent_t event,
                              unsigned) {
  return answer(thread, [&](Grid& grid, const device::DeviceCaller& caller) {
    return to_cuda(grid.wait(number_of(stream), number_of(event), caller.block));
  });
}

cudaError_t event_create(std::uint32_t thread, cudaEvent_t* event, unsigned flags) {
  std::uintptr_t made = 0;
  const cudaError_t result = answer(thread, [&](Grid& grid, const device::DeviceCaller&) {
    if ((flags & ~unsigned{cudaEventBlockingSync}) != cudaEventDisableTiming)
      return cudaErrorInvalidValue;
    made = grid.create_event();
    return cudaSuccess;
  });
  if (result == cudaSuccess) *event = reinterpret_cast<cudaEvent_t>(made);
  return result;
}

cudaError_t event_record(std::uint32_t thread, cudaEvent_t event, cudaStream_t stream) {
  return answer(thread, [&](Grid& grid, const device::DeviceCaller& caller) {
    return to_cuda(grid.record(number_of(event), number_of(stream), caller.block));
  });
}

cudaError_t event_destroy(std::uint32_t thread, cudaEvent_t event) {
  return answer(thread, [&](Grid& grid, const device::DeviceCaller&) {
    return to_cuda(grid.destroy_event(number_of(event)));
  });
}

// ---- Cooperative launches, as PTX sees them ----

std::uint64_t cooperative_workspace(std::uint32_t) {
  return reinterpret_cast<std::uintptr_t>(device::cooperative_workspace());
}

// ---- The table ----

template <class Function>
std::pair<std::string_view, abi::DeviceCall> row(std::string_view name, Function* function) {
  return {name, reinterpret_cast<abi::DeviceCall>(function)};
}

std::array<abi::DeviceCall, abi::kDeviceCallCount> make_table() {
  std::array<abi::DeviceCall, abi::kDeviceCallCount> table{};
  for (const auto& [name, function] : {
           row("cudaGetParameterBuffer", get_parameter_buffer),
           row("__riffle_launch", launch),
           row("cudaGetLastError", get_last_error),
           row("cudaPeekAtLastError", peek_at_last_error),
           row("cudaGetErrorName", error_name),
           row("cudaGetErrorString", error_string),
           row("cudaRuntimeGetVersion", runtime_version),
           row("cudaGetDevice", get_current_device),
           row("cudaGetDeviceCount", get_count),
           row("cudaDeviceGetAttribute", get_attribute),
           row("cudaDeviceGetLimit", limit),
           row("cudaDeviceGetCacheConfig", cache_config),
           row("cudaStreamCreateWithFlags", stream_create),
           row("cudaStreamDestroy", stream_destroy),
           row("cudaStreamWaitEvent", stream_wait_event),
           row("cudaEventCreateWithFlags", event_create),
           row("cudaEventRecord", event_record),
           row("cudaEventDestroy", event_destroy),
           row("cudaMalloc", malloc),
           row("cudaFree", free),
           row("cudaMemcpyAsync", memcpy_async),
           row("cudaMemcpy2DAsync", memcpy_2d_async),
           row("cudaMemcpy3DAsync", memcpy_3d_async),
           row("cudaMemsetAsync", memset_async),
           row("cudaMemset2DAsync", memset_2d_async),
           row("__riffle_fill_3d", memset_3d_async),
           row("cudaFuncGetAttributes", function_attributes),
           row("cudaOccupancyMaxActiveBlocksPerMultiprocessor", occupancy),
           row("cudaGraphLaunch", graph_launch),
           row("cudaGetCurrentGraphExec", current_graph_exec),
           row("cudaGraphKernelNodeSetParam", node_set_param),
           row("__riffle_node_set_enabled", node_set_enabled),
           row("__riffle_node_set_grid", node_set_grid),
           row("cudaGraphKernelNodeUpdatesApply", node_updates_apply),
           row(abi::kCooperativeWorkspace, cooperative_workspace),
       }) {
    table[abi::device_call(name)] = function;
  }
  return table;
}

[[gnu::constructor]] void offer_device_calls() {
  static const auto table = make_table();
  device::set_device_calls(table.data());
}

}  // namespace
}  // namespace riffle::api::cudart::device_calls
