// SPDX-License-Identifier: Apache-2.0
// cudaGraphNodeSetEnabled: kernels, copies and fills can be left out of the launches to come; other nodes cannot.
#include "../../gate.h"
#include "../../graphs/nodes.h"

CASES() {
  prepare_gates();
  DeviceArray<int> words(4);
  int calls = 0;
  auto graph = new_graph(), other = new_graph(), inner = new_graph();
  cudaEvent_t event;
  MUST(cudaEventCreate(&event));
  auto kernel = kernel_node(graph, words, 1);
  cudaGraphNode_t fill, copy, child, record, wait, in_clone;
  auto five = memset_params(words + 1, 5, 1);
  MUST(cudaGraphAddMemsetNode(&fill, graph, &kernel, 1, &five));
  MUST(cudaGraphAddMemcpyNode1D(&copy, graph, &fill, 1, words + 2, words + 1, 4, cudaMemcpyDeviceToDevice));
  auto host = host_node(graph, count_call, &calls, {copy});
  auto empty = empty_node(graph, {host});
  kernel_node(inner, words + 3, 1);
  MUST(cudaGraphAddChildGraphNode(&child, graph, nullptr, 0, inner));
  MUST(cudaGraphAddEventRecordNode(&record, graph, nullptr, 0, event));
  MUST(cudaGraphAddEventWaitNode(&wait, graph, nullptr, 0, event));
  auto foreign = kernel_node(other, words, 1);
  auto exec = instantiate(graph);
  cudaGraph_t clone;
  MUST(cudaGraphClone(&clone, graph));
  MUST(cudaGraphNodeFindInClone(&in_clone, kernel, clone));
  auto run_and_show = [&](cudaGraphExec_t which) {
    MUST(cudaMemset(words, 0, 16));
    run_once(which);
    show_row("words", words.read());
  };
  SHOW(cudaGraphNodeSetEnabled(nullptr, kernel, 0));
  SHOW(cudaGraphNodeSetEnabled(exec, nullptr, 0));
  SHOW(cudaGraphNodeSetEnabled(exec, foreign, 0));
  SHOW(cudaGraphNodeSetEnabled(exec, in_clone, 0));
  for (unsigned on : {0u, 1u})
    for (auto node : {host, empty, child, record, wait}) SHOW(cudaGraphNodeSetEnabled(exec, node, on));
  run_and_show(exec);
  std::printf("one at a time\n");
  for (auto node : {kernel, fill, copy}) {
    SHOW(cudaGraphNodeSetEnabled(exec, node, 0));
    SHOW(cudaGraphNodeSetEnabled(exec, node, 0));
    run_and_show(exec);
    SHOW(cudaGraphNodeSetEnabled(exec, node, 1));
  }
  run_and_show(exec);
  SHOW(cudaGraphNodeSetEnabled(exec, kernel, 0));
  SHOW(cudaGraphNodeSetEnabled(exec, kernel, 0x80000000u));
  run_and_show(exec);
  std::printf("inside a child graph\n");
  cudaGraph_t body;
  cudaGraphNode_t inside;
  std::size_t count = 1;
  MUST(cudaGraphChildGraphNodeGetGraph(child, &body));
  MUST(cudaGraphGetNodes(body, &inside, &count));
  SHOW(cudaGraphNodeSetEnabled(exec, inside, 0));
  run_and_show(exec);
  std::printf("other execs, new parameters, an update\n");
  for (auto node : {kernel, fill, copy}) MUST(cudaGraphNodeSetEnabled(exec, node, 0));
  run_and_show(exec);
  show_value("calls", calls);
  run_and_show(instantiate(graph));
  KernelParams ten(words, 10);
  SHOW(cudaGraphExecKernelNodeSetParams(exec, kernel, ten));
  auto six = memset_params(words + 1, 6, 1);
  SHOW(cudaGraphExecMemsetNodeSetParams(exec, fill, &six));
  run_and_show(exec);
  SHOW(cudaGraphNodeSetEnabled(exec, kernel, 1));
  SHOW(cudaGraphNodeSetEnabled(exec, fill, 1));
  run_and_show(exec);
  SHOW(cudaGraphNodeSetEnabled(exec, kernel, 0));
  SHOW(cudaGraphExecUpdate(exec, graph, nullptr));
  run_and_show(exec);

  std::printf("while a launch is pending\n");
  cudaStream_t stream;
  MUST(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking));
  auto single = new_graph();
  kernel = kernel_node(single, words, 1);
  exec = instantiate(single);
  MUST(cudaMemset(words, 0, 16));
  MUST(cudaDeviceSynchronize());
  cudaGetLastError();  // a gate looks at it
  {
    Gate gate(stream);
    MUST(cudaGraphLaunch(exec, stream));
    SHOW(cudaGraphNodeSetEnabled(exec, kernel, 0));
    MUST(cudaGraphLaunch(exec, stream));
  }
  MUST(cudaStreamSynchronize(stream));
  show_row("words", words.read());
}
