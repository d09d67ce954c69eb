// SPDX-License-Identifier: Apache-2.0
// Nodes that allocate and free, and what graphs use of a device's memory.
#include <cstring>
#include <vector>

#include "api/cudart/entry.h"
#include "api/cudart/graph.h"
#include "cudart_bodies.h"
#include "runtime/graph/memory_nodes.h"
#include "runtime/memory/graph_memory.h"

namespace riffle::api::cudart {
namespace {

// Not as for pools: the host may be named, and nobody can be kept out.
cudaError_t check_access(const cudaMemAccessDesc& access) {
  const auto& [location, flags] = access;
  if (location.type == cudaMemLocationTypeDevice && !is_device(location.id))
    return cudaErrorInvalidDevice;
  if (location.type <= cudaMemLocationTypeInvalid ||
      location.type > cudaMemLocationTypeHostNumaCurrent)
    return cudaErrorInvalidValue;
  if (flags == cudaMemAccessFlagsProtReadWrite) return cudaSuccess;
  return flags == cudaMemAccessFlagsProtNone || flags == cudaMemAccessFlagsProtRead
             ? cudaErrorNotSupported
             : cudaErrorInvalidValue;
}

cudaError_t check(const cudaMemAllocNodeParams& params) {
  if (params.bytesize == 0 || params.poolProps.allocType != cudaMemAllocationTypePinned ||
      params.poolProps.location.type != cudaMemLocationTypeDevice ||
      !is_device(params.poolProps.location.id) ||
      (params.accessDescCount != 0 && params.accessDescs == nullptr))
    return cudaErrorInvalidValue;
  if (params.poolProps.handleTypes != cudaMemHandleTypeNone) return cudaErrorNotSupported;
  for (std::size_t i = 0; i < params.accessDescCount; ++i) {
    const cudaError_t checked = check_access(params.accessDescs[i]);
    if (checked != cudaSuccess) return checked;
  }
  return cudaSuccess;
}

/// The structure, then the access descriptors that it points to.
std::vector<std::byte> describe(const cudaMemAllocNodeParams& params) {
  const std::size_t descriptors = params.accessDescCount * sizeof(cudaMemAccessDesc);
  std::vector<std::byte> bytes(sizeof params + descriptors);
  std::memcpy(bytes.data(), &params, sizeof params);
  if (descriptors != 0) std::memcpy(bytes.data() + sizeof params, params.accessDescs, descriptors);
  return bytes;
}

}  // namespace

cudaError_t add_allocation(cudaGraphNode_t* out, cudaGraph_t graph,
                           const cudaGraphNode_t* dependencies, const cudaGraphEdgeData* data,
                           std::size_t count, cudaMemAllocNodeParams& params) {
  if (out == nullptr || find_graph(graph) == nullptr) return cudaErrorInvalidValue;
  if (const cudaError_t checked = check(params); checked != cudaSuccess) return checked;
  auto made = graph::make_allocation(params.poolProps.location.id, params.bytesize);
  if (!made) return to_cuda(made.error());
  cudaMemAllocNodeParams shown = params;
  shown.dptr = made->pointer;
  made->description = describe(shown);
  const cudaError_t added =
      add_node(out, graph, dependencies, data, count, graph::NodeParams(std::move(*made)));
  if (added == cudaSuccess) params.dptr = shown.dptr;
  return added;
}

cudaError_t add_free(cudaGraphNode_t* out, cudaGraph_t handle, const cudaGraphNode_t* dependencies,
                     const cudaGraphEdgeData* data, std::size_t count, void* pointer) {
  const graph::Graph* const graph = find_graph(handle);
  if (graph == nullptr) return cudaErrorInvalidValue;
  auto made = graph::make_free(*graph, pointer);
  if (!made) return to_cuda(made.error());
  return add_node(out, handle, dependencies, data, count, graph::NodeParams(std::move(*made)));
}

cudaError_t graph_add_mem_alloc_node(cudaGraphNode_t* pGraphNode, cudaGraph_t graph,
                                     const cudaGraphNode_t* pDependencies, size_t numDependencies,
                                     cudaMemAllocNodeParams* nodeParams) {
  if (nodeParams == nullptr) return cudaErrorInvalidValue;
  return add_allocation(pGraphNode, graph, pDependencies, nullptr, numDependencies, *nodeParams);
}

cudaError_t graph_mem_alloc_node_get_params(cudaGraphNode_t node,
                                            cudaMemAllocNodeParams* params_out) {
  const graph::Node* const found = find_node(node);
  const auto* const params = found != nullptr ? found->as<graph::AllocationParams>() : nullptr;
  if (params == nullptr || params_out == nullptr) return cudaErrorInvalidValue;
  std::memcpy(params_out, params->description.data(), sizeof *params_out);
  if (params_out->accessDescCount != 0) {
    params_out->accessDescs =
        reinterpret_cast<const cudaMemAccessDesc*>(params->description.data() + sizeof *params_out);
  }
  return cudaSuccess;
}

cudaError_t graph_add_mem_free_node(cudaGraphNode_t* pGraphNode, cudaGraph_t graph,
                                    const cudaGraphNode_t* pDependencies, size_t numDependencies,
                                    void* dptr) {
  return add_free(pGraphNode, graph, pDependencies, nullptr, numDependencies, dptr);
}

cudaError_t graph_mem_free_node_get_params(cudaGraphNode_t node, void* dptr_out) {
  const graph::Node* const found = find_node(node);
  const auto* const params = found != nullptr ? found->as<graph::FreeParams>() : nullptr;
  if (params == nullptr || dptr_out == nullptr) return cudaErrorInvalidValue;
  *static_cast<void**>(dptr_out) = params->pointer;
  return cudaSuccess;
}

// ---- The device's graph memory ----

cudaError_t device_graph_mem_trim(int device) {
  if (!is_device(device)) return cudaErrorInvalidDevice;
  memory::trim_graph_memory(device);
  return cudaSuccess;
}

cudaError_t device_get_graph_mem_attribute(int device, cudaGraphMemAttributeType attr,
                                           void* value) {
  if (!is_device(device)) return cudaErrorInvalidDevice;
  if (value == nullptr) return cudaErrorInvalidValue;
  const memory::PoolCounters counters = memory::graph_memory_counters(device);
  unsigned long long& out = *static_cast<unsigned long long*>(value);
  switch (attr) {
    case cudaGraphMemAttrUsedMemCurrent:
      out = counters.used;
      return cudaSuccess;
    case cudaGraphMemAttrUsedMemHigh:
      out = counters.used_high;
      return cudaSuccess;
    case cudaGraphMemAttrReservedMemCurrent:
      out = counters.reserved;
      return cudaSuccess;
    case cudaGraphMemAttrReservedMemHigh:
      out = counters.reserved_high;
      return cudaSuccess;
  }
  return cudaErrorInvalidValue;
}

cudaError_t device_set_graph_mem_attribute(int device, cudaGraphMemAttributeType attr,
                                           void* value) {
  if (!is_device(device)) return cudaErrorInvalidDevice;
  if (value == nullptr || *static_cast<const unsigned long long*>(value) != 0)
    return cudaErrorInvalidValue;
  if (attr == cudaGraphMemAttrUsedMemHigh) {
    memory::reset_graph_used_high(device);
  } else if (attr == cudaGraphMemAttrReservedMemHigh) {
    memory::reset_graph_reserved_high(device);
  } else {
    return cudaErrorInvalidValue;
  }
  return cudaSuccess;
}

}  // namespace riffle::api::cudart
