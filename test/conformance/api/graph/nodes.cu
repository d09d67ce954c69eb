// SPDX-License-Identifier: Apache-2.0
// Nodes of any kind: what they are, whether they run, their end.
#include "../../cases.h"
#include "../../graphs/nodes.h"
#include "../../gate.h"

static void show_type(const char *what, cudaGraphNode_t node) {
  auto type = static_cast<cudaGraphNodeType>(77);
  const cudaError_t error = cudaGraphNodeGetType(node, &type);
  std::printf("%s: %s, %d\n", what, name_of(error), int(type));
}

// cudaGraphNodeGetType: every kind of node that one GPU can make, added and captured; null pointers.
CASE(graph_node_get_type) {
  DeviceArray<int> words(4);
  auto graph = new_graph(), inner = new_graph(), with_memory = new_graph();
  auto kernel = kernel_node(graph, words, 1);
  cudaGraphNodeType type;
  SHOW(cudaGraphNodeGetType(nullptr, &type));
  SHOW(cudaGraphNodeGetType(kernel, nullptr));
  cudaEvent_t event;
  MUST(cudaEventCreate(&event));
  cudaGraphNode_t node, freed;
  show_type("kernel", kernel);
  MUST(cudaGraphAddMemcpyNode1D(&node, graph, nullptr, 0, words + 1, words, 4, cudaMemcpyDeviceToDevice));
  show_type("memcpy", node);
  auto fill = memset_params(words, 1, 1);
  MUST(cudaGraphAddMemsetNode(&node, graph, nullptr, 0, &fill));
  show_type("memset", node);
  show_type("host", host_node(graph, do_nothing, nullptr));
  MUST(cudaGraphAddChildGraphNode(&node, graph, nullptr, 0, inner));
  show_type("child graph", node);
  show_type("empty", empty_node(graph));
  MUST(cudaGraphAddEventWaitNode(&node, graph, nullptr, 0, event));
  show_type("event wait", node);
  MUST(cudaGraphAddEventRecordNode(&node, graph, nullptr, 0, event));
  show_type("event record", node);
  auto memory = alloc_params(1024);
  MUST(cudaGraphAddMemAllocNode(&node, with_memory, nullptr, 0, &memory));
  show_type("allocation", node);
  MUST(cudaGraphAddMemFreeNode(&freed, with_memory, &node, 1, memory.dptr));
  show_type("free", freed);
  cudaGraphConditionalHandle handle;
  MUST(cudaGraphConditionalHandleCreate(&handle, graph, 0, cudaGraphCondAssignDefault));
  cudaGraphNodeParams condition = {};
  condition.type = cudaGraphNodeTypeConditional;
  condition.conditional.handle = handle;
  condition.conditional.type = cudaGraphCondTypeIf;
  condition.conditional.size = 1;
  MUST(cudaGraphAddNode(&node, graph, nullptr, nullptr, 0, &condition));
  show_type("conditional", node);

  std::printf("captured\n");
  cudaStream_t stream;
  MUST(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking));
  MUST(cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal));
  MUST(cudaMemsetAsync(words, 0, 4, stream));
  add_number<<<1, 1, 0, stream>>>(words, 1);
  MUST(cudaMemcpyAsync(words + 1, words, 4, cudaMemcpyDeviceToDevice, stream));
  MUST(cudaLaunchHostFunc(stream, do_nothing, nullptr));
  MUST(cudaEventRecordWithFlags(event, stream, cudaEventRecordExternal));
  MUST(cudaStreamWaitEvent(stream, event, cudaEventWaitExternal));
  void *pointer;
  MUST(cudaMallocAsync(&pointer, 64, stream));
  MUST(cudaFreeAsync(pointer, stream));
  cudaGraph_t captured;
  MUST(cudaStreamEndCapture(stream, &captured));
  // A chain: each node's successor is the next.
  cudaGraphNode_t next;
  std::size_t count = 1;
  for (SHOW(cudaGraphGetRootNodes(captured, &next, &count)); count == 1;) {
    show_type("captured", next);
    node = next;
    MUST(cudaGraphNodeGetDependentNodes(node, &next, nullptr, &count));
  }
}

static void show_enabled(const char *what, cudaGraphExec_t exec, cudaGraphNode_t node) {
  unsigned enabled = 77;
  const cudaError_t error = cudaGraphNodeGetEnabled(exec, node, &enabled);
  std::printf("%s: %s, %u\n", what, name_of(error), enabled);
}

// cudaGraphNodeGetEnabled: 1 until a node is disabled, through new parameters and updates; nodes that it does not know.
CASE(graph_node_get_enabled) {
  DeviceArray<int> words(4);
  auto graph = new_graph(), other = new_graph(), inner = new_graph();
  cudaEvent_t event;
  MUST(cudaEventCreate(&event));
  auto kernel = kernel_node(graph, words, 1), foreign = kernel_node(other, words, 1);
  auto host = host_node(graph, do_nothing, nullptr), empty = empty_node(graph);
  cudaGraphNode_t fill, copy, child, record, inside;
  auto five = memset_params(words + 1, 5, 1);
  MUST(cudaGraphAddMemsetNode(&fill, graph, nullptr, 0, &five));
  MUST(cudaGraphAddMemcpyNode1D(&copy, graph, nullptr, 0, words + 2, words + 3, 4, cudaMemcpyDeviceToDevice));
  kernel_node(inner, words + 3, 1);
  MUST(cudaGraphAddChildGraphNode(&child, graph, nullptr, 0, inner));
  MUST(cudaGraphAddEventRecordNode(&record, graph, nullptr, 0, event));
  cudaGraph_t body;
  std::size_t count = 1;
  MUST(cudaGraphChildGraphNodeGetGraph(child, &body));
  MUST(cudaGraphGetNodes(body, &inside, &count));
  auto exec = instantiate(graph), second = instantiate(graph);
  auto late = kernel_node(graph, words, 1);
  show_enabled("no exec", nullptr, kernel);
  show_enabled("no node", exec, nullptr);
  show_enabled("another graph's", exec, foreign);
  show_enabled("added after instantiation", exec, late);
  SHOW(cudaGraphNodeGetEnabled(exec, kernel, nullptr));
  show_enabled("kernel", exec, kernel);
  show_enabled("fill", exec, fill);
  show_enabled("copy", exec, copy);
  show_enabled("in a child graph", exec, inside);
  show_enabled("host", exec, host);
  show_enabled("empty", exec, empty);
  show_enabled("child graph", exec, child);
  show_enabled("event record", exec, record);
  std::printf("disabled\n");
  for (auto node : {kernel, fill, copy, inside}) {
    SHOW(cudaGraphNodeSetEnabled(exec, node, 0));
    show_enabled("disabled", exec, node);
    show_enabled("in another exec", second, node);
  }
  run_once(exec);
  show_enabled("after a launch", exec, kernel);
  KernelParams ten(words, 10);
  MUST(cudaGraphExecKernelNodeSetParams(exec, kernel, ten));
  show_enabled("after new parameters", exec, kernel);
  MUST(cudaGraphDestroyNode(late));
  SHOW(cudaGraphExecUpdate(exec, graph, nullptr));
  show_enabled("after an update", exec, kernel);
  MUST(cudaGraphNodeSetEnabled(exec, kernel, 200));
  show_enabled("enabled with 200", exec, kernel);
  show_enabled("the next", exec, fill);
}

// cudaGraphNodeSetEnabled: kernels, copies and fills can be left out of the launches to come; other nodes cannot.
CASE(graph_node_set_enabled) {
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

static void show_counts(const char *what, cudaGraph_t graph) {
  std::size_t nodes = 77, edges = 77, roots = 77;
  MUST(cudaGraphGetNodes(graph, nullptr, &nodes));
  MUST(cudaGraphGetEdges(graph, nullptr, nullptr, nullptr, &edges));
  MUST(cudaGraphGetRootNodes(graph, nullptr, &roots));
  std::printf("%s: %d nodes, %d edges, %d roots\n", what, int(nodes), int(edges), int(roots));
}

// cudaGraphDestroyNode: takes a node and its edges out of a graph, not out of what was made of the graph; which nodes
// stay.
CASE(graph_destroy_node) {
  DeviceArray<int> word(1);
  int calls = 0;
  auto graph = new_graph(), inner = new_graph(), with_memory = new_graph();
  SHOW(cudaGraphDestroyNode(nullptr));
  auto a = kernel_node(graph, word, 1), b = kernel_node(graph, word, 10, {a}), c = kernel_node(graph, word, 100, {b});
  auto host = host_node(graph, count_call, &calls, {a, c});
  show_counts("before", graph);
  auto exec = instantiate(graph);
  cudaGraph_t clone;
  MUST(cudaGraphClone(&clone, graph));
  SHOW(cudaGraphDestroyNode(b));
  show_counts("without the second", graph);
  std::size_t count = 77;
  SHOW(cudaGraphNodeGetDependencies(c, nullptr, nullptr, &count));
  show_value("dependencies of what came after", static_cast<long long>(count));
  show_counts("a clone", clone);
  run_once(exec);
  show_row("word, calls of an exec", {word.read()[0], calls});
  run_once(instantiate(graph));
  show_row("word, calls of a new exec", {word.read()[0], calls});
  for (auto node : {host, a, c}) SHOW(cudaGraphDestroyNode(node));
  show_counts("without any", graph);
  run_once(exec);
  show_row("word, calls of the first exec", {word.read()[0], calls});

  std::printf("child graphs\n");
  kernel_node(inner, word, 1000);
  cudaGraphNode_t child, inside;
  MUST(cudaGraphAddChildGraphNode(&child, graph, nullptr, 0, inner));
  cudaGraph_t body;
  MUST(cudaGraphChildGraphNodeGetGraph(child, &body));
  count = 1;
  MUST(cudaGraphGetNodes(body, &inside, &count));
  SHOW(cudaGraphDestroyNode(inside));
  show_counts("inside", body);
  SHOW(cudaGraphDestroyNode(child));
  show_counts("outside", graph);
  show_counts("what it was made of", inner);

  std::printf("a graph with memory nodes\n");
  auto memory = alloc_params(1024);
  cudaGraphNode_t alloc, work, freed;
  auto before = empty_node(with_memory);
  SHOW(cudaGraphDestroyNode(before));
  before = empty_node(with_memory);
  MUST(cudaGraphAddMemAllocNode(&alloc, with_memory, &before, 1, &memory));
  auto fill = memset_params(memory.dptr, 1, 1);
  MUST(cudaGraphAddMemsetNode(&work, with_memory, &alloc, 1, &fill));
  MUST(cudaGraphAddMemFreeNode(&freed, with_memory, &work, 1, memory.dptr));
  for (auto node : {freed, alloc, work, before}) SHOW(cudaGraphDestroyNode(node));
  show_counts("still", with_memory);

  std::printf("a conditional node\n");
  auto conditional = new_graph();
  cudaGraphConditionalHandle handle;
  MUST(cudaGraphConditionalHandleCreate(&handle, conditional, 1, cudaGraphCondAssignDefault));
  cudaGraphNodeParams condition = {};
  condition.type = cudaGraphNodeTypeConditional;
  condition.conditional.handle = handle;
  condition.conditional.type = cudaGraphCondTypeIf;
  condition.conditional.size = 1;
  MUST(cudaGraphAddNode(&child, conditional, nullptr, nullptr, 0, &condition));
  inside = kernel_node(condition.conditional.phGraph_out[0], word, 1);
  SHOW(cudaGraphDestroyNode(inside));
  SHOW(cudaGraphDestroyNode(child));
  show_counts("outside", conditional);
}
