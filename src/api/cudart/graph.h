// SPDX-License-Identifier: Apache-2.0
// Graphs as the runtime API sees them: handles, and parameters of nodes in CUDA's structures.
#pragma once

#include <cuda_runtime_api.h>

#include <expected>
#include <span>
#include <vector>

#include "runtime/graph/graph.h"
#include "runtime/graph/graph_exec.h"

namespace riffle::api::cudart {

template <class T>
using Converted = std::expected<T, cudaError_t>;

[[nodiscard]] inline graph::Graph* find_graph(cudaGraph_t handle) {
  return graph::graphs().find(handle);
}
[[nodiscard]] inline graph::Node* find_node(cudaGraphNode_t handle) {
  return graph::nodes().find(handle);
}
[[nodiscard]] inline graph::GraphExec* find_exec(cudaGraphExec_t handle) {
  return graph::graph_execs().find(handle);
}

/// Throws std::bad_alloc when there is no room for a handle.
[[nodiscard]] cudaGraph_t handle_of(graph::Graph& graph);
[[nodiscard]] cudaGraphNode_t handle_of(graph::Node& node);

/// Node handles, all checked. Errors: cudaErrorInvalidValue.
[[nodiscard]] Converted<std::vector<graph::Dependency>> find_dependencies(
    const cudaGraphNode_t* handles, const cudaGraphEdgeData* data, std::size_t count);

// --- From CUDA's structures to node parameters: checked, all values copied. ---

[[nodiscard]] Converted<graph::NodeParams> kernel_params(const void* function, dim3 grid,
                                                         dim3 block, unsigned shared_bytes,
                                                         void** arguments, void** extra);
[[nodiscard]] Converted<graph::NodeParams> copy_params(const cudaMemcpy3DParms* params);
[[nodiscard]] Converted<graph::NodeParams> copy_params(void* destination, const void* source,
                                                       std::size_t bytes, cudaMemcpyKind kind);
[[nodiscard]] Converted<graph::NodeParams> copy_to_symbol_params(const void* symbol,
                                                                 const void* source,
                                                                 std::size_t bytes,
                                                                 std::size_t offset,
                                                                 cudaMemcpyKind kind);
[[nodiscard]] Converted<graph::NodeParams> copy_from_symbol_params(void* destination,
                                                                   const void* symbol,
                                                                   std::size_t bytes,
                                                                   std::size_t offset,
                                                                   cudaMemcpyKind kind);
[[nodiscard]] Converted<graph::NodeParams> host_params(cudaHostFn_t function, void* user);
/// A copy of `child`.
[[nodiscard]] Converted<graph::NodeParams> child_params(cudaGraph_t child);
/// Of the generic calls: bytes without a meaning must be zero.
[[nodiscard]] bool are_reserves_zero(const cudaGraphNodeParams& params);
/// The same, and they are of the node's kind.
[[nodiscard]] bool are_params_for(cudaGraphNode_t handle, const cudaGraphNodeParams& params);
/// Params of the generic calls; not for kinds that come with graphs or memory of their own.
[[nodiscard]] Converted<graph::NodeParams> node_params(const cudaGraphNodeParams* params);

/// Works for cudaMemsetParams and its V2 form.
[[nodiscard]] Converted<graph::NodeParams> memset_params(void* destination, std::size_t pitch,
                                                         unsigned value, unsigned element_bytes,
                                                         std::size_t width, std::size_t height);
template <class Params>
[[nodiscard]] Converted<graph::NodeParams> memset_params(const Params* params) {
  if (params == nullptr) return std::unexpected(cudaErrorInvalidValue);
  return memset_params(params->dst, params->pitch, params->value, params->elementSize,
                       params->width, params->height);
}
template <class Params>
[[nodiscard]] Converted<graph::NodeParams> kernel_params(const Params* params) {
  if (params == nullptr) return std::unexpected(cudaErrorInvalidValue);
  return kernel_params(params->func, params->gridDim, params->blockDim, params->sharedMemBytes,
                       params->kernelParams, params->extra);
}
template <class Event>
[[nodiscard]] Converted<graph::NodeParams> event_params(cudaEvent_t event);

[[nodiscard]] Converted<graph::NodeParams> signal_params(
    const cudaExternalSemaphore_t* handles, const cudaExternalSemaphoreSignalParams* each,
    unsigned count);
[[nodiscard]] Converted<graph::NodeParams> wait_params(const cudaExternalSemaphore_t* handles,
                                                       const cudaExternalSemaphoreWaitParams* each,
                                                       unsigned count);
/// Work for both forms of the nodes' structures.
template <class Params>
[[nodiscard]] Converted<graph::NodeParams> signal_params(const Params* params) {
  if (params == nullptr) return std::unexpected(cudaErrorInvalidValue);
  return signal_params(params->extSemArray, params->paramsArray, params->numExtSems);
}
template <class Params>
[[nodiscard]] Converted<graph::NodeParams> wait_params(const Params* params) {
  if (params == nullptr) return std::unexpected(cudaErrorInvalidValue);
  return wait_params(params->extSemArray, params->paramsArray, params->numExtSems);
}

/// The parameters of a node of the right kind; null otherwise.
template <class Params>
[[nodiscard]] Params* params_of(cudaGraphNode_t handle) {
  graph::Node* const node = find_node(handle);
  return node == nullptr ? nullptr : node->as<Params>();
}
/// Gives a node other parameters of its kind.
cudaError_t set_params(cudaGraphNode_t handle, Converted<graph::NodeParams> params);
/// The same in an executable graph; the node is named by a handle of the graph that was instantiated.
cudaError_t set_params(cudaGraphExec_t exec, cudaGraphNode_t node,
                       Converted<graph::NodeParams> params);

/// Adds a node with checked parameters and shows its handle.
cudaError_t add_node(cudaGraphNode_t* out, cudaGraph_t graph, const cudaGraphNode_t* dependencies,
                     const cudaGraphEdgeData* data, std::size_t count,
                     Converted<graph::NodeParams> params);

/// Memory nodes; `params.dptr` is set.
cudaError_t add_allocation(cudaGraphNode_t* out, cudaGraph_t graph,
                           const cudaGraphNode_t* dependencies, const cudaGraphEdgeData* data,
                           std::size_t count, cudaMemAllocNodeParams& params);
cudaError_t add_free(cudaGraphNode_t* out, cudaGraph_t graph, const cudaGraphNode_t* dependencies,
                     const cudaGraphEdgeData* data, std::size_t count, void* pointer);

/// Drops the handles of executable graphs of a context: it is being reset.
void forget_graph_execs_of(const engine::ContextStreams& context);

}  // namespace riffle::api::cudart
