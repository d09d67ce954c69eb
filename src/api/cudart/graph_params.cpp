// SPDX-License-Identifier: Apache-2.0
// From CUDA's node structures to the graph room's.
#include "api/cudart/array_copy.h"
#include "api/cudart/entry.h"
#include "api/cudart/event.h"
#include "api/cudart/graph.h"
#include "api/cudart/memory_copy.h"
#include "runtime/module/module.h"

namespace riffle::api::cudart {
namespace {

using graph::CopyParams;
using graph::NodeParams;

std::unexpected<cudaError_t> refuse(cudaError_t code = cudaErrorInvalidValue) {
  return std::unexpected(code);
}

Converted<NodeParams> checked(CopyParams params) {
  if (params.extent.is_empty()) return refuse();
  const Status status = memory::check_copy(memory::registry(), params.request(), params.direction);
  if (!status) return refuse(to_cuda(status.error()));
  params.device = context::current->device();
  return params;
}

/// The part of a variable's storage on the current device.
Converted<char*> symbol_range(const void* symbol, std::size_t offset, std::size_t bytes) {
  const auto variable = module::variable_for(symbol, context::current->device());
  if (!variable) return refuse(to_cuda(variable.error()));
  if (offset > variable->size || bytes > variable->size - offset) return refuse();
  return static_cast<char*>(variable->address) + offset;
}

}  // namespace

Converted<NodeParams> kernel_params(const void* function, dim3 grid, dim3 block,
                                    unsigned shared_bytes, void** arguments, void** extra) {
  const int device = context::current->device();
  const auto found = module::kernel_for(function, device);
  if (!found) return refuse(to_cuda(found.error()));
  const module::Kernel& kernel = **found;
  graph::KernelParams params;
  params.function = function;
  params.device = device;
  params.grid = {grid.x, grid.y, grid.z};
  params.block = {block.x, block.y, block.z};
  params.dynamic_shared_bytes = shared_bytes;
  if (const Status status = module::check_launch(kernel, params.grid, params.block, shared_bytes);
      !status)
    return refuse(to_cuda(status.error()));
  // Arguments in one buffer are the driver API's: hardware refuses them here.
  if (extra != nullptr || (arguments == nullptr && kernel.code->parameter_count != 0))
    return refuse();
  params.arguments = graph::Arguments(*kernel.code, arguments);
  return params;
}

Converted<NodeParams> copy_params(const cudaMemcpy3DParms* params) {
  if (params == nullptr) return refuse();
  if (!is_kind(params->kind)) return refuse(cudaErrorInvalidMemcpyDirection);
  // The source is an array, the kind says host: no such memory was named.
  if (params->srcArray != nullptr &&
      (params->kind == cudaMemcpyHostToHost || params->kind == cudaMemcpyHostToDevice))
    return refuse();
  auto copy = box_copy(*params);
  if (!copy) return refuse(copy.error());
  copy->direction = static_cast<memory::Direction>(params->kind);
  return checked(*std::move(copy));
}

Converted<NodeParams> copy_params(void* destination, const void* source, std::size_t bytes,
                                  cudaMemcpyKind kind) {
  if (!is_kind(kind)) return refuse(cudaErrorInvalidMemcpyDirection);
  return checked(
      CopyParams::flat(destination, source, bytes, static_cast<memory::Direction>(kind)));
}

Converted<NodeParams> copy_to_symbol_params(const void* symbol, const void* source,
                                            std::size_t bytes, std::size_t offset,
                                            cudaMemcpyKind kind) {
  const auto destination = symbol_range(symbol, offset, bytes);
  if (!destination) return refuse(destination.error());
  if (kind != cudaMemcpyHostToDevice && kind != cudaMemcpyDeviceToDevice &&
      kind != cudaMemcpyDefault)
    return refuse(cudaErrorInvalidMemcpyDirection);
  return copy_params(*destination, source, bytes, kind);
}

Converted<NodeParams> copy_from_symbol_params(void* destination, const void* symbol,
                                              std::size_t bytes, std::size_t offset,
                                              cudaMemcpyKind kind) {
  const auto source = symbol_range(symbol, offset, bytes);
  if (!source) return refuse(source.error());
  if (kind != cudaMemcpyDeviceToHost && kind != cudaMemcpyDeviceToDevice &&
      kind != cudaMemcpyDefault)
    return refuse(cudaErrorInvalidMemcpyDirection);
  return copy_params(destination, *source, bytes, kind);
}

Converted<NodeParams> memset_params(void* destination, std::size_t pitch, unsigned value,
                                    unsigned element_bytes, std::size_t width, std::size_t height) {
  if (element_bytes != 1 && element_bytes != 2 && element_bytes != 4) return refuse();
  if (reinterpret_cast<std::uintptr_t>(destination) % element_bytes != 0) return refuse();
  if (width == 0 || height == 0 || (height > 1 && pitch % element_bytes != 0)) return refuse();
  graph::MemsetParams params;
  params.destination = static_cast<char*>(destination);
  params.pitch_bytes = pitch;
  params.value = value;
  params.element_bytes = element_bytes;
  params.width = width;
  params.height = height;
  params.device = context::current->device();
  const memory::FillRequest request{.destination = params.destination,
                                    .box = {width * element_bytes, height, 1},
                                    .layout = {pitch, 0}};
  if (const Status status = memory::check_fill(memory::registry(), request); !status)
    return refuse(to_cuda(status.error()));
  return params;
}

Converted<NodeParams> host_params(cudaHostFn_t function, void* user) {
  if (function == nullptr) return refuse();
  return graph::HostParams{function, user};
}

Converted<NodeParams> child_params(cudaGraph_t handle) {
  const graph::Graph* const child = find_graph(handle);
  if (child == nullptr) return refuse();
  auto copy = child->clone();
  if (!copy) return refuse(to_cuda(copy.error()));
  return graph::ChildGraphParams{std::move(*copy)};
}

template <class Event>
Converted<NodeParams> event_params(cudaEvent_t event) {
  if (events().find(event) == nullptr) return refuse();
  return Event{{reinterpret_cast<std::uintptr_t>(event)}};
}
template Converted<NodeParams> event_params<graph::EventWaitParams>(cudaEvent_t event);
template Converted<NodeParams> event_params<graph::EventRecordParams>(cudaEvent_t event);

bool are_reserves_zero(const cudaGraphNodeParams& params) {
  return params.reserved0[0] == 0 && params.reserved0[1] == 0 && params.reserved0[2] == 0 &&
         params.reserved2 == 0;
}

bool are_params_for(cudaGraphNode_t handle, const cudaGraphNodeParams& params) {
  const graph::Node* const node = find_node(handle);
  return node != nullptr && static_cast<graph::NodeKind>(params.type) == node->kind() &&
         are_reserves_zero(params);
}

Converted<NodeParams> node_params(const cudaGraphNodeParams* params) {
  if (params == nullptr) return refuse();
  switch (params->type) {
    case cudaGraphNodeTypeKernel:
      return kernel_params(&params->kernel);
    case cudaGraphNodeTypeMemcpy:
      if (params->memcpy.flags != 0) return refuse();
      return copy_params(&params->memcpy.copyParams);
    case cudaGraphNodeTypeMemset:
      return memset_params(&params->memset);
    case cudaGraphNodeTypeHost:
      return host_params(params->host.fn, params->host.userData);
    case cudaGraphNodeTypeEmpty:
      return graph::EmptyParams{};
    case cudaGraphNodeTypeWaitEvent:
      return event_params<graph::EventWaitParams>(params->eventWait.event);
    case cudaGraphNodeTypeEventRecord:
      return event_params<graph::EventRecordParams>(params->eventRecord.event);
    case cudaGraphNodeTypeExtSemaphoreSignal:
      return signal_params(&params->extSemSignal);
    case cudaGraphNodeTypeExtSemaphoreWait:
      return wait_params(&params->extSemWait);
    case cudaGraphNodeTypeMemAlloc:
    case cudaGraphNodeTypeMemFree:
      return refuse(cudaErrorNotSupported);  // such a node keeps its parameters
    default:
      return refuse();
  }
}

}  // namespace riffle::api::cudart
