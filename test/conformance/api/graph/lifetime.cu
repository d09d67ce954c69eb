// SPDX-License-Identifier: Apache-2.0
// Copies of graphs, and the end of graphs and executable graphs.
#include "../../cases.h"
#include "../../graphs/nodes.h"
#include "../../gate.h"

static int nodes_in(cudaGraph_t graph) {
  std::size_t count = 77;
  MUST(cudaGraphGetNodes(graph, nullptr, &count));
  return static_cast<int>(count);
}

static int edges_in(cudaGraph_t graph) {
  std::size_t count = 77;
  MUST(cudaGraphGetEdges(graph, nullptr, nullptr, nullptr, &count));
  return static_cast<int>(count);
}

// cudaGraphClone: a copy with all nodes and edges, apart from its original from then on; what has no clone.
CASE(graph_clone) {
  DeviceArray<int> word(1);
  auto graph = new_graph(), inner = new_graph(), with_memory = new_graph();
  cudaGraph_t clone = nullptr, other = nullptr;
  SHOW(cudaGraphClone(nullptr, graph));
  SHOW(cudaGraphClone(&clone, nullptr));
  show_truth("nothing written", clone == nullptr);
  SHOW(cudaGraphClone(&clone, graph));
  show_truth("an empty graph has another handle as its clone", clone != nullptr && clone != graph);
  show_row("nodes, edges", {nodes_in(clone), edges_in(clone)});

  auto a = kernel_node(graph, word, 1), b = kernel_node(graph, word, 10, {a});
  kernel_node(inner, word, 100);
  cudaGraphNode_t child, node, in_clone;
  MUST(cudaGraphAddChildGraphNode(&child, graph, &b, 1, inner));
  cudaGraphEdgeData data = {};
  data.type = cudaGraphDependencyTypeProgrammatic;
  data.from_port = cudaGraphKernelNodePortProgrammatic;
  auto c = kernel_node(graph, word, 1000);
  MUST(cudaGraphAddDependencies(graph, &a, &c, &data, 1));
  SHOW(cudaGraphClone(&clone, graph));
  show_row("nodes, edges", {nodes_in(clone), edges_in(clone)});
  cudaGraphNode_t from[4], to[4];
  cudaGraphEdgeData edges[4] = {};
  std::size_t count = 4;
  MUST(cudaGraphGetEdges(clone, from, to, edges, &count));
  int programmatic = 0;
  for (std::size_t i = 0; i < count; ++i) programmatic += edges[i].type;
  show_value("programmatic edges", programmatic);

  std::printf("each on its own\n");
  KernelParams changed(word, 2);
  MUST(cudaGraphKernelNodeSetParams(a, changed));
  empty_node(graph);
  MUST(cudaGraphRemoveDependencies(graph, &b, &child, nullptr, 1));
  show_row("nodes, edges of the clone", {nodes_in(clone), edges_in(clone)});
  empty_node(clone);
  empty_node(clone);
  show_row("nodes, edges of the original", {nodes_in(graph), edges_in(graph)});
  cudaGraph_t body, cloned_body;
  MUST(cudaGraphNodeFindInClone(&in_clone, child, clone));
  MUST(cudaGraphChildGraphNodeGetGraph(child, &body));
  MUST(cudaGraphChildGraphNodeGetGraph(in_clone, &cloned_body));
  show_truth("the child graph is cloned too", body != cloned_body);
  kernel_node(body, word, 5000);
  show_value("nodes in the clone's child graph", nodes_in(cloned_body));
  SHOW(cudaGraphClone(&other, body));
  show_value("nodes in the clone of a child graph", nodes_in(other));
  SHOW(cudaGraphDestroy(other));
  SHOW(cudaGraphDestroy(graph));
  run_once(instantiate(clone));
  show_value("word", word.read()[0]);
  SHOW(cudaGraphDestroy(clone));

  std::printf("memory nodes\n");
  auto memory = alloc_params(1024);
  MUST(cudaGraphAddMemAllocNode(&node, with_memory, nullptr, 0, &memory));
  clone = nullptr;
  SHOW(cudaGraphClone(&clone, with_memory));
  show_truth("nothing written", clone == nullptr);
}

// cudaGraphNodeFindInClone: the node that was made of another; nodes and graphs that have nothing to do with each
// other.
CASE(graph_node_find_in_clone) {
  DeviceArray<int> word(1);
  auto graph = new_graph(), inner = new_graph();
  auto a = kernel_node(graph, word, 1), b = kernel_node(graph, word, 10, {a});
  auto empty = empty_node(graph, {b});
  auto deep = kernel_node(inner, word, 100);
  cudaGraphNode_t child, found = nullptr, again = nullptr;
  MUST(cudaGraphAddChildGraphNode(&child, graph, &empty, 1, inner));
  cudaGraph_t clone, second, of_clone, body, cloned_body;
  MUST(cudaGraphClone(&clone, graph));
  MUST(cudaGraphClone(&second, graph));
  SHOW(cudaGraphNodeFindInClone(nullptr, a, clone));
  SHOW(cudaGraphNodeFindInClone(&found, nullptr, clone));
  SHOW(cudaGraphNodeFindInClone(&found, a, nullptr));
  SHOW(cudaGraphNodeFindInClone(&found, a, graph));
  SHOW(cudaGraphNodeFindInClone(&found, deep, clone));
  show_truth("nothing written", found == nullptr);
  for (auto node : {a, b, empty, child}) {
    SHOW(cudaGraphNodeFindInClone(&found, node, clone));
    SHOW(cudaGraphNodeFindInClone(&again, node, second));
    cudaGraphNodeType type, found_type;
    MUST(cudaGraphNodeGetType(node, &type));
    MUST(cudaGraphNodeGetType(found, &found_type));
    show_truth("another node of the same kind", found != node && found != again && type == found_type);
  }
  MUST(cudaGraphNodeFindInClone(&found, b, clone));
  cudaGraphNode_t before;
  std::size_t count = 1;
  MUST(cudaGraphNodeGetDependencies(found, &before, nullptr, &count));
  MUST(cudaGraphNodeFindInClone(&again, a, clone));
  show_truth("edges lead between the nodes that are found", count == 1 && before == again);
  KernelParams changed(word, 7);
  MUST(cudaGraphKernelNodeSetParams(found, changed));
  cudaKernelNodeParams got;
  MUST(cudaGraphKernelNodeGetParams(b, &got));
  show_value("the original's argument", *static_cast<int *>(got.kernelParams[1]));
  MUST(cudaGraphKernelNodeGetParams(found, &got));
  show_value("the found one's argument", *static_cast<int *>(got.kernelParams[1]));

  std::printf("clones of clones\n");
  MUST(cudaGraphClone(&of_clone, clone));
  SHOW(cudaGraphNodeFindInClone(&again, found, of_clone));
  SHOW(cudaGraphNodeFindInClone(&again, b, of_clone));
  SHOW(cudaGraphNodeFindInClone(&again, found, graph));
  std::printf("inside child graphs\n");
  MUST(cudaGraphChildGraphNodeGetGraph(child, &body));
  MUST(cudaGraphNodeFindInClone(&found, child, clone));
  MUST(cudaGraphChildGraphNodeGetGraph(found, &cloned_body));
  cudaGraphNode_t inside;
  count = 1;
  MUST(cudaGraphGetNodes(body, &inside, &count));
  SHOW(cudaGraphNodeFindInClone(&again, inside, clone));
  SHOW(cudaGraphNodeFindInClone(&again, inside, cloned_body));
  SHOW(cudaGraphNodeFindInClone(&again, deep, body));
  std::printf("changes after the clone was made\n");
  auto late = empty_node(graph);
  SHOW(cudaGraphNodeFindInClone(&again, late, clone));
  MUST(cudaGraphNodeFindInClone(&found, empty, clone));
  MUST(cudaGraphDestroyNode(found));
  SHOW(cudaGraphNodeFindInClone(&again, empty, clone));
  SHOW(cudaGraphNodeFindInClone(&again, empty, second));
}

// cudaGraphDestroy: execs, clones and copies outlive a graph; graphs that belong to a node stay.
CASE(graph_destroy) {
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

// cudaGraphExecDestroy: an exec that waits, runs, or was never launched; its graph and other execs stay.
CASE(graph_exec_destroy) {
  prepare_gates();
  DeviceArray<int> word(1);
  auto graph = new_graph();
  kernel_node(graph, word, 1);
  cudaStream_t stream, other;
  MUST(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking));
  MUST(cudaStreamCreateWithFlags(&other, cudaStreamNonBlocking));
  SHOW(cudaGraphExecDestroy(nullptr));
  show_last_error("after no exec");
  auto exec = instantiate(graph);
  SHOW(cudaGraphExecDestroy(exec));
  exec = instantiate(graph);
  auto second = instantiate(graph);
  run_once(exec);
  SHOW(cudaGraphExecDestroy(exec));
  run_once(second);
  show_value("word of two execs", word.read()[0]);
  exec = instantiate(graph);
  MUST(cudaGraphDestroy(graph));
  SHOW(cudaGraphExecDestroy(exec));
  run_once(second);
  show_value("word of the other exec", word.read()[0]);

  std::printf("pending\n");
  // Destruction may wait or return at once; the gate opens by itself.
  std::thread opener;
  {
    Gate gate(stream);
    MUST(cudaGraphLaunch(second, stream));
    MUST(cudaGraphLaunch(second, other));
    opener = std::thread([&] {
      std::this_thread::sleep_for(std::chrono::milliseconds(200));
      gate.open();
    });
    SHOW(cudaGraphExecDestroy(second));
    opener.join();
  }
  SHOW(cudaDeviceSynchronize());
  show_value("word", word.read()[0]);

  std::printf("memory that it allocated\n");
  auto with_memory = new_graph();
  auto memory = alloc_params(1024);
  cudaGraphNode_t alloc, fill;
  MUST(cudaGraphAddMemAllocNode(&alloc, with_memory, nullptr, 0, &memory));
  auto number = memset_params(memory.dptr, 1234, 1);
  MUST(cudaGraphAddMemsetNode(&fill, with_memory, &alloc, 1, &number));
  exec = instantiate(with_memory);
  run_once(exec);
  SHOW(cudaGraphExecDestroy(exec));
  int value = 0;
  SHOW(cudaMemcpy(&value, memory.dptr, 4, cudaMemcpyDeviceToHost));
  show_value("value", value);
  exec = instantiate(with_memory);
  SHOW(cudaGraphLaunch(exec, nullptr));
  SHOW(cudaFree(memory.dptr));
  SHOW(cudaGraphLaunch(exec, nullptr));
  SHOW(cudaFree(memory.dptr));
  SHOW(cudaGraphExecDestroy(exec));

  std::printf("while a stream captures\n");
  graph = new_graph();
  kernel_node(graph, word, 1);
  exec = instantiate(graph);
  MUST(cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal));
  SHOW(cudaGraphExecDestroy(exec));
  cudaGraph_t captured;
  SHOW(cudaStreamEndCapture(stream, &captured));
}
