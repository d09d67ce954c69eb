// SPDX-License-Identifier: Apache-2.0
// cudaGraphGetEdges: edges and their data, arrays that are too short and too long, data that would be lost.
#include <algorithm>
#include <string>

#include "../../graphs/nodes.h"

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

CASES() {
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
