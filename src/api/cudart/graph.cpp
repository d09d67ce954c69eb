// SPDX-License-Identifier: Apache-2.0
// Graphs as wholes: creation, copies, nodes and edges.
#include "api/cudart/graph.h"

#include <algorithm>
#include <memory>
#include <new>
#include <ranges>

#include "api/cudart/entry.h"
#include "cudart_bodies.h"
#include "runtime/engine/observer.h"

namespace riffle::api::cudart {

cudaGraph_t handle_of(graph::Graph& graph) {
  const std::uintptr_t handle = graph::graphs().show(graph);
  if (handle == 0) throw std::bad_alloc();
  return reinterpret_cast<cudaGraph_t>(handle);
}

cudaGraphNode_t handle_of(graph::Node& node) {
  const std::uintptr_t handle = graph::nodes().show(node);
  if (handle == 0) throw std::bad_alloc();
  return reinterpret_cast<cudaGraphNode_t>(handle);
}

Converted<std::vector<graph::Dependency>> find_dependencies(const cudaGraphNode_t* handles,
                                                            const cudaGraphEdgeData* data,
                                                            std::size_t count) {
  std::vector<graph::Dependency> found;
  if (count != 0 && handles == nullptr) return std::unexpected(cudaErrorInvalidValue);
  found.reserve(count);
  for (std::size_t i = 0; i < count; ++i) {
    graph::Node* const node = find_node(handles[i]);
    if (node == nullptr) return std::unexpected(cudaErrorInvalidValue);
    graph::EdgeData edge;
    if (data != nullptr) __builtin_memcpy(&edge, &data[i], sizeof edge);
    found.push_back({node, edge});
  }
  return found;
}

cudaError_t add_node(cudaGraphNode_t* out, cudaGraph_t handle, const cudaGraphNode_t* dependencies,
                     const cudaGraphEdgeData* data, std::size_t count,
                     Converted<graph::NodeParams> params) {
  graph::Graph* const graph = find_graph(handle);
  if (out == nullptr || graph == nullptr) return cudaErrorInvalidValue;
  if (!params) return params.error();
  const auto found = find_dependencies(dependencies, data, count);
  if (!found) return found.error();
  const auto added = graph->add_node(std::move(*params), *found);
  if (!added) return to_cuda(added.error());
  *out = handle_of(**added);
  return cudaSuccess;
}

namespace {

static_assert(sizeof(cudaGraphEdgeData) == sizeof(graph::EdgeData));

cudaGraphEdgeData to_cuda_edge(const graph::EdgeData& data) {
  cudaGraphEdgeData edge;
  __builtin_memcpy(&edge, &data, sizeof edge);
  return edge;
}

/// Fills arrays as CUDA does: `*count` says how long they are, then how much is there; what is too
/// long is cleared. An array without room is refused. `list` visits the items.
template <class List>
cudaError_t answer_nodes(cudaGraphNode_t* out, std::size_t* count, std::size_t available,
                         List&& list) {
  if (count == nullptr) return cudaErrorInvalidValue;
  if (out == nullptr) {
    *count = available;
    return cudaSuccess;
  }
  if (*count == 0) return cudaErrorInvalidValue;
  std::size_t filled = 0;
  list([&](graph::Node& node) {
    if (filled < *count) out[filled++] = handle_of(node);
  });
  std::fill(out + filled, out + *count, nullptr);
  *count = filled;
  return cudaSuccess;
}

struct EdgeArrays {
  cudaGraphNode_t* from;
  cudaGraphNode_t* to;
  cudaGraphEdgeData* data;
  std::size_t room;
  std::size_t filled = 0;
  bool loses = false;  ///< an edge has data, and there is no place for it

  void put(const graph::Edge& edge) {
    if (filled == room) return;
    if (from != nullptr) from[filled] = handle_of(*edge.from);
    if (to != nullptr) to[filled] = handle_of(*edge.to);
    if (data != nullptr)
      data[filled] = to_cuda_edge(edge.data);
    else if (!edge.data.is_default())
      loses = true;
    ++filled;
  }
  void clear_rest() {
    for (std::size_t i = filled; i < room; ++i) {
      if (from != nullptr) from[i] = nullptr;
      if (to != nullptr) to[i] = nullptr;
      if (data != nullptr) data[i] = {};
    }
  }
};

template <class List>
cudaError_t answer_edges(EdgeArrays arrays, std::size_t* count, List&& list) {
  if (*count == 0) return cudaErrorInvalidValue;
  arrays.room = *count;
  list([&](const graph::Edge& edge) { arrays.put(edge); });
  if (arrays.loses) return cudaErrorLossyQuery;
  arrays.clear_rest();
  *count = arrays.filled;
  return cudaSuccess;
}

/// Both ends of edges named by arrays.
struct EdgeEnds {
  std::vector<graph::Node*> from;
  std::vector<graph::Node*> to;
  std::vector<graph::EdgeData> data;
};

Converted<EdgeEnds> find_edges(const cudaGraphNode_t* from, const cudaGraphNode_t* to,
                               const cudaGraphEdgeData* data, std::size_t count) {
  const auto sources = find_dependencies(from, data, count);
  const auto targets = find_dependencies(to, nullptr, count);
  if (!sources || !targets) return std::unexpected(cudaErrorInvalidValue);
  EdgeEnds ends;
  for (std::size_t i = 0; i < count; ++i) {
    ends.from.push_back((*sources)[i].node);
    ends.to.push_back((*targets)[i].node);
    if (data != nullptr) ends.data.push_back((*sources)[i].data);
  }
  return ends;
}

}  // namespace

cudaError_t graph_create(cudaGraph_t* pGraph, unsigned int flags) {
  if (pGraph == nullptr || flags != 0) return cudaErrorInvalidValue;
  auto made = std::make_unique<graph::Graph>();
  *pGraph = handle_of(*made);
  made.release();  // NOLINT(bugprone-unused-return-value): its handle owns it
  engine::notify_resource_made(
      {.kind = engine::ResourceKind::kGraph, .handle = reinterpret_cast<std::uintptr_t>(*pGraph)});
  return cudaSuccess;
}

cudaError_t graph_destroy(cudaGraph_t graph) {
  graph::Graph* const found = find_graph(graph);
  if (found == nullptr || found->owner() != nullptr || found->is_being_captured)
    return cudaErrorInvalidValue;
  engine::notify_resource_gone(
      {.kind = engine::ResourceKind::kGraph, .handle = reinterpret_cast<std::uintptr_t>(graph)});
  delete found;
  return cudaSuccess;
}

cudaError_t graph_clone(cudaGraph_t* pGraphClone, cudaGraph_t originalGraph) {
  const graph::Graph* const original = find_graph(originalGraph);
  if (pGraphClone == nullptr || original == nullptr) return cudaErrorInvalidValue;
  if (original->has_updatable_nodes()) return cudaErrorNotSupported;
  auto clone = original->clone();
  if (!clone) return to_cuda(clone.error());
  *pGraphClone = handle_of(**clone);
  clone->release();  // NOLINT(bugprone-unused-return-value): its handle owns it
  engine::notify_resource_made({.kind = engine::ResourceKind::kGraph,
                                .handle = reinterpret_cast<std::uintptr_t>(*pGraphClone)});
  return cudaSuccess;
}

cudaError_t graph_node_find_in_clone(cudaGraphNode_t* pNode, cudaGraphNode_t originalNode,
                                     cudaGraph_t clonedGraph) {
  const graph::Node* const original = find_node(originalNode);
  const graph::Graph* const clone = find_graph(clonedGraph);
  if (pNode == nullptr || original == nullptr || clone == nullptr) return cudaErrorInvalidValue;
  graph::Node* const copy = clone->find_copy_of(*original);
  if (copy == nullptr) return cudaErrorInvalidValue;
  *pNode = handle_of(*copy);
  return cudaSuccess;
}

cudaError_t graph_node_get_type(cudaGraphNode_t node, cudaGraphNodeType* pType) {
  const graph::Node* const found = find_node(node);
  if (found == nullptr || pType == nullptr) return cudaErrorInvalidValue;
  *pType = static_cast<cudaGraphNodeType>(found->kind());
  return cudaSuccess;
}

cudaError_t graph_get_nodes(cudaGraph_t graph, cudaGraphNode_t* nodes, size_t* numNodes) {
  const graph::Graph* const found = find_graph(graph);
  if (found == nullptr) return cudaErrorInvalidValue;
  return answer_nodes(nodes, numNodes, found->nodes().size(), [&](auto&& visit) {
    for (graph::Node* const node : found->nodes()) visit(*node);
  });
}

cudaError_t graph_get_root_nodes(cudaGraph_t graph, cudaGraphNode_t* pRootNodes,
                                 size_t* pNumRootNodes) {
  const graph::Graph* const found = find_graph(graph);
  if (found == nullptr) return cudaErrorInvalidValue;
  const std::vector<graph::Node*> roots = found->roots();
  return answer_nodes(pRootNodes, pNumRootNodes, roots.size(), [&](auto&& visit) {
    for (graph::Node* const root : roots) visit(*root);
  });
}

cudaError_t graph_get_edges(cudaGraph_t graph, cudaGraphNode_t* from, cudaGraphNode_t* to,
                            cudaGraphEdgeData* edgeData, size_t* numEdges) {
  const graph::Graph* const found = find_graph(graph);
  if (found == nullptr || numEdges == nullptr || (from == nullptr) != (to == nullptr) ||
      (from == nullptr && edgeData != nullptr))
    return cudaErrorInvalidValue;
  if (from == nullptr) {
    *numEdges = found->edge_count();
    return cudaSuccess;
  }
  return answer_edges({from, to, edgeData, 0}, numEdges, [&](auto&& visit) {
    for (const graph::Node* const node : found->nodes())
      for (const graph::Edge* edge = node->first_dependent(); edge; edge = edge->next_dependent)
        visit(*edge);
  });
}

cudaError_t graph_node_get_dependencies(cudaGraphNode_t node, cudaGraphNode_t* pDependencies,
                                        cudaGraphEdgeData* edgeData, size_t* pNumDependencies) {
  const graph::Node* const found = find_node(node);
  if (found == nullptr || pNumDependencies == nullptr ||
      (pDependencies == nullptr && edgeData != nullptr))
    return cudaErrorInvalidValue;
  if (pDependencies == nullptr) {
    *pNumDependencies = found->dependency_count();
    return cudaSuccess;
  }
  return answer_edges({pDependencies, nullptr, edgeData, 0}, pNumDependencies, [&](auto&& visit) {
    for (const graph::Edge* edge = found->first_dependency(); edge; edge = edge->next_dependency)
      visit(*edge);
  });
}

cudaError_t graph_node_get_dependent_nodes(cudaGraphNode_t node, cudaGraphNode_t* pDependentNodes,
                                           cudaGraphEdgeData* edgeData,
                                           size_t* pNumDependentNodes) {
  const graph::Node* const found = find_node(node);
  if (found == nullptr || pNumDependentNodes == nullptr ||
      (pDependentNodes == nullptr && edgeData != nullptr))
    return cudaErrorInvalidValue;
  if (pDependentNodes == nullptr) {
    *pNumDependentNodes = found->dependent_count();
    return cudaSuccess;
  }
  return answer_edges(
      {nullptr, pDependentNodes, edgeData, 0}, pNumDependentNodes, [&](auto&& visit) {
        for (const graph::Edge* edge = found->first_dependent(); edge; edge = edge->next_dependent)
          visit(*edge);
      });
}

cudaError_t graph_add_dependencies(cudaGraph_t graph, const cudaGraphNode_t* from,
                                   const cudaGraphNode_t* to, const cudaGraphEdgeData* edgeData,
                                   size_t numDependencies) {
  graph::Graph* const found = find_graph(graph);
  const auto ends = find_edges(from, to, edgeData, numDependencies);
  if (found == nullptr || !ends) return cudaErrorInvalidValue;
  return to_cuda(found->add_edges(ends->from, ends->to, ends->data));
}

cudaError_t graph_remove_dependencies(cudaGraph_t graph, const cudaGraphNode_t* from,
                                      const cudaGraphNode_t* to, const cudaGraphEdgeData* edgeData,
                                      size_t numDependencies) {
  graph::Graph* const found = find_graph(graph);
  const auto ends = find_edges(from, to, edgeData, numDependencies);
  if (found == nullptr || !ends) return cudaErrorInvalidValue;
  return to_cuda(found->remove_edges(ends->from, ends->to));
}

cudaError_t graph_destroy_node(cudaGraphNode_t node) {
  graph::Node* const found = find_node(node);
  if (found == nullptr) return cudaErrorInvalidValue;
  return to_cuda(found->graph().remove_node(*found));
}

cudaError_t graph_conditional_handle_create(cudaGraphConditionalHandle* pHandle_out,
                                            cudaGraph_t graph, unsigned int defaultLaunchValue,
                                            unsigned int flags) {
  graph::Graph* const found = find_graph(graph);
  if (found == nullptr || pHandle_out == nullptr ||
      (flags & ~static_cast<unsigned>(cudaGraphCondAssignDefault)) != 0)
    return cudaErrorInvalidValue;
  *pHandle_out =
      found->add_condition(defaultLaunchValue, (flags & cudaGraphCondAssignDefault) != 0).handle();
  return cudaSuccess;
}

}  // namespace riffle::api::cudart
