// SPDX-License-Identifier: Apache-2.0
// cudaGraphGetNodes: counting and listing nodes, arrays that are too short and too long.
#include "../../graphs/nodes.h"

static void list(const char *what, cudaGraph_t graph, const std::vector<cudaGraphNode_t> &known, std::size_t room) {
  std::vector<cudaGraphNode_t> nodes(8, known.empty() ? nullptr : known[0]);
  std::size_t count = room;
  const cudaError_t error = cudaGraphGetNodes(graph, nodes.data(), &count);
  std::printf("%s: %s, count %d, ", what, name_of(error), int(count));
  show_row("nodes", places_in(known, nodes.data(), room));
}

CASES() {
  auto graph = new_graph(), inner = new_graph();
  std::size_t count = 77;
  SHOW(cudaGraphGetNodes(nullptr, nullptr, &count));
  SHOW(cudaGraphGetNodes(graph, nullptr, nullptr));
  show_value("count", static_cast<long long>(count));
  SHOW(cudaGraphGetNodes(graph, nullptr, &count));
  show_value("count in an empty graph", static_cast<long long>(count));
  list("an empty graph", graph, {}, 2);
  auto a = empty_node(graph), b = empty_node(graph), c = empty_node(graph, {a}), d = empty_node(graph, {c, b});
  SHOW(cudaGraphGetNodes(graph, nullptr, &count));
  show_value("count", static_cast<long long>(count));
  list("as many as there are", graph, {a, b, c, d}, 4);
  list("fewer", graph, {a, b, c, d}, 2);
  list("more", graph, {a, b, c, d}, 6);
  list("no room", graph, {a, b, c, d}, 0);
  std::printf("nodes added, destroyed, with a graph inside\n");
  empty_node(inner);
  empty_node(inner);
  cudaGraphNode_t child;
  MUST(cudaGraphAddChildGraphNode(&child, graph, nullptr, 0, inner));
  list("with a child graph", graph, {a, b, c, d, child}, 5);
  MUST(cudaGraphDestroyNode(b));
  list("without the second", graph, {a, c, d, child}, 4);
  auto e = empty_node(graph);
  list("and a new one", graph, {a, c, d, child, e}, 5);
  MUST(cudaGraphAddDependencies(graph, &e, &a, nullptr, 1));
  list("an edge changes no order", graph, {a, c, d, child, e}, 5);
}
