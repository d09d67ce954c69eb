// SPDX-License-Identifier: Apache-2.0
// cudaGraphDebugDotPrint: arguments, and that there is a file.
#include <unistd.h>

#include <string>

#include "nodes.h"

int main() {
  DeviceArray<int> word(1);
  auto graph = new_graph();
  auto a = kernel_node(graph, word, 1);
  empty_node(graph, {a});
  SHOW(cudaGraphDebugDotPrint(nullptr, "graph.dot", 0));
  SHOW(cudaGraphDebugDotPrint(graph, nullptr, 0));
  SHOW(cudaGraphDebugDotPrint(graph, "no/such/folder/graph.dot", 0));
  std::string name = "graph_" + std::to_string(getpid()) + ".dot";
  show_truth("printed", cudaGraphDebugDotPrint(graph, name.c_str(), cudaGraphDebugDotFlagsVerbose) == cudaSuccess);
  char start[8] = {};
  if (std::FILE *file = std::fopen(name.c_str(), "r")) {
    show_truth("a digraph", std::fread(start, 1, 7, file) == 7 && std::string(start) == "digraph");
    std::fclose(file);
  }
  std::remove(name.c_str());
  show_truth("printed with an unknown flag", cudaGraphDebugDotPrint(graph, name.c_str(), 1 << 30) == cudaSuccess);
  std::remove(name.c_str());
}
