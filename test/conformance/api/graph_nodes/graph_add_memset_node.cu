// SPDX-License-Identifier: Apache-2.0
// cudaGraphAddMemsetNode: descriptions that are refused; elements of one, two and four bytes, rows.
#include "../../api/graph_nodes/adding.h"

CASES() {
  DeviceArray<int> words(16);
  auto good = memset_params(words, 0x01020304, 2);
  show_adding([&](cudaGraphNode_t *node, cudaGraph_t graph, const cudaGraphNode_t *after, std::size_t count) {
    return cudaGraphAddMemsetNode(node, graph, after, count, &good);
  });
  auto graph = new_graph();
  cudaGraphNode_t node;
  int pageable[4];
  SHOW(cudaGraphAddMemsetNode(&node, graph, nullptr, 0, nullptr));
  auto refuse = [&](const char *what, auto change) {
    auto params = good;
    change(params);
    show(what, cudaGraphAddMemsetNode(&node, graph, nullptr, 0, &params));
  };
  refuse("no destination", [](auto &params) { params.dst = nullptr; });
  refuse("pageable memory", [&](auto &params) { params.dst = pageable; });
  refuse("no width", [](auto &params) { params.width = 0; });
  refuse("no height", [](auto &params) { params.height = 0; });
  for (unsigned size : {0u, 3u, 8u}) refuse("element of 0, 3, 8 bytes", [=](auto &params) { params.elementSize = size; });
  refuse("between elements", [&](auto &params) { params.dst = reinterpret_cast<char *>(words.get()) + 2; });
  refuse("past the end", [](auto &params) { params.width = 17; });
  refuse("pitch below the width", [](auto &params) {
    params.height = 2;
    params.pitch = 4;
  });
  refuse("value of more than one byte", [](auto &params) { params.elementSize = 1; });
  refuse("value of more than two bytes", [](auto &params) { params.elementSize = 2; });
  show_value("nodes", node_count(graph));
  std::printf("fills\n");
  auto fills = new_graph();
  int *pinned;
  MUST(cudaHostAlloc(&pinned, 16, 0));
  auto bytes = memset_params(reinterpret_cast<char *>(words.get()) + 1, 0xab, 5, 1);
  auto halves = memset_params(words + 2, 0x1234, 3, 2);
  auto rows = memset_params(words + 4, 7, 2);
  rows.height = 3;
  rows.pitch = 16;
  auto host = memset_params(pinned, 9, 4);
  SHOW(cudaGraphAddMemsetNode(&node, fills, nullptr, 0, &bytes));
  SHOW(cudaGraphAddMemsetNode(&node, fills, nullptr, 0, &halves));
  SHOW(cudaGraphAddMemsetNode(&node, fills, nullptr, 0, &rows));
  SHOW(cudaGraphAddMemsetNode(&node, fills, nullptr, 0, &host));
  bytes.value = rows.value = 1;
  run_once(instantiate(fills));
  std::vector<unsigned> seen;
  for (int word : words.read()) seen.push_back(static_cast<unsigned>(word));
  show_hex_row("words", seen);
  show_row("pinned", std::vector<int>(pinned, pinned + 4));
}
