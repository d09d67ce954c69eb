// SPDX-License-Identifier: Apache-2.0
// Edges between nodes, and their data.
#include "../../cases.h"
#include "../../graphs/nodes.h"

#include <algorithm>
#include <string>

static int edges_in(cudaGraph_t graph) {
  std::size_t count = 77;
  MUST(cudaGraphGetEdges(graph, nullptr, nullptr, nullptr, &count));
  return static_cast<int>(count);
}

// cudaGraphAddDependencies: edges, one or many, with their data; refused ones, and what a refused call leaves.
CASE(graph_add_dependencies) {
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

// cudaGraphRemoveDependencies: edges that are there and edges that are not; their data; what a refused call leaves.
CASE(graph_remove_dependencies) {
  DeviceArray<int> word(1);
  auto graph = new_graph(), other = new_graph();
  auto a = kernel_node(graph, word, 1), b = kernel_node(graph, word, 1, {a});
  auto c = kernel_node(graph, word, 1, {a, b}), d = kernel_node(graph, word, 1, {a, b, c});
  auto foreign = empty_node(other), foreign_too = empty_node(other, {foreign});
  cudaGraphNode_t none = nullptr;
  SHOW(cudaGraphRemoveDependencies(nullptr, &a, &b, nullptr, 1));
  SHOW(cudaGraphRemoveDependencies(graph, nullptr, &b, nullptr, 1));
  SHOW(cudaGraphRemoveDependencies(graph, &a, nullptr, nullptr, 1));
  SHOW(cudaGraphRemoveDependencies(graph, &none, &b, nullptr, 1));
  SHOW(cudaGraphRemoveDependencies(graph, &a, &none, nullptr, 1));
  SHOW(cudaGraphRemoveDependencies(graph, &b, &a, nullptr, 1));
  SHOW(cudaGraphRemoveDependencies(graph, &a, &a, nullptr, 1));
  SHOW(cudaGraphRemoveDependencies(graph, &a, &foreign, nullptr, 1));
  SHOW(cudaGraphRemoveDependencies(graph, &foreign, &foreign_too, nullptr, 1));
  SHOW(cudaGraphRemoveDependencies(graph, &a, &b, nullptr, 0));
  SHOW(cudaGraphRemoveDependencies(graph, nullptr, nullptr, nullptr, 0));
  show_value("edges", edges_in(graph));
  std::printf("good ones\n");
  SHOW(cudaGraphRemoveDependencies(graph, &a, &b, nullptr, 1));
  SHOW(cudaGraphRemoveDependencies(graph, &a, &b, nullptr, 1));
  const cudaGraphNode_t from[] = {a, b}, to[] = {d, d};
  SHOW(cudaGraphRemoveDependencies(graph, from, to, nullptr, 2));
  show_value("edges", edges_in(graph));
  std::printf("one bad edge among good ones\n");
  const cudaGraphNode_t mixed_from[] = {a, a}, mixed_to[] = {c, d};
  SHOW(cudaGraphRemoveDependencies(graph, mixed_from, mixed_to, nullptr, 2));
  show_value("edges", edges_in(graph));
  const cudaGraphNode_t twice_from[] = {c, c}, twice_to[] = {d, d};
  SHOW(cudaGraphRemoveDependencies(graph, twice_from, twice_to, nullptr, 2));
  show_value("edges", edges_in(graph));

  std::printf("with data\n");
  auto graph2 = new_graph();
  auto k1 = kernel_node(graph2, word, 1), k2 = kernel_node(graph2, word, 1);
  cudaGraphEdgeData full = {}, programmatic = {}, bad = {};
  programmatic.type = cudaGraphDependencyTypeProgrammatic;
  programmatic.from_port = cudaGraphKernelNodePortProgrammatic;
  bad.type = 9;
  MUST(cudaGraphAddDependencies(graph2, &k1, &k2, &full, 1));
  SHOW(cudaGraphRemoveDependencies(graph2, &k1, &k2, &programmatic, 1));
  show_value("edges", edges_in(graph2));
  MUST(cudaGraphAddDependencies(graph2, &k1, &k2, &full, 1));
  SHOW(cudaGraphRemoveDependencies(graph2, &k1, &k2, &bad, 1));
  show_value("edges", edges_in(graph2));
  SHOW(cudaGraphRemoveDependencies(graph2, &k1, &k2, &bad, 1));
  SHOW(cudaGraphRemoveDependencies(graph2, &k1, &k2, &full, 1));
  MUST(cudaGraphAddDependencies(graph2, &k1, &k2, &programmatic, 1));
  SHOW(cudaGraphRemoveDependencies(graph2, &k1, &k2, &full, 1));
  SHOW(cudaGraphRemoveDependencies(graph2, &k1, &k2, &programmatic, 1));
  MUST(cudaGraphAddDependencies(graph2, &k1, &k2, &programmatic, 1));
  SHOW(cudaGraphRemoveDependencies(graph2, &k1, &k2, nullptr, 1));
  show_value("edges", edges_in(graph2));
  std::printf("a node that leaves its chain is a root\n");
  std::size_t count = 77;
  MUST(cudaGraphGetRootNodes(graph2, nullptr, &count));
  show_value("roots", static_cast<long long>(count));
}

static cudaGraph_t graph;
static std::vector<cudaGraphNode_t> known;

static void list(const char *what, std::size_t room, bool with_data) {
  std::vector<cudaGraphNode_t> from(8, known[0]), to(8, known[0]);
  std::vector<cudaGraphEdgeData> data(8);
  std::memset(data.data(), 0x55, 8 * sizeof(cudaGraphEdgeData));
  std::size_t count = room;
  const cudaError_t error = cudaGraphGetEdges(graph, from.data(), to.data(), with_data ? data.data() : nullptr, &count);
  std::printf("%s: %s, count %d\n", what, name_of(error), int(count));
  if (error != cudaSuccess) return;
  auto first = places_in(known, from.data(), room), second = places_in(known, to.data(), room);
  std::vector<std::string> lines;
  for (std::size_t i = 0; i < room; ++i) {
    std::string line = "  " + std::to_string(first[i]) + " -> " + std::to_string(second[i]);
    if (with_data && i < count)
      line += " type " + std::to_string(data[i].type) + " ports " + std::to_string(data[i].from_port) + " " +
              std::to_string(data[i].to_port);
    lines.push_back(line);
  }
  std::sort(lines.begin(), lines.end());
  for (const auto &line : lines) std::printf("%s\n", line.c_str());
}

// cudaGraphGetEdges: edges and their data, arrays that are too short and too long, data that would be lost.
CASE(graph_get_edges) {
  DeviceArray<int> word(1);
  graph = new_graph();
  std::size_t count = 77;
  SHOW(cudaGraphGetEdges(nullptr, nullptr, nullptr, nullptr, &count));
  SHOW(cudaGraphGetEdges(graph, nullptr, nullptr, nullptr, nullptr));
  show_value("count", static_cast<long long>(count));
  SHOW(cudaGraphGetEdges(graph, nullptr, nullptr, nullptr, &count));
  show_value("count in an empty graph", static_cast<long long>(count));
  auto a = kernel_node(graph, word, 1), b = kernel_node(graph, word, 1, {a}), c = kernel_node(graph, word, 1, {a, b});
  auto d = empty_node(graph, {c});
  known = {a, b, c, d};
  SHOW(cudaGraphGetEdges(graph, nullptr, nullptr, nullptr, &count));
  show_value("count", static_cast<long long>(count));
  list("as many as there are", 4, false);
  list("with data", 4, true);
  list("more", 6, false);
  list("no room", 0, false);
  cudaGraphNode_t one[4], other[4];
  count = 2;
  SHOW(cudaGraphGetEdges(graph, one, other, nullptr, &count));
  show_value("count with room for two", static_cast<long long>(count));
  count = 4;
  SHOW(cudaGraphGetEdges(graph, one, nullptr, nullptr, &count));
  count = 4;
  SHOW(cudaGraphGetEdges(graph, nullptr, one, nullptr, &count));
  cudaGraphEdgeData only[4];
  count = 4;
  SHOW(cudaGraphGetEdges(graph, nullptr, nullptr, only, &count));
  std::printf("edges with data\n");
  auto e = kernel_node(graph, word, 1);
  known.push_back(e);
  cudaGraphEdgeData programmatic = {};
  programmatic.type = cudaGraphDependencyTypeProgrammatic;
  programmatic.from_port = cudaGraphKernelNodePortLaunchCompletion;
  MUST(cudaGraphAddDependencies(graph, &c, &e, &programmatic, 1));
  SHOW(cudaGraphGetEdges(graph, nullptr, nullptr, nullptr, &count));
  show_value("count", static_cast<long long>(count));
  list("without room for data", 5, false);
  list("with data", 5, true);
  MUST(cudaGraphRemoveDependencies(graph, &c, &e, nullptr, 1));
  list("without that edge", 4, false);
  MUST(cudaGraphDestroyNode(c));
  known = {a, b, d, e};
  list("without the third node", 1, true);
}
