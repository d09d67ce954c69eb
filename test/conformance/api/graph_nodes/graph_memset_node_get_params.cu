// SPDX-License-Identifier: Apache-2.0
// cudaGraphMemsetNodeGetParams: nodes and nulls that are refused; what it tells of nodes made by hand and captured.
#include "../../graphs/nodes.h"

static void show_params(const cudaMemsetParams &got) {
  show_row("value, element, width, height", {int(got.value), int(got.elementSize), int(got.width), int(got.height)});
}

static cudaGraphNode_t only_node(cudaGraph_t graph) {
  cudaGraphNode_t node;
  std::size_t count = 1;
  MUST(cudaGraphGetNodes(graph, &node, &count));
  return node;
}

CASES() {
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
