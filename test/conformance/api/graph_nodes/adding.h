// SPDX-License-Identifier: Apache-2.0
// What every call that adds a node refuses and promises, whatever the kind of node.
#pragma once

#include "../../graphs/nodes.h"

inline void show_type(cudaGraphNode_t node) {
  cudaGraphNodeType type;
  MUST(cudaGraphNodeGetType(node, &type));
  show_value("type", type);
}

inline long long node_count(cudaGraph_t graph) {
  std::size_t count = 0;
  MUST(cudaGraphGetNodes(graph, nullptr, &count));
  return static_cast<long long>(count);
}

// `add(node, graph, dependencies, count)` adds a node of good parameters. Semaphore nodes are not asked for a doubled
// dependency: hardware crashes.
template <class Add>
void show_adding(Add add, bool asks_doubled = true) {
  auto graph = new_graph(), other = new_graph();
  auto first = empty_node(graph), foreign = empty_node(other);
  cudaGraphNode_t node = first, none = nullptr, twice[] = {first, first};
  show("no result", add(nullptr, graph, nullptr, 0));
  show("no graph", add(&node, nullptr, nullptr, 0));
  show("a count without dependencies", add(&node, graph, nullptr, 1));
  show("a null dependency", add(&node, graph, &none, 1));
  show("a dependency of another graph", add(&node, graph, &foreign, 1));
  if (asks_doubled) show("one dependency twice", add(&node, graph, twice, 2));
  show_value("nodes", node_count(graph));
  show("after another node", add(&node, graph, &first, 1));
  show_type(node);
  cudaGraphNode_t before = nullptr;
  std::size_t count = 1;
  MUST(cudaGraphNodeGetDependencies(node, &before, nullptr, &count));
  show_truth("that node is its dependency", count == 1 && before == first);
  show("dependencies of which none counts", add(&node, graph, &first, 0));
  count = 77;
  MUST(cudaGraphNodeGetDependencies(node, nullptr, nullptr, &count));
  show_value("dependencies", static_cast<long long>(count));
  cudaStream_t stream;
  cudaGraph_t captured;
  MUST(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking));
  MUST(cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal));
  show("while a stream captures", add(&node, graph, nullptr, 0));
  show("end of the capture", cudaStreamEndCapture(stream, &captured));
  show_value("nodes", node_count(graph));
  show_value("nodes captured", node_count(captured));
}
