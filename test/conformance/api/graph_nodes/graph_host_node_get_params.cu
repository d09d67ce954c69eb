// SPDX-License-Identifier: Apache-2.0
// cudaGraphHostNodeGetParams: nodes and nulls that are refused; the function and its argument, also of captured ones.
#include "../../graphs/nodes.h"

CASES() {
  DeviceArray<int> word(1);
  int calls = 0;
  auto graph = new_graph();
  cudaHostNodeParams params = {count_call, &calls}, got = {};
  cudaGraphNode_t node, copy;
  MUST(cudaGraphAddHostNode(&node, graph, nullptr, 0, &params));
  SHOW(cudaGraphHostNodeGetParams(nullptr, &got));
  SHOW(cudaGraphHostNodeGetParams(node, nullptr));
  SHOW(cudaGraphHostNodeGetParams(empty_node(graph), &got));
  SHOW(cudaGraphHostNodeGetParams(kernel_node(graph, word, 1), &got));
  show_truth("untouched", got.fn == nullptr && got.userData == nullptr);
  params = {do_nothing, nullptr};
  SHOW(cudaGraphHostNodeGetParams(node, &got));
  show_truth("function and argument", got.fn == count_call && got.userData == &calls);
  SHOW(cudaGraphAddHostNode(&copy, graph, &node, 1, &got));
  std::printf("in a clone\n");
  cudaGraph_t clone;
  MUST(cudaGraphClone(&clone, graph));
  MUST(cudaGraphNodeFindInClone(&copy, node, clone));
  SHOW(cudaGraphHostNodeGetParams(copy, &got));
  show_truth("function and argument", got.fn == count_call && got.userData == &calls);
  std::printf("captured\n");
  cudaStream_t stream;
  cudaGraph_t captured;
  MUST(cudaStreamCreate(&stream));
  MUST(cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal));
  MUST(cudaLaunchHostFunc(stream, count_call, &calls));
  MUST(cudaStreamEndCapture(stream, &captured));
  std::size_t count = 1;
  MUST(cudaGraphGetNodes(captured, &node, &count));
  SHOW(cudaGraphHostNodeGetParams(node, &got));
  show_truth("function and argument", got.fn == count_call && got.userData == &calls);
  run_once(instantiate(clone));
  run_once(instantiate(captured));
  show_value("calls", calls);
}
