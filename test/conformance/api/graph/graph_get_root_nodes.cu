// SPDX-License-Identifier: Apache-2.0
// cudaGraphGetRootNodes: the nodes that nothing comes before, as edges come and go; short and long arrays.
#include "../../graphs/nodes.h"

static void list(const char *what, cudaGraph_t graph, const std::vector<cudaGraphNode_t> &known, std::size_t room) {
  std::vector<cudaGraphNode_t> nodes(8, known[0]);
  std::size_t count = room;
  const cudaError_t error = cudaGraphGetRootNodes(graph, nodes.data(), &count);
  std::printf("%s: %s, count %d, ", what, name_of(error), int(count));
  show_row("nodes", places_in(known, nodes.data(), room));
}

CASES() {
  auto graph = new_graph();
  std::size_t count = 77;
  SHOW(cudaGraphGetRootNodes(nullptr, nullptr, &count));
  SHOW(cudaGraphGetRootNodes(graph, nullptr, nullptr));
  show_value("count", static_cast<long long>(count));
  SHOW(cudaGraphGetRootNodes(graph, nullptr, &count));
  show_value("count in an empty graph", static_cast<long long>(count));
  auto a = empty_node(graph), b = empty_node(graph), c = empty_node(graph, {a}), d = empty_node(graph, {c, b});
  auto e = empty_node(graph);
  const std::vector<cudaGraphNode_t> all = {a, b, c, d, e};
  SHOW(cudaGraphGetRootNodes(graph, nullptr, &count));
  show_value("count", static_cast<long long>(count));
  list("as many as there are", graph, all, 3);
  list("fewer", graph, all, 2);
  list("more", graph, all, 5);
  list("no room", graph, all, 0);
  std::printf("after changes\n");
  MUST(cudaGraphAddDependencies(graph, &e, &b, nullptr, 1));
  list("an edge into the second", graph, all, 3);
  MUST(cudaGraphRemoveDependencies(graph, &a, &c, nullptr, 1));
  list("none into the third", graph, all, 3);
  MUST(cudaGraphDestroyNode(e));
  list("the last destroyed", graph, {a, b, c, d}, 3);
  for (auto *edge : {&a, &b, &c}) MUST(cudaGraphAddDependencies(graph, &d, edge, nullptr, 1));
  list("nodes in a circle", graph, {a, b, c, d}, 3);
  std::printf("several at a time\n");
  graph = new_graph();
  const auto first = empty_node(graph), x = empty_node(graph, {first}), y = empty_node(graph, {first});
  const auto z = empty_node(graph, {first}), last = empty_node(graph, {x, y, z});
  MUST(cudaGraphDestroyNode(first));
  list("the only root destroyed", graph, {x, y, z, last}, 4);
  const cudaGraphNode_t before[] = {last, last}, after[] = {x, y};
  MUST(cudaGraphAddDependencies(graph, before, after, nullptr, 2));
  MUST(cudaGraphRemoveDependencies(graph, before, after, nullptr, 2));
  list("edges added and removed", graph, {x, y, z, last}, 4);
  cudaGraph_t clone;
  MUST(cudaGraphClone(&clone, graph));
  std::vector<cudaGraphNode_t> copies;
  for (auto node : {x, y, z, last}) {
    copies.push_back(nullptr);
    MUST(cudaGraphNodeFindInClone(&copies.back(), node, clone));
  }
  list("in a clone", clone, copies, 4);
}
