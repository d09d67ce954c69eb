// SPDX-License-Identifier: Apache-2.0
// Nodes of host functions.
#include "../../cases.h"
#include "../../api/graph_nodes/adding.h"
#include "../../graphs/nodes.h"

static int order[4], calls = 0;
static void note(void *number) { order[calls++ % 4] = *static_cast<int *>(number); }
static cudaError_t within[3];

static void call_cuda(void *) {
  void *memory;
  within[0] = cudaMalloc(&memory, 16);
  within[1] = cudaStreamQuery(nullptr);
  within[2] = cudaGetLastError();
}

// cudaGraphAddHostNode: null functions; called once a launch, after what it depends on; CUDA calls within.
CASE(graph_add_host_node) {
  DeviceArray<int> word(1);
  int numbers[] = {1, 2, 3};
  cudaHostNodeParams good = {do_nothing, nullptr}, bad = {nullptr, numbers};
  show_adding([&](cudaGraphNode_t *node, cudaGraph_t graph, const cudaGraphNode_t *after, std::size_t count) {
    return cudaGraphAddHostNode(node, graph, after, count, &good);
  });
  auto graph = new_graph();
  cudaGraphNode_t node, last;
  SHOW(cudaGraphAddHostNode(&node, graph, nullptr, 0, nullptr));
  SHOW(cudaGraphAddHostNode(&node, graph, nullptr, 0, &bad));
  show_value("nodes", node_count(graph));
  cudaHostNodeParams params = {note, numbers};
  SHOW(cudaGraphAddHostNode(&node, graph, nullptr, 0, &params));
  params.userData = numbers + 2;
  SHOW(cudaGraphAddHostNode(&last, graph, &node, 1, &params));
  params.userData = numbers + 1;
  SHOW(cudaGraphAddHostNode(&last, graph, &last, 1, &params));
  params.userData = nullptr;
  auto exec = instantiate(graph);
  show_value("calls", calls);
  run_once(exec);
  show_row("order", {order[0], order[1], order[2]});
  run_once(exec);
  show_value("calls", calls);
  std::printf("calls from within\n");
  auto second = new_graph();
  auto first = kernel_node(second, word, 1);
  params = {call_cuda, nullptr};
  SHOW(cudaGraphAddHostNode(&node, second, &first, 1, &params));
  kernel_node(second, word, 10, {node});
  run_once(instantiate(second));
  for (cudaError_t error : within) show("within", error);
  show_value("word", word.read()[0]);
  show_last_error("outside");
}

// cudaGraphHostNodeGetParams: nodes and nulls that are refused; the function and its argument, also of captured ones.
CASE(graph_host_node_get_params) {
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

static void add_ten(void *n) { *static_cast<int *>(n) += 10; }

// cudaGraphHostNodeSetParams: what is refused and changes nothing; the next instantiation calls the new function.
CASE(graph_host_node_set_params) {
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
