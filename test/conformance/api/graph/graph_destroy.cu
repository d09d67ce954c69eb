// SPDX-License-Identifier: Apache-2.0
// cudaGraphDestroy: execs, clones and copies outlive a graph; graphs that belong to a node stay.
#include "../../gate.h"
#include "../../graphs/nodes.h"

CASES() {
  prepare_gates();
  DeviceArray<int> word(1);
  SHOW(cudaGraphDestroy(nullptr));
  show_last_error("after no graph");
  SHOW(cudaGraphDestroy(new_graph()));
  auto graph = new_graph(), outer = new_graph();
  kernel_node(graph, word, 1);
  cudaGraph_t clone, body;
  cudaGraphNode_t child;
  MUST(cudaGraphClone(&clone, graph));
  MUST(cudaGraphAddChildGraphNode(&child, outer, nullptr, 0, graph));
  auto exec = instantiate(graph);
  SHOW(cudaGraphDestroy(graph));
  run_once(exec);
  run_once(instantiate(clone));
  run_once(instantiate(outer));
  show_value("word", word.read()[0]);
  std::printf("graphs of nodes\n");
  MUST(cudaGraphChildGraphNodeGetGraph(child, &body));
  SHOW(cudaGraphDestroy(body));
  std::size_t count = 77;
  SHOW(cudaGraphGetNodes(body, nullptr, &count));
  show_value("nodes", static_cast<long long>(count));
  run_once(instantiate(outer));
  show_value("word", word.read()[0]);
  SHOW(cudaGraphDestroy(outer));
  SHOW(cudaGraphDestroy(clone));
  std::printf("pending\n");
  graph = new_graph();
  kernel_node(graph, word, 10);
  exec = instantiate(graph);
  cudaStream_t stream;
  MUST(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking));
  cudaGetLastError();  // a gate looks at it
  show_while_busy("while a launch is pending", stream, [&] {
    MUST(cudaGraphLaunch(exec, stream));
    return cudaGraphDestroy(graph);
  });
  show_value("word", word.read()[0]);

  std::printf("memory nodes\n");
  graph = new_graph();
  auto memory = alloc_params(1024);
  MUST(cudaGraphAddMemAllocNode(&child, graph, nullptr, 0, &memory));
  exec = instantiate(graph);
  SHOW(cudaGraphDestroy(graph));
  SHOW(cudaGraphLaunch(exec, nullptr));
  SHOW(cudaFree(memory.dptr));
  SHOW(cudaGraphExecDestroy(exec));
  std::printf("a condition\n");
  graph = new_graph();
  cudaGraphConditionalHandle handle;
  MUST(cudaGraphConditionalHandleCreate(&handle, graph, 1, cudaGraphCondAssignDefault));
  cudaGraphNodeParams condition = {};
  condition.type = cudaGraphNodeTypeConditional;
  condition.conditional.handle = handle;
  condition.conditional.type = cudaGraphCondTypeIf;
  condition.conditional.size = 1;
  MUST(cudaGraphAddNode(&child, graph, nullptr, nullptr, 0, &condition));
  body = condition.conditional.phGraph_out[0];
  kernel_node(body, word, 100);
  SHOW(cudaGraphDestroy(body));
  exec = instantiate(graph);
  SHOW(cudaGraphDestroy(graph));
  run_once(exec);
  show_value("word", word.read()[0]);
  std::printf("while a stream captures\n");
  graph = new_graph();
  cudaGraph_t captured;
  MUST(cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal));
  SHOW(cudaGraphDestroy(graph));
  SHOW(cudaStreamEndCapture(stream, &captured));
  SHOW(cudaGraphDestroy(captured));
}
