// SPDX-License-Identifier: Apache-2.0
// cudaGraphExecHostNodeSetParams: another function or argument for launches to come; what is refused. (Null parameters
// make hardware crash.)
#include "../../gate.h"
#include "../../graphs/nodes.h"

static void add_hundred(void *n) { *static_cast<int *>(n) += 100; }

CASES() {
  prepare_gates();
  int first = 0, second = 0;
  DeviceArray<int> word(1);
  auto graph = new_graph(), other = new_graph();
  auto host = host_node(graph, count_call, &first), foreign = host_node(other, count_call, &first);
  auto kernel = kernel_node(graph, word, 1), empty = empty_node(graph);
  auto exec = instantiate(graph), untouched = instantiate(graph);
  const cudaHostNodeParams params = {add_hundred, &second}, nothing = {nullptr, &second}, same = {count_call, &second},
                           none = {do_nothing, nullptr};
  SHOW(cudaGraphExecHostNodeSetParams(nullptr, host, &params));
  SHOW(cudaGraphExecHostNodeSetParams(exec, nullptr, &params));
  SHOW(cudaGraphExecHostNodeSetParams(exec, foreign, &params));
  SHOW(cudaGraphExecHostNodeSetParams(exec, kernel, &params));
  SHOW(cudaGraphExecHostNodeSetParams(exec, empty, &params));
  SHOW(cudaGraphExecHostNodeSetParams(exec, host, &nothing));
  run_once(exec);
  show_row("first, second", {first, second});
  SHOW(cudaGraphExecHostNodeSetParams(exec, host, &same));
  run_once(exec);
  show_row("another argument", {first, second});
  SHOW(cudaGraphExecHostNodeSetParams(exec, host, &params));
  run_once(exec);
  show_row("another function", {first, second});
  SHOW(cudaGraphExecHostNodeSetParams(exec, host, &none));
  run_once(exec);
  show_row("no argument", {first, second});
  run_once(untouched);
  run_once(instantiate(graph));
  show_row("other execs", {first, second});
  cudaHostNodeParams got;
  MUST(cudaGraphHostNodeGetParams(host, &got));
  show_truth("the graph keeps its own", got.fn == count_call && got.userData == &first);

  std::printf("while a launch is pending\n");
  cudaGetLastError();  // a gate looks at it
  cudaStream_t stream;
  MUST(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking));
  first = second = 0;
  {
    Gate gate(stream);
    MUST(cudaGraphLaunch(untouched, stream));
    SHOW(cudaGraphExecHostNodeSetParams(untouched, host, &params));
    MUST(cudaGraphLaunch(untouched, stream));
  }
  MUST(cudaStreamSynchronize(stream));
  show_row("first, second", {first, second});
}
