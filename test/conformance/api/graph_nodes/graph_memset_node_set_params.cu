// SPDX-License-Identifier: Apache-2.0
// cudaGraphMemsetNodeSetParams: what is refused and changes nothing; another place, value and shape.
#include "../../graphs/nodes.h"

CASES() {
  DeviceArray<int> words(12), counter(1);
  auto graph = new_graph();
  auto good = memset_params(words, 1, 2);
  cudaGraphNode_t node;
  MUST(cudaGraphAddMemsetNode(&node, graph, nullptr, 0, &good));
  good.value = 2;
  int pageable[4];
  SHOW(cudaGraphMemsetNodeSetParams(nullptr, &good));
  SHOW(cudaGraphMemsetNodeSetParams(node, nullptr));
  SHOW(cudaGraphMemsetNodeSetParams(empty_node(graph), &good));
  SHOW(cudaGraphMemsetNodeSetParams(kernel_node(graph, counter, 0), &good));
  auto refuse = [&](const char *what, auto change) {
    auto params = good;
    change(params);
    show(what, cudaGraphMemsetNodeSetParams(node, &params));
  };
  refuse("no destination", [](auto &params) { params.dst = nullptr; });
  refuse("pageable memory", [&](auto &params) { params.dst = pageable; });
  refuse("no width", [](auto &params) { params.width = 0; });
  refuse("no height", [](auto &params) { params.height = 0; });
  refuse("element of 3 bytes", [](auto &params) { params.elementSize = 3; });
  refuse("between elements", [&](auto &params) { params.dst = reinterpret_cast<char *>(words.get()) + 1; });
  refuse("past the end", [](auto &params) { params.width = 13; });
  refuse("pitch below the width", [](auto &params) {
    params.height = 2;
    params.pitch = 4;
  });
  cudaMemsetParams got = {};
  MUST(cudaGraphMemsetNodeGetParams(node, &got));
  show_value("value as before", got.value);
  auto before = instantiate(graph);
  auto rows = memset_params(words + 4, 3, 2);
  rows.height = 2;
  rows.pitch = 16;
  SHOW(cudaGraphMemsetNodeSetParams(node, &rows));
  run_once(before);
  show_row("made before", words.read());
  run_once(instantiate(graph));
  show_row("made after", words.read());
  auto bytes = memset_params(words + 11, 1, 3, 1);
  SHOW(cudaGraphMemsetNodeSetParams(node, &bytes));
  run_once(instantiate(graph));
  show_row("bytes", words.read());
}
