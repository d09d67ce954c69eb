// SPDX-License-Identifier: Apache-2.0
// What a graph says of its nodes and their order.
#include "../../cases.h"
#include "../../graphs/nodes.h"

#include <unistd.h>
#include <string>

namespace graph_get_nodes_ {
static void list(const char *what, cudaGraph_t graph, const std::vector<cudaGraphNode_t> &known, std::size_t room) {
  std::vector<cudaGraphNode_t> nodes(8, known.empty() ? nullptr : known[0]);
  std::size_t count = room;
  const cudaError_t error = cudaGraphGetNodes(graph, nodes.data(), &count);
  std::printf("%s: %s, count %d, ", what, name_of(error), int(count));
  show_row("nodes", places_in(known, nodes.data(), room));
}

// cudaGraphGetNodes: counting and listing nodes, arrays that are too short and too long.
CASE(graph_get_nodes) {
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
}  // namespace graph_get_nodes_

namespace graph_get_root_nodes_ {
static void list(const char *what, cudaGraph_t graph, const std::vector<cudaGraphNode_t> &known, std::size_t room) {
  std::vector<cudaGraphNode_t> nodes(8, known[0]);
  std::size_t count = room;
  const cudaError_t error = cudaGraphGetRootNodes(graph, nodes.data(), &count);
  std::printf("%s: %s, count %d, ", what, name_of(error), int(count));
  show_row("nodes", places_in(known, nodes.data(), room));
}

// cudaGraphGetRootNodes: the nodes that nothing comes before, as edges come and go; short and long arrays.
CASE(graph_get_root_nodes) {
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
}  // namespace graph_get_root_nodes_

namespace graph_node_get_dependencies_ {
static void list(const char *what, cudaGraphNode_t node, const std::vector<cudaGraphNode_t> &known, std::size_t room) {
  std::vector<cudaGraphNode_t> nodes(8, known[0]);
  std::vector<cudaGraphEdgeData> data(8);
  std::memset(data.data(), 0x55, 8 * sizeof(cudaGraphEdgeData));
  std::size_t count = room;
  const cudaError_t error = cudaGraphNodeGetDependencies(node, nodes.data(), data.data(), &count);
  std::printf("%s: %s, count %d, ", what, name_of(error), int(count));
  show_row("nodes", places_in(known, nodes.data(), room));
  std::vector<int> types;
  for (std::size_t i = 0; i < count && i < room; ++i) types.push_back(data[i].type);
  show_row("  types of their edges", types);
}

// cudaGraphNodeGetDependencies: the nodes before a node, arrays that are too short and too long, edge data that would
// be lost.
CASE(graph_node_get_dependencies) {
  DeviceArray<int> word(1);
  auto graph = new_graph(), inner = new_graph();
  auto a = kernel_node(graph, word, 1), b = kernel_node(graph, word, 1), c = kernel_node(graph, word, 1);
  auto last = kernel_node(graph, word, 1, {c, a, b});
  const std::vector<cudaGraphNode_t> all = {a, b, c, last};
  std::size_t count = 77;
  SHOW(cudaGraphNodeGetDependencies(nullptr, nullptr, nullptr, &count));
  SHOW(cudaGraphNodeGetDependencies(last, nullptr, nullptr, nullptr));
  show_value("count", static_cast<long long>(count));
  SHOW(cudaGraphNodeGetDependencies(a, nullptr, nullptr, &count));
  show_value("count of a root", static_cast<long long>(count));
  SHOW(cudaGraphNodeGetDependencies(last, nullptr, nullptr, &count));
  show_value("count", static_cast<long long>(count));
  cudaGraphEdgeData only[4];
  count = 4;
  SHOW(cudaGraphNodeGetDependencies(last, nullptr, only, &count));
  list("of a root", a, all, 2);
  list("as many as there are", last, all, 3);
  list("fewer", last, all, 2);
  list("more", last, all, 5);
  list("no room", last, all, 0);
  std::printf("edges added and removed\n");
  MUST(cudaGraphRemoveDependencies(graph, &a, &last, nullptr, 1));
  list("one removed", last, all, 2);
  MUST(cudaGraphAddDependencies(graph, &a, &last, nullptr, 1));
  list("and added again", last, all, 3);
  MUST(cudaGraphDestroyNode(c));
  list("one destroyed", last, {a, b, last}, 2);
  std::printf("edges with data\n");
  auto late = kernel_node(graph, word, 1, {last});
  cudaGraphEdgeData programmatic = {};
  programmatic.type = cudaGraphDependencyTypeProgrammatic;
  programmatic.from_port = cudaGraphKernelNodePortProgrammatic;
  MUST(cudaGraphAddDependencies(graph, &a, &late, &programmatic, 1));
  cudaGraphNode_t nodes[4];
  count = 4;
  SHOW(cudaGraphNodeGetDependencies(late, nodes, nullptr, &count));
  SHOW(cudaGraphNodeGetDependencies(late, nullptr, nullptr, &count));
  show_value("count", static_cast<long long>(count));
  list("with data", late, {a, b, last, late}, 2);
  std::printf("in a child graph\n");
  auto first = empty_node(inner);
  empty_node(inner, {first});
  cudaGraphNode_t child, inside[2];
  MUST(cudaGraphAddChildGraphNode(&child, graph, &last, 1, inner));
  cudaGraph_t body;
  MUST(cudaGraphChildGraphNodeGetGraph(child, &body));
  count = 1;
  MUST(cudaGraphGetRootNodes(body, inside, &count));
  list("of its root", inside[0], {last, inside[0]}, 1);
  list("of the child graph node", child, {last, inside[0]}, 1);
}
}  // namespace graph_node_get_dependencies_

namespace graph_node_get_dependent_nodes_ {
static void list(const char *what, cudaGraphNode_t node, const std::vector<cudaGraphNode_t> &known, std::size_t room) {
  std::vector<cudaGraphNode_t> nodes(8, known[0]);
  std::vector<cudaGraphEdgeData> data(8);
  std::memset(data.data(), 0x55, 8 * sizeof(cudaGraphEdgeData));
  std::size_t count = room;
  const cudaError_t error = cudaGraphNodeGetDependentNodes(node, nodes.data(), data.data(), &count);
  std::printf("%s: %s, count %d, ", what, name_of(error), int(count));
  show_row("nodes", places_in(known, nodes.data(), room));
  std::vector<int> types;
  for (std::size_t i = 0; i < count && i < room; ++i) types.push_back(data[i].type);
  show_row("  types of their edges", types);
}

// cudaGraphNodeGetDependentNodes: the nodes after a node, arrays that are too short and too long, edge data that would
// be lost.
CASE(graph_node_get_dependent_nodes) {
  DeviceArray<int> word(1);
  auto graph = new_graph(), inner = new_graph();
  auto first = kernel_node(graph, word, 1);
  auto a = kernel_node(graph, word, 1, {first}), b = kernel_node(graph, word, 1, {first});
  auto c = kernel_node(graph, word, 1, {first});
  const std::vector<cudaGraphNode_t> all = {first, a, b, c};
  std::size_t count = 77;
  SHOW(cudaGraphNodeGetDependentNodes(nullptr, nullptr, nullptr, &count));
  SHOW(cudaGraphNodeGetDependentNodes(first, nullptr, nullptr, nullptr));
  show_value("count", static_cast<long long>(count));
  SHOW(cudaGraphNodeGetDependentNodes(c, nullptr, nullptr, &count));
  show_value("count of a leaf", static_cast<long long>(count));
  SHOW(cudaGraphNodeGetDependentNodes(first, nullptr, nullptr, &count));
  show_value("count", static_cast<long long>(count));
  cudaGraphEdgeData only[4];
  count = 4;
  SHOW(cudaGraphNodeGetDependentNodes(first, nullptr, only, &count));
  list("of a leaf", c, all, 2);
  list("as many as there are", first, all, 3);
  list("fewer", first, all, 2);
  list("more", first, all, 5);
  list("no room", first, all, 0);
  std::printf("edges added and removed\n");
  MUST(cudaGraphRemoveDependencies(graph, &first, &a, nullptr, 1));
  list("one removed", first, all, 2);
  MUST(cudaGraphAddDependencies(graph, &first, &a, nullptr, 1));
  list("and added again", first, all, 3);
  MUST(cudaGraphDestroyNode(b));
  list("one destroyed", first, {first, a, c}, 2);
  std::printf("edges with data\n");
  auto late = kernel_node(graph, word, 1);
  cudaGraphEdgeData programmatic = {};
  programmatic.type = cudaGraphDependencyTypeProgrammatic;
  programmatic.from_port = cudaGraphKernelNodePortProgrammatic;
  MUST(cudaGraphAddDependencies(graph, &first, &late, &programmatic, 1));
  cudaGraphNode_t nodes[4];
  count = 4;
  SHOW(cudaGraphNodeGetDependentNodes(first, nodes, nullptr, &count));
  SHOW(cudaGraphNodeGetDependentNodes(first, nullptr, nullptr, &count));
  show_value("count", static_cast<long long>(count));
  list("with data", first, {first, a, c, late}, 3);
  std::printf("in a child graph\n");
  auto root = empty_node(inner);
  empty_node(inner, {root});
  cudaGraphNode_t child, inside[2];
  MUST(cudaGraphAddChildGraphNode(&child, graph, &late, 1, inner));
  cudaGraph_t body;
  MUST(cudaGraphChildGraphNodeGetGraph(child, &body));
  count = 1;
  MUST(cudaGraphGetRootNodes(body, inside, &count));
  list("of the node before it", late, {late, child}, 1);
  list("of the child graph node", child, {late, child}, 1);
  count = 77;
  SHOW(cudaGraphNodeGetDependentNodes(inside[0], nullptr, nullptr, &count));
  show_value("count of its root", static_cast<long long>(count));
}
}  // namespace graph_node_get_dependent_nodes_

static std::string path() { return "api_graph_" + std::to_string(getpid()) + ".dot"; }

static std::string contents() {
  std::string text;
  if (std::FILE *file = std::fopen(path().c_str(), "r")) {
    for (int c = std::fgetc(file); c != EOF; c = std::fgetc(file)) text += static_cast<char>(c);
    std::fclose(file);
  }
  return text;
}

// cudaGraphDebugDotPrint: writes a file for each set of flags; which arguments are refused.
CASE(graph_debug_dot_print) {
  DeviceArray<int> words(4);
  auto graph = new_graph(), inner = new_graph(), nothing = new_graph();
  const std::string name = path();
  SHOW(cudaGraphDebugDotPrint(nullptr, name.c_str(), 0));
  SHOW(cudaGraphDebugDotPrint(graph, nullptr, 0));
  SHOW(cudaGraphDebugDotPrint(graph, "", 0));
  SHOW(cudaGraphDebugDotPrint(graph, "no/such/folder/graph.dot", 0));
  SHOW(cudaGraphDebugDotPrint(graph, "/", 0));
  auto a = kernel_node(graph, words, 1);
  auto b = host_node(graph, do_nothing, nullptr, {a});
  cudaGraphNode_t node;
  auto fill = memset_params(words, 1, 1);
  MUST(cudaGraphAddMemsetNode(&node, graph, &b, 1, &fill));
  MUST(cudaGraphAddMemcpyNode1D(&node, graph, &b, 1, words + 1, words, 4, cudaMemcpyDeviceToDevice));
  kernel_node(inner, words, 1);
  MUST(cudaGraphAddChildGraphNode(&node, graph, &b, 1, inner));
  std::size_t plain = 0;
  for (int bit = -1; bit < 20; ++bit) {
    const unsigned flags = bit < 0 ? 0 : 1u << bit;
    std::remove(name.c_str());
    const cudaError_t error = cudaGraphDebugDotPrint(graph, name.c_str(), flags);
    const std::string text = contents();
    std::printf("flags %x: %s, %s\n", flags, name_of(error), text.rfind("digraph", 0) == 0 ? "a digraph" : "no file");
    if (flags == 0) plain = text.size();
    if (flags == cudaGraphDebugDotFlagsVerbose) show_truth("longer than without flags", text.size() > plain);
    if (flags == 0) show_truth("it has edges", text.find("->") != std::string::npos);
  }
  SHOW(cudaGraphDebugDotPrint(graph, name.c_str(), ~0u));
  std::printf("over an older file\n");
  const std::string before = contents();
  SHOW(cudaGraphDebugDotPrint(nothing, name.c_str(), 0));
  const std::string after = contents();
  show_truth("a digraph", after.rfind("digraph", 0) == 0);
  show_truth("nothing is left of it", after.size() < before.size());
  show_truth("no edges", after.find("->") == std::string::npos);
  std::remove(name.c_str());
}
