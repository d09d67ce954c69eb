// SPDX-License-Identifier: Apache-2.0
// cudaGraphDebugDotPrint: writes a file for each set of flags; which arguments are refused.
#include <unistd.h>

#include <string>

#include "../../graphs/nodes.h"

static std::string path() { return "api_graph_" + std::to_string(getpid()) + ".dot"; }

static std::string contents() {
  std::string text;
  if (std::FILE *file = std::fopen(path().c_str(), "r")) {
    for (int c = std::fgetc(file); c != EOF; c = std::fgetc(file)) text += static_cast<char>(c);
    std::fclose(file);
  }
  return text;
}

CASES() {
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
