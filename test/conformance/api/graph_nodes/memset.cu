// SPDX-License-Identifier: Apache-2.0
// Fill nodes.
#include "../../cases.h"
#include "../../api/graph_nodes/adding.h"
#include "../../graphs/nodes.h"

// cudaGraphAddMemsetNode: descriptions that are refused; elements of one, two and four bytes, rows.
CASE(graph_add_memset_node) {
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

static void show_params(const cudaMemsetParams &got) {
  show_row("value, element, width, height", {int(got.value), int(got.elementSize), int(got.width), int(got.height)});
}

static cudaGraphNode_t only_node(cudaGraph_t graph) {
  cudaGraphNode_t node;
  std::size_t count = 1;
  MUST(cudaGraphGetNodes(graph, &node, &count));
  return node;
}

// cudaGraphMemsetNodeGetParams: nodes and nulls that are refused; what it tells of nodes made by hand and captured.
CASE(graph_memset_node_get_params) {
  DeviceArray<int> words(16);
  auto graph = new_graph(), second = new_graph();
  auto params = memset_params(words + 1, 0x1234, 3, 2);
  params.height = 2;
  params.pitch = 16;
  cudaMemsetParams got = {};
  cudaGraphNode_t node, copy;
  MUST(cudaGraphAddMemsetNode(&node, graph, nullptr, 0, &params));
  SHOW(cudaGraphMemsetNodeGetParams(nullptr, &got));
  SHOW(cudaGraphMemsetNodeGetParams(node, nullptr));
  SHOW(cudaGraphMemsetNodeGetParams(empty_node(graph), &got));
  SHOW(cudaGraphMemsetNodeGetParams(kernel_node(graph, words, 0), &got));
  params.value = 1;
  SHOW(cudaGraphMemsetNodeGetParams(node, &got));
  show_params(got);
  show_truth("destination", got.dst == words.get() + 1);
  show_value("pitch", static_cast<long long>(got.pitch));
  SHOW(cudaGraphAddMemsetNode(&copy, second, nullptr, 0, &got));
  run_once(instantiate(second));
  std::vector<unsigned> seen;
  for (int word : words.read()) seen.push_back(static_cast<unsigned>(word));
  show_hex_row("words", seen);
  std::printf("captured\n");
  cudaStream_t stream;
  cudaGraph_t captured;
  MUST(cudaStreamCreate(&stream));
  MUST(cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal));
  MUST(cudaMemsetAsync(words, 0x5a, 7, stream));
  MUST(cudaStreamEndCapture(stream, &captured));
  SHOW(cudaGraphMemsetNodeGetParams(only_node(captured), &got));
  show_truth("destination", got.dst == words.get());
  show_truth("seven bytes of that value",
             got.elementSize * got.width * got.height == 7 && (got.value & 0xff) == 0x5a);
  MUST(cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal));
  MUST(cudaMemset2DAsync(words, 16, 3, 5, 4, stream));
  MUST(cudaStreamEndCapture(stream, &captured));
  SHOW(cudaGraphMemsetNodeGetParams(only_node(captured), &got));
  show_params(got);
  show_value("pitch", static_cast<long long>(got.pitch));
}

// cudaGraphMemsetNodeSetParams: what is refused and changes nothing; another place, value and shape.
CASE(graph_memset_node_set_params) {
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
