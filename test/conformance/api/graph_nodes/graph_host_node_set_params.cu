// SPDX-License-Identifier: Apache-2.0
// cudaGraphHostNodeSetParams: what is refused and changes nothing; the next instantiation calls the new function.
#include "../../graphs/nodes.h"

static void add_ten(void *n) { *static_cast<int *>(n) += 10; }

CASES() {
  DeviceArray<int> word(1);
  int first = 0, second = 0;
  auto graph = new_graph();
  auto node = host_node(graph, count_call, &first);
  cudaHostNodeParams params = {add_ten, &second}, bad = {nullptr, &second}, got = {};
  SHOW(cudaGraphHostNodeSetParams(nullptr, &params));
  SHOW(cudaGraphHostNodeSetParams(node, nullptr));
  SHOW(cudaGraphHostNodeSetParams(node, &bad));
  SHOW(cudaGraphHostNodeSetParams(empty_node(graph), &params));
  SHOW(cudaGraphHostNodeSetParams(kernel_node(graph, word, 1), &params));
  MUST(cudaGraphHostNodeGetParams(node, &got));
  show_truth("as before", got.fn == count_call && got.userData == &first);
  auto before = instantiate(graph);
  SHOW(cudaGraphHostNodeSetParams(node, &params));
  params = {nullptr, nullptr};
  SHOW(cudaGraphHostNodeGetParams(node, &got));
  show_truth("changed", got.fn == add_ten && got.userData == &second);
  run_once(before);
  show_row("made before", {first, second});
  run_once(instantiate(graph));
  show_row("made after", {first, second});
}
