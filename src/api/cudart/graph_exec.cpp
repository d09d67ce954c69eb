// SPDX-License-Identifier: Apache-2.0
// Executable graphs: instantiation, launches, changes.
#include <memory>
#include <vector>

#include "api/cudart/entry.h"
#include "api/cudart/event.h"
#include "api/cudart/graph.h"
#include "cudart_bodies.h"
#include "runtime/engine/observer.h"
#include "runtime/memory/registry.h"

namespace riffle::api::cudart {
namespace {

constexpr unsigned long long kKnownFlags =
    cudaGraphInstantiateFlagAutoFreeOnLaunch | cudaGraphInstantiateFlagUpload |
    cudaGraphInstantiateFlagDeviceLaunch | cudaGraphInstantiateFlagUseNodePriority;

cudaError_t check_flags(unsigned long long flags) {
  constexpr unsigned long long kNotTogether =
      cudaGraphInstantiateFlagDeviceLaunch | cudaGraphInstantiateFlagAutoFreeOnLaunch;
  const bool is_bad = (flags & ~kKnownFlags) != 0 || (flags & kNotTogether) == kNotTogether;
  return is_bad ? cudaErrorInvalidValue : cudaSuccess;
}

bool is_pageable(const graph::CopySide& side) {
  return side.array == 0 && !memory::registry().find_for_graph(side.pointer);
}

/// A node that no graph has that device code launches; null if there is none.
graph::Node* node_of_hosts_only(const graph::Graph& graph) {
  for (graph::Node* const node : graph.nodes()) {
    if (const auto* const child = node->as<graph::ChildGraphParams>()) {
      if (graph::Node* const inner = node_of_hosts_only(*child->graph)) return inner;
      continue;
    }
    if (const auto* const copy = node->as<graph::CopyParams>()) {
      if (is_pageable(copy->source) || is_pageable(copy->destination)) return node;
      continue;
    }
    if (node->kind() != graph::NodeKind::kKernel && node->kind() != graph::NodeKind::kMemset)
      return node;
  }
  return nullptr;
}

cudaGraphInstantiateResult to_cuda_result(graph::LoweringFault fault) {
  switch (fault) {
    case graph::LoweringFault::kStructure:
      return cudaGraphInstantiateInvalidStructure;
    case graph::LoweringFault::kOperation:
      return cudaGraphInstantiateNodeOperationNotSupported;
    case graph::LoweringFault::kConditionUnused:
      return cudaGraphInstantiateConditionalHandleUnused;
    case graph::LoweringFault::kError:
      break;
  }
  return cudaGraphInstantiateError;
}

cudaError_t instantiate(cudaGraphExec_t* out, cudaGraph_t handle, unsigned long long flags,
                        cudaGraphInstantiateResult& result, cudaGraphNode_t& error_node) {
  result = cudaGraphInstantiateError;
  error_node = nullptr;
  graph::Graph* const graph = find_graph(handle);
  if (out == nullptr || graph == nullptr) return cudaErrorInvalidValue;
  if (graph->owner() != nullptr) return cudaErrorNotSupported;
  if (const cudaError_t checked = check_flags(flags); checked != cudaSuccess) return checked;
  if ((flags & cudaGraphInstantiateFlagDeviceLaunch) != 0) {
    if (graph->nodes().empty()) return cudaErrorInvalidValue;
    if (graph::Node* const unfit = node_of_hosts_only(*graph)) {
      result = cudaGraphInstantiateNodeOperationNotSupported;
      error_node = handle_of(*unfit);
      return cudaErrorInvalidValue;
    }
  }
  auto made = graph::GraphExec::instantiate(*graph, *context::current->engine(), flags);
  if (!made) {
    result = to_cuda_result(made.error().fault);
    if (made.error().node != nullptr) error_node = handle_of(*made.error().node);
    return to_cuda(made.error().error);
  }
  const std::uintptr_t shown = graph::graph_execs().show(**made);
  if (shown == 0) return cudaErrorMemoryAllocation;
  made->release();  // NOLINT(bugprone-unused-return-value): its handle owns it
  *out = reinterpret_cast<cudaGraphExec_t>(shown);
  engine::notify_resource_made({.kind = engine::ResourceKind::kGraphExec, .handle = shown});
  result = cudaGraphInstantiateSuccess;
  return cudaSuccess;
}

void let_graphs_know_events() {
  static const bool done = [] {
    graph::set_event_hooks({
        .moment =
            [](std::uintptr_t event) {
              const EventObject* const object = events().find(event);
              return object != nullptr ? object->moment() : engine::Moment{};
            },
        .record_time =
            [](std::uintptr_t event) {
              const EventObject* const object = events().find(event);
              return object != nullptr ? object->record_time() : nullptr;
            },
        .recorded =
            [](std::uintptr_t event, engine::Moment moment) {
              if (EventObject* const object = events().find(event)) object->record(moment);
            },
    });
    return true;
  }();
  static_cast<void>(done);
}

}  // namespace

void forget_graph_execs_of(const engine::ContextStreams& context) {
  std::vector<graph::GraphExec*> gone;
  graph::graph_execs().for_each([&](graph::GraphExec& exec) {
    if (&exec.context() == &context) gone.push_back(&exec);
  });
  for (graph::GraphExec* const exec : gone) delete exec;
}

cudaError_t graph_instantiate(cudaGraphExec_t* pGraphExec, cudaGraph_t graph,
                              unsigned long long flags) {
  cudaGraphInstantiateResult result{};
  cudaGraphNode_t node = nullptr;
  // Where to upload to, only the parameters of the other call can say.
  if ((flags & cudaGraphInstantiateFlagUpload) != 0) return cudaErrorInvalidValue;
  return instantiate(pGraphExec, graph, flags, result, node);
}

cudaError_t graph_instantiate_with_flags(cudaGraphExec_t* pGraphExec, cudaGraph_t graph,
                                         unsigned long long flags) {
  return graph_instantiate(pGraphExec, graph, flags);
}

cudaError_t graph_instantiate_with_params(cudaStream_t default_stream, cudaGraphExec_t* pGraphExec,
                                          cudaGraph_t graph,
                                          cudaGraphInstantiateParams* instantiateParams) {
  if (instantiateParams == nullptr) return cudaErrorInvalidValue;
  const unsigned long long flags = instantiateParams->flags;
  if ((flags & cudaGraphInstantiateFlagUpload) != 0) {
    const cudaStream_t stream = instantiateParams->uploadStream;
    if (find_stream(stream != nullptr ? stream : default_stream) == nullptr) {
      instantiateParams->result_out = cudaGraphInstantiateError;
      return cudaErrorInvalidResourceHandle;
    }
  }
  return instantiate(pGraphExec, graph, flags, instantiateParams->result_out,
                     instantiateParams->errNode_out);
}

cudaError_t graph_exec_get_flags(cudaGraphExec_t graphExec, unsigned long long* flags) {
  const graph::GraphExec* const exec = find_exec(graphExec);
  if (exec == nullptr || flags == nullptr) return cudaErrorInvalidValue;
  // As hardware answers: whether it was uploaded, and whether node priorities are used, is not told.
  constexpr unsigned long long kNotReported =
      cudaGraphInstantiateFlagUseNodePriority | cudaGraphInstantiateFlagUpload;
  *flags = exec->flags() & ~kNotReported;
  return cudaSuccess;
}

cudaError_t graph_exec_destroy(cudaGraphExec_t graphExec) {
  graph::GraphExec* const exec = find_exec(graphExec);
  if (exec == nullptr) return cudaErrorInvalidValue;
  engine::notify_resource_gone({.kind = engine::ResourceKind::kGraphExec,
                                .handle = reinterpret_cast<std::uintptr_t>(graphExec)});
  delete exec;  // what is pending goes on
  return cudaSuccess;
}

// There is nothing to bring anywhere: an executable graph is in memory. But kernels ask.
cudaError_t graph_upload(cudaGraphExec_t graphExec, cudaStream_t stream) {
  graph::GraphExec* const exec = find_exec(graphExec);
  if (exec == nullptr) return cudaErrorInvalidValue;
  if (find_stream(stream) == nullptr) return cudaErrorInvalidResourceHandle;
  exec->upload();
  return cudaSuccess;
}

cudaError_t graph_launch(cudaGraphExec_t graphExec, cudaStream_t stream) {
  graph::GraphExec* const exec = find_exec(graphExec);
  if (exec == nullptr) return cudaErrorInvalidValue;
  const StreamObject* const object = find_stream(stream);
  if (object == nullptr) return cudaErrorInvalidResourceHandle;
  let_graphs_know_events();
  return to_cuda(exec->launch(*object->stream));
}

// ---- Changes ----

cudaError_t set_params(cudaGraphExec_t exec, cudaGraphNode_t node,
                       Converted<graph::NodeParams> params) {
  graph::GraphExec* const found = find_exec(exec);
  const graph::Node* const named = find_node(node);
  if (found == nullptr || named == nullptr) return cudaErrorInvalidValue;
  if (!params) return params.error();
  return to_cuda(found->set_params(named->id(), *params));
}

cudaError_t graph_exec_kernel_node_set_params(cudaGraphExec_t hGraphExec, cudaGraphNode_t node,
                                              const cudaKernelNodeParams* pNodeParams) {
  return set_params(hGraphExec, node, kernel_params(pNodeParams));
}

cudaError_t graph_exec_memcpy_node_set_params(cudaGraphExec_t hGraphExec, cudaGraphNode_t node,
                                              const cudaMemcpy3DParms* pNodeParams) {
  return set_params(hGraphExec, node, copy_params(pNodeParams));
}

cudaError_t graph_exec_memcpy_node_set_params_to_symbol(cudaGraphExec_t hGraphExec,
                                                        cudaGraphNode_t node, const void* symbol,
                                                        const void* src, size_t count,
                                                        size_t offset, cudaMemcpyKind kind) {
  return set_params(hGraphExec, node, copy_to_symbol_params(symbol, src, count, offset, kind));
}

cudaError_t graph_exec_memcpy_node_set_params_from_symbol(cudaGraphExec_t hGraphExec,
                                                          cudaGraphNode_t node, void* dst,
                                                          const void* symbol, size_t count,
                                                          size_t offset, cudaMemcpyKind kind) {
  return set_params(hGraphExec, node, copy_from_symbol_params(dst, symbol, count, offset, kind));
}

cudaError_t graph_exec_memcpy_node_set_params_1d(cudaGraphExec_t hGraphExec, cudaGraphNode_t node,
                                                 void* dst, const void* src, size_t count,
                                                 cudaMemcpyKind kind) {
  return set_params(hGraphExec, node, copy_params(dst, src, count, kind));
}

cudaError_t graph_exec_memset_node_set_params(cudaGraphExec_t hGraphExec, cudaGraphNode_t node,
                                              const cudaMemsetParams* pNodeParams) {
  return set_params(hGraphExec, node, memset_params(pNodeParams));
}

cudaError_t graph_exec_host_node_set_params(cudaGraphExec_t hGraphExec, cudaGraphNode_t node,
                                            const cudaHostNodeParams* pNodeParams) {
  if (pNodeParams == nullptr) return cudaErrorInvalidValue;
  return set_params(hGraphExec, node, host_params(pNodeParams->fn, pNodeParams->userData));
}

cudaError_t graph_exec_child_graph_node_set_params(cudaGraphExec_t hGraphExec, cudaGraphNode_t node,
                                                   cudaGraph_t childGraph) {
  graph::GraphExec* const exec = find_exec(hGraphExec);
  const graph::Node* const named = find_node(node);
  const graph::Graph* const child = find_graph(childGraph);
  if (exec == nullptr || named == nullptr || child == nullptr) return cudaErrorInvalidValue;
  return to_cuda(exec->set_child(named->id(), *child));
}

cudaError_t graph_exec_event_record_node_set_event(cudaGraphExec_t hGraphExec,
                                                   cudaGraphNode_t hNode, cudaEvent_t event) {
  return set_params(hGraphExec, hNode, event_params<graph::EventRecordParams>(event));
}

cudaError_t graph_exec_event_wait_node_set_event(cudaGraphExec_t hGraphExec, cudaGraphNode_t hNode,
                                                 cudaEvent_t event) {
  return set_params(hGraphExec, hNode, event_params<graph::EventWaitParams>(event));
}

cudaError_t graph_exec_node_set_params(cudaGraphExec_t graphExec, cudaGraphNode_t node,
                                       cudaGraphNodeParams* nodeParams) {
  if (nodeParams == nullptr || !are_params_for(node, *nodeParams)) return cudaErrorInvalidValue;
  if (nodeParams->type == cudaGraphNodeTypeGraph)
    return graph_exec_child_graph_node_set_params(graphExec, node, nodeParams->graph.graph);
  return set_params(graphExec, node, node_params(nodeParams));
}

cudaError_t graph_node_set_enabled(cudaGraphExec_t hGraphExec, cudaGraphNode_t hNode,
                                   unsigned int isEnabled) {
  graph::GraphExec* const exec = find_exec(hGraphExec);
  const graph::Node* const node = find_node(hNode);
  if (exec == nullptr || node == nullptr) return cudaErrorInvalidValue;
  return to_cuda(exec->set_enabled(node->id(), isEnabled != 0));
}

cudaError_t graph_node_get_enabled(cudaGraphExec_t hGraphExec, cudaGraphNode_t hNode,
                                   unsigned int* isEnabled) {
  graph::GraphExec* const exec = find_exec(hGraphExec);
  const graph::Node* const node = find_node(hNode);
  if (exec == nullptr || node == nullptr || isEnabled == nullptr) return cudaErrorInvalidValue;
  const auto enabled = exec->is_enabled(node->id());
  if (!enabled) return to_cuda(enabled.error());
  *isEnabled = *enabled ? 1 : 0;
  return cudaSuccess;
}

cudaError_t graph_exec_update(cudaGraphExec_t hGraphExec, cudaGraph_t hGraph,
                              cudaGraphExecUpdateResultInfo* resultInfo) {
  graph::GraphExec* const exec = find_exec(hGraphExec);
  const graph::Graph* const graph = find_graph(hGraph);
  if (exec == nullptr || graph == nullptr) return cudaErrorInvalidValue;
  graph::UpdateFailure failure;
  const Status status = exec->update(*graph, failure);
  if (resultInfo != nullptr) {
    *resultInfo = {};
    resultInfo->result = static_cast<cudaGraphExecUpdateResult>(failure.result);
    if (failure.node != nullptr) resultInfo->errorNode = handle_of(*failure.node);
    if (failure.from != nullptr) resultInfo->errorFromNode = handle_of(*failure.from);
  }
  return to_cuda(status);
}

}  // namespace riffle::api::cudart
