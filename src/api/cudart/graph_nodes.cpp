// SPDX-License-Identifier: Apache-2.0
// Nodes of graphs, kind by kind: add, read, change. graph_exec.cpp changes them in executable graphs.
#include "api/cudart/entry.h"
#include "api/cudart/graph.h"
#include "cudart_bodies.h"

namespace riffle::api::cudart {
namespace {

void show_side(const graph::CopySide& side, std::size_t element_bytes, cudaArray_t& array,
               cudaPitchedPtr& pointer, cudaPos& position) {
  position = {side.x / element_bytes, side.y, side.z};
  if (side.array != 0) {
    array = reinterpret_cast<cudaArray_t>(side.array);
  } else {
    pointer = {side.pointer, side.pitch_bytes, side.row_bytes, side.height};
  }
}

}  // namespace

cudaError_t set_params(cudaGraphNode_t handle, Converted<graph::NodeParams> params) {
  graph::Node* const node = find_node(handle);
  if (node == nullptr) return cudaErrorInvalidValue;
  if (!params) return params.error();
  if (graph::kind_of(*params) != node->kind()) return cudaErrorInvalidValue;
  node->params = std::move(*params);
  return cudaSuccess;
}

// ---- Kernels ----

cudaError_t graph_add_kernel_node(cudaGraphNode_t* pGraphNode, cudaGraph_t graph,
                                  const cudaGraphNode_t* pDependencies, size_t numDependencies,
                                  const cudaKernelNodeParams* pNodeParams) {
  return add_node(pGraphNode, graph, pDependencies, nullptr, numDependencies,
                  kernel_params(pNodeParams));
}

cudaError_t graph_kernel_node_get_params(cudaGraphNode_t node, cudaKernelNodeParams* pNodeParams) {
  const auto* const params = params_of<graph::KernelParams>(node);
  if (params == nullptr || pNodeParams == nullptr) return cudaErrorInvalidValue;
  *pNodeParams = {};
  pNodeParams->func = const_cast<void*>(params->function);
  pNodeParams->gridDim = {params->grid.x, params->grid.y, params->grid.z};
  pNodeParams->blockDim = {params->block.x, params->block.y, params->block.z};
  pNodeParams->sharedMemBytes = params->dynamic_shared_bytes;
  pNodeParams->kernelParams = params->arguments.pointers();
  return cudaSuccess;
}

// What else was set on the node stays.
cudaError_t graph_kernel_node_set_params(cudaGraphNode_t node,
                                         const cudaKernelNodeParams* pNodeParams) {
  auto* const old = params_of<graph::KernelParams>(node);
  if (old == nullptr) return cudaErrorInvalidValue;
  auto params = kernel_params(pNodeParams);
  if (!params) return params.error();
  auto& fresh = std::get<graph::KernelParams>(*params);
  fresh.priority = old->priority;
  fresh.cooperative = old->cooperative;
  fresh.attributes = std::move(old->attributes);
  fresh.device_node = std::move(old->device_node);
  *old = std::move(fresh);
  return cudaSuccess;
}

// ---- Copies ----

cudaError_t graph_add_memcpy_node(cudaGraphNode_t* pGraphNode, cudaGraph_t graph,
                                  const cudaGraphNode_t* pDependencies, size_t numDependencies,
                                  const cudaMemcpy3DParms* pCopyParams) {
  return add_node(pGraphNode, graph, pDependencies, nullptr, numDependencies,
                  copy_params(pCopyParams));
}

cudaError_t graph_add_memcpy_node_1d(cudaGraphNode_t* pGraphNode, cudaGraph_t graph,
                                     const cudaGraphNode_t* pDependencies, size_t numDependencies,
                                     void* dst, const void* src, size_t count,
                                     cudaMemcpyKind kind) {
  return add_node(pGraphNode, graph, pDependencies, nullptr, numDependencies,
                  copy_params(dst, src, count, kind));
}

cudaError_t graph_add_memcpy_node_to_symbol(cudaGraphNode_t* pGraphNode, cudaGraph_t graph,
                                            const cudaGraphNode_t* pDependencies,
                                            size_t numDependencies, const void* symbol,
                                            const void* src, size_t count, size_t offset,
                                            cudaMemcpyKind kind) {
  return add_node(pGraphNode, graph, pDependencies, nullptr, numDependencies,
                  copy_to_symbol_params(symbol, src, count, offset, kind));
}

cudaError_t graph_add_memcpy_node_from_symbol(cudaGraphNode_t* pGraphNode, cudaGraph_t graph,
                                              const cudaGraphNode_t* pDependencies,
                                              size_t numDependencies, void* dst, const void* symbol,
                                              size_t count, size_t offset, cudaMemcpyKind kind) {
  return add_node(pGraphNode, graph, pDependencies, nullptr, numDependencies,
                  copy_from_symbol_params(dst, symbol, count, offset, kind));
}

cudaError_t graph_memcpy_node_get_params(cudaGraphNode_t node, cudaMemcpy3DParms* pNodeParams) {
  const auto* const params = params_of<graph::CopyParams>(node);
  if (params == nullptr || pNodeParams == nullptr) return cudaErrorInvalidValue;
  *pNodeParams = {};
  const std::size_t element_bytes = params->element_bytes;
  show_side(params->source, element_bytes, pNodeParams->srcArray, pNodeParams->srcPtr,
            pNodeParams->srcPos);
  show_side(params->destination, element_bytes, pNodeParams->dstArray, pNodeParams->dstPtr,
            pNodeParams->dstPos);
  pNodeParams->extent = {params->extent.width / element_bytes, params->extent.height,
                         params->extent.depth};
  pNodeParams->kind = static_cast<cudaMemcpyKind>(params->direction);
  return cudaSuccess;
}

cudaError_t graph_memcpy_node_set_params(cudaGraphNode_t node,
                                         const cudaMemcpy3DParms* pNodeParams) {
  return set_params(node, copy_params(pNodeParams));
}

cudaError_t graph_memcpy_node_set_params_1d(cudaGraphNode_t node, void* dst, const void* src,
                                            size_t count, cudaMemcpyKind kind) {
  return set_params(node, copy_params(dst, src, count, kind));
}

cudaError_t graph_memcpy_node_set_params_to_symbol(cudaGraphNode_t node, const void* symbol,
                                                   const void* src, size_t count, size_t offset,
                                                   cudaMemcpyKind kind) {
  return set_params(node, copy_to_symbol_params(symbol, src, count, offset, kind));
}

cudaError_t graph_memcpy_node_set_params_from_symbol(cudaGraphNode_t node, void* dst,
                                                     const void* symbol, size_t count,
                                                     size_t offset, cudaMemcpyKind kind) {
  return set_params(node, copy_from_symbol_params(dst, symbol, count, offset, kind));
}

// ---- Fills ----

cudaError_t graph_add_memset_node(cudaGraphNode_t* pGraphNode, cudaGraph_t graph,
                                  const cudaGraphNode_t* pDependencies, size_t numDependencies,
                                  const cudaMemsetParams* pMemsetParams) {
  return add_node(pGraphNode, graph, pDependencies, nullptr, numDependencies,
                  memset_params(pMemsetParams));
}

cudaError_t graph_memset_node_get_params(cudaGraphNode_t node, cudaMemsetParams* pNodeParams) {
  const auto* const params = params_of<graph::MemsetParams>(node);
  if (params == nullptr || pNodeParams == nullptr) return cudaErrorInvalidValue;
  *pNodeParams = {.dst = params->destination,
                  .pitch = params->pitch_bytes,
                  .value = params->value,
                  .elementSize = params->element_bytes,
                  .width = params->width,
                  .height = params->height};
  return cudaSuccess;
}

cudaError_t graph_memset_node_set_params(cudaGraphNode_t node,
                                         const cudaMemsetParams* pNodeParams) {
  return set_params(node, memset_params(pNodeParams));
}

// ---- Host functions ----

cudaError_t graph_add_host_node(cudaGraphNode_t* pGraphNode, cudaGraph_t graph,
                                const cudaGraphNode_t* pDependencies, size_t numDependencies,
                                const cudaHostNodeParams* pNodeParams) {
  if (pNodeParams == nullptr) return cudaErrorInvalidValue;
  return add_node(pGraphNode, graph, pDependencies, nullptr, numDependencies,
                  host_params(pNodeParams->fn, pNodeParams->userData));
}

cudaError_t graph_host_node_get_params(cudaGraphNode_t node, cudaHostNodeParams* pNodeParams) {
  const auto* const params = params_of<graph::HostParams>(node);
  if (params == nullptr || pNodeParams == nullptr) return cudaErrorInvalidValue;
  *pNodeParams = {params->function, params->user};
  return cudaSuccess;
}

cudaError_t graph_host_node_set_params(cudaGraphNode_t node,
                                       const cudaHostNodeParams* pNodeParams) {
  if (pNodeParams == nullptr) return cudaErrorInvalidValue;
  return set_params(node, host_params(pNodeParams->fn, pNodeParams->userData));
}

// ---- Child graphs and empty nodes ----

cudaError_t graph_add_child_graph_node(cudaGraphNode_t* pGraphNode, cudaGraph_t graph,
                                       const cudaGraphNode_t* pDependencies, size_t numDependencies,
                                       cudaGraph_t childGraph) {
  return add_node(pGraphNode, graph, pDependencies, nullptr, numDependencies,
                  child_params(childGraph));
}

cudaError_t graph_child_graph_node_get_graph(cudaGraphNode_t node, cudaGraph_t* pGraph) {
  const auto* const params = params_of<graph::ChildGraphParams>(node);
  if (params == nullptr || pGraph == nullptr) return cudaErrorInvalidValue;
  *pGraph = handle_of(*params->graph);
  return cudaSuccess;
}

cudaError_t graph_add_empty_node(cudaGraphNode_t* pGraphNode, cudaGraph_t graph,
                                 const cudaGraphNode_t* pDependencies, size_t numDependencies) {
  return add_node(pGraphNode, graph, pDependencies, nullptr, numDependencies, graph::EmptyParams{});
}

// ---- Events ----

cudaError_t graph_add_event_record_node(cudaGraphNode_t* pGraphNode, cudaGraph_t graph,
                                        const cudaGraphNode_t* pDependencies,
                                        size_t numDependencies, cudaEvent_t event) {
  return add_node(pGraphNode, graph, pDependencies, nullptr, numDependencies,
                  event_params<graph::EventRecordParams>(event));
}

cudaError_t graph_event_record_node_get_event(cudaGraphNode_t node, cudaEvent_t* event_out) {
  const auto* const params = params_of<graph::EventRecordParams>(node);
  if (params == nullptr || event_out == nullptr) return cudaErrorInvalidValue;
  *event_out = reinterpret_cast<cudaEvent_t>(params->event);
  return cudaSuccess;
}

cudaError_t graph_event_record_node_set_event(cudaGraphNode_t node, cudaEvent_t event) {
  return set_params(node, event_params<graph::EventRecordParams>(event));
}

cudaError_t graph_add_event_wait_node(cudaGraphNode_t* pGraphNode, cudaGraph_t graph,
                                      const cudaGraphNode_t* pDependencies, size_t numDependencies,
                                      cudaEvent_t event) {
  return add_node(pGraphNode, graph, pDependencies, nullptr, numDependencies,
                  event_params<graph::EventWaitParams>(event));
}

cudaError_t graph_event_wait_node_get_event(cudaGraphNode_t node, cudaEvent_t* event_out) {
  const auto* const params = params_of<graph::EventWaitParams>(node);
  if (params == nullptr || event_out == nullptr) return cudaErrorInvalidValue;
  *event_out = reinterpret_cast<cudaEvent_t>(params->event);
  return cudaSuccess;
}

cudaError_t graph_event_wait_node_set_event(cudaGraphNode_t node, cudaEvent_t event) {
  return set_params(node, event_params<graph::EventWaitParams>(event));
}

// ---- Any kind ----

namespace {

/// The child stays the program's until nothing can fail any more.
cudaError_t add_moved_child(cudaGraphNode_t* out, cudaGraph_t graph,
                            const cudaGraphNode_t* dependencies, const cudaGraphEdgeData* data,
                            std::size_t count, cudaGraph_t handle) {
  graph::Graph* const child = find_graph(handle);
  const graph::Graph* const parent = find_graph(graph);
  if (child == nullptr || parent == nullptr || child == parent) return cudaErrorInvalidValue;
  if (child->owner() != nullptr) return cudaErrorNotSupported;
  const cudaError_t added = add_node(out, graph, dependencies, data, count, graph::EmptyParams{});
  if (added != cudaSuccess) return added;
  graph::Node* const node = find_node(*out);
  node->params = graph::ChildGraphParams{std::unique_ptr<graph::Graph>(child)};
  child->set_owner(node);
  return cudaSuccess;
}

cudaError_t add_conditional(cudaGraphNode_t* out, cudaGraph_t handle,
                            const cudaGraphNode_t* dependencies, const cudaGraphEdgeData* data,
                            std::size_t count, cudaConditionalNodeParams& params) {
  const graph::Graph* const graph = find_graph(handle);
  if (graph == nullptr) return cudaErrorInvalidValue;
  graph::Condition* const condition = graph->conditions()->find(params.handle);
  const bool is_size_good = params.type == cudaGraphCondTypeIf
                                ? params.size == 1 || params.size == 2
                            : params.type == cudaGraphCondTypeWhile  ? params.size == 1
                            : params.type == cudaGraphCondTypeSwitch ? params.size >= 1
                                                                     : false;
  if (condition == nullptr || condition->has_node || !is_size_good) return cudaErrorInvalidValue;
  graph::ConditionalParams conditional;
  conditional.handle = params.handle;
  conditional.kind = static_cast<graph::ConditionalKind>(params.type);
  for (unsigned i = 0; i < params.size; ++i) {
    auto& body = conditional.bodies.emplace_back(std::make_unique<graph::Graph>());
    body->share_conditions(graph->conditions());
    conditional.body_handles.push_back(reinterpret_cast<std::uintptr_t>(handle_of(*body)));
  }
  // The array belongs to the node, and moves with its parameters.
  auto* const shown = reinterpret_cast<cudaGraph_t*>(conditional.body_handles.data());
  const cudaError_t added =
      add_node(out, handle, dependencies, data, count, graph::NodeParams(std::move(conditional)));
  if (added != cudaSuccess) return added;
  condition->has_node = true;
  params.phGraph_out = shown;
  return cudaSuccess;
}

}  // namespace

cudaError_t graph_add_node(cudaGraphNode_t* pGraphNode, cudaGraph_t graph,
                           const cudaGraphNode_t* pDependencies,
                           const cudaGraphEdgeData* dependencyData, size_t numDependencies,
                           cudaGraphNodeParams* nodeParams) {
  if (nodeParams == nullptr || pGraphNode == nullptr || !are_reserves_zero(*nodeParams))
    return cudaErrorInvalidValue;
  switch (nodeParams->type) {
    case cudaGraphNodeTypeGraph:
      if (nodeParams->graph.ownership == cudaGraphChildGraphOwnershipMove)
        return add_moved_child(pGraphNode, graph, pDependencies, dependencyData, numDependencies,
                               nodeParams->graph.graph);
      // Hardware takes every other value for a copy.
      return add_node(pGraphNode, graph, pDependencies, dependencyData, numDependencies,
                      child_params(nodeParams->graph.graph));
    case cudaGraphNodeTypeConditional:
      return add_conditional(pGraphNode, graph, pDependencies, dependencyData, numDependencies,
                             nodeParams->conditional);
    case cudaGraphNodeTypeMemAlloc:
      // Both structures have the same members.
      return add_allocation(pGraphNode, graph, pDependencies, dependencyData, numDependencies,
                            reinterpret_cast<cudaMemAllocNodeParams&>(nodeParams->alloc));
    case cudaGraphNodeTypeMemFree:
      return add_free(pGraphNode, graph, pDependencies, dependencyData, numDependencies,
                      nodeParams->free.dptr);
    default:
      return add_node(pGraphNode, graph, pDependencies, dependencyData, numDependencies,
                      node_params(nodeParams));
  }
}

cudaError_t graph_node_set_params(cudaGraphNode_t node, cudaGraphNodeParams* nodeParams) {
  if (nodeParams == nullptr || !are_params_for(node, *nodeParams)) return cudaErrorInvalidValue;
  return set_params(node, node_params(nodeParams));
}

}  // namespace riffle::api::cudart
