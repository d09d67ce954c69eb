// SPDX-License-Identifier: Apache-2.0
// cudaGraphAddDependencies: edges, one or many, with their data; refused ones, and what a refused call leaves.
#include "../../graphs/nodes.h"

static int edges_in(cudaGraph_t graph) {
  std::size_t count = 77;
  MUST(cudaGraphGetEdges(graph, nullptr, nullptr, nullptr, &count));
  return static_cast<int>(count);
}

CASES() {
  DeviceArray<int> word(1);
  auto graph = new_graph(), other = new_graph();
  auto a = kernel_node(graph, word, 1), b = kernel_node(graph, word, 1), c = kernel_node(graph, word, 1);
  auto d = empty_node(graph), foreign = empty_node(other), foreign_too = empty_node(other);
  cudaGraphNode_t none = nullptr;
  SHOW(cudaGraphAddDependencies(nullptr, &a, &b, nullptr, 1));
  SHOW(cudaGraphAddDependencies(graph, nullptr, &b, nullptr, 1));
  SHOW(cudaGraphAddDependencies(graph, &a, nullptr, nullptr, 1));
  SHOW(cudaGraphAddDependencies(graph, &none, &b, nullptr, 1));
  SHOW(cudaGraphAddDependencies(graph, &a, &none, nullptr, 1));
  SHOW(cudaGraphAddDependencies(graph, &a, &foreign, nullptr, 1));
  SHOW(cudaGraphAddDependencies(graph, &foreign, &a, nullptr, 1));
  SHOW(cudaGraphAddDependencies(graph, &foreign, &foreign_too, nullptr, 1));
  SHOW(cudaGraphAddDependencies(graph, &a, &a, nullptr, 1));
  SHOW(cudaGraphAddDependencies(graph, &a, &b, nullptr, 0));
  SHOW(cudaGraphAddDependencies(graph, nullptr, nullptr, nullptr, 0));
  SHOW(cudaGraphAddDependencies(nullptr, nullptr, nullptr, nullptr, 0));
  show_value("edges", edges_in(graph));
  std::printf("good ones\n");
  const cudaGraphNode_t from[] = {a, a, b}, to[] = {b, c, c};
  SHOW(cudaGraphAddDependencies(graph, from, to, nullptr, 3));
  show_value("edges", edges_in(graph));
  SHOW(cudaGraphAddDependencies(graph, &a, &b, nullptr, 1));
  SHOW(cudaGraphAddDependencies(graph, &c, &a, nullptr, 1));
  show_value("edges, one of them closes a circle", edges_in(graph));
  SHOW(cudaGraphRemoveDependencies(graph, &c, &a, nullptr, 1));
  std::printf("one bad edge among good ones\n");
  const cudaGraphNode_t mixed_from[] = {c, a}, mixed_to[] = {d, b};
  SHOW(cudaGraphAddDependencies(graph, mixed_from, mixed_to, nullptr, 2));
  show_value("edges", edges_in(graph));
  const cudaGraphNode_t late_from[] = {b, b}, late_to[] = {d, foreign};
  SHOW(cudaGraphAddDependencies(graph, late_from, late_to, nullptr, 2));
  show_value("edges", edges_in(graph));
  const cudaGraphNode_t twice_from[] = {a, a}, twice_to[] = {d, d};
  SHOW(cudaGraphAddDependencies(graph, twice_from, twice_to, nullptr, 2));
  show_value("edges", edges_in(graph));

  std::printf("with data\n");
  auto graph2 = new_graph();
  auto k1 = kernel_node(graph2, word, 1), k2 = kernel_node(graph2, word, 1), empty = empty_node(graph2);
  for (int type : {0, 1, 2})
    for (int port : {0, 1, 2, 3})
      for (auto target : {k2, empty}) {
        cudaGraphEdgeData data = {};
        data.type = static_cast<unsigned char>(type);
        data.from_port = static_cast<unsigned char>(port);
        const cudaError_t error = cudaGraphAddDependencies(graph2, &k1, &target, &data, 1);
        const char *kind = target == k2 ? "kernel" : "empty";
        std::printf("kernel to %s, type %d, port %d: %s\n", kind, type, port, name_of(error));
        if (error == cudaSuccess) MUST(cudaGraphRemoveDependencies(graph2, &k1, &target, &data, 1));
      }
  cudaGraphEdgeData data = {};
  data.to_port = 1;
  SHOW(cudaGraphAddDependencies(graph2, &k1, &k2, &data, 1));
  data = {};
  data.reserved[0] = 1;
  SHOW(cudaGraphAddDependencies(graph2, &k1, &k2, &data, 1));
  data = {};
  data.from_port = 1;
  SHOW(cudaGraphAddDependencies(graph2, &empty, &k2, &data, 1));
  data.from_port = 2;
  SHOW(cudaGraphAddDependencies(graph2, &empty, &k2, &data, 1));
  std::printf("the same nodes, other data\n");
  data = {};
  SHOW(cudaGraphAddDependencies(graph2, &k1, &k2, &data, 1));
  data.from_port = 1;
  data.type = cudaGraphDependencyTypeProgrammatic;
  SHOW(cudaGraphAddDependencies(graph2, &k1, &k2, &data, 1));
  show_value("edges", edges_in(graph2));

  std::printf("the order that they give\n");
  auto ordered = new_graph();
  auto fill = memset_params(word, 5, 1);
  auto plus = kernel_node(ordered, word, 100);
  cudaGraphNode_t set;
  MUST(cudaGraphAddMemsetNode(&set, ordered, nullptr, 0, &fill));
  MUST(cudaGraphAddDependencies(ordered, &set, &plus, nullptr, 1));
  run_once(instantiate(ordered));
  show_value("word", word.read()[0]);
}
