// SPDX-License-Identifier: Apache-2.0
// Graphs, and nodes of any kind.
#include "../../cases.h"
#include "../../api/graph_nodes/adding.h"
#include "../../graphs/nodes.h"

static cudaGraphNodeParams of_kind(cudaGraphNodeType type) {
  cudaGraphNodeParams params = {};
  params.type = type;
  return params;
}

// cudaGraphCreate: flags, null, what a new graph is, while a stream captures.
CASE(graph_create) {
  cudaGraph_t graph = nullptr, second = nullptr, captured;
  SHOW(cudaGraphCreate(nullptr, 0));
  for (unsigned flags : {1u, 2u, 0x80000000u}) SHOW(cudaGraphCreate(&graph, flags));
  show_truth("untouched", graph == nullptr);
  SHOW(cudaGraphCreate(&graph, 0));
  SHOW(cudaGraphCreate(&second, 0));
  show_truth("two graphs", graph != nullptr && second != nullptr && graph != second);
  std::size_t nodes = 77, roots = 77, edges = 77;
  SHOW(cudaGraphGetNodes(graph, nullptr, &nodes));
  SHOW(cudaGraphGetRootNodes(graph, nullptr, &roots));
  SHOW(cudaGraphGetEdges(graph, nullptr, nullptr, nullptr, &edges));
  show_row("nodes, roots, edges", {int(nodes), int(roots), int(edges)});
  cudaGraphExec_t exec;
  SHOW(cudaGraphInstantiate(&exec, graph, 0));
  SHOW(cudaGraphLaunch(exec, nullptr));
  SHOW(cudaStreamSynchronize(nullptr));
  cudaStream_t stream;
  MUST(cudaStreamCreate(&stream));
  MUST(cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal));
  cudaGraph_t third;
  SHOW(cudaGraphCreate(&third, 0));
  SHOW(cudaGraphDestroy(third));
  SHOW(cudaStreamEndCapture(stream, &captured));
  SHOW(cudaGraphDestroy(second));
  SHOW(cudaGraphDestroy(graph));
}

// cudaGraphAddNode: descriptions that are refused, edges with data, and one node of each kind.
CASE(graph_add_node) {
  DeviceArray<int> words(8);
  int calls = 0;
  KernelParams one(words, 1);
  auto kernel = of_kind(cudaGraphNodeTypeKernel);
  kernel.kernel.func = (void *)add_number;
  kernel.kernel.gridDim = kernel.kernel.blockDim = 1;
  kernel.kernel.kernelParams = one.args;
  show_adding([&](cudaGraphNode_t *node, cudaGraph_t graph, const cudaGraphNode_t *after, std::size_t count) {
    return cudaGraphAddNode(node, graph, after, nullptr, count, &kernel);
  });
  auto graph = new_graph();
  cudaGraphNode_t node, next;
  auto refuse = [&](const char *what, cudaGraphNodeParams params) {
    show(what, cudaGraphAddNode(&node, graph, nullptr, nullptr, 0, &params));
  };
  SHOW(cudaGraphAddNode(&node, graph, nullptr, nullptr, 0, nullptr));
  for (int type : {-1, 12, 14, 99}) refuse("kind -1, 12, 14, 99", of_kind(static_cast<cudaGraphNodeType>(type)));
  for (int i = 0; i < 3; ++i) {
    auto params = kernel;
    params.reserved0[i] = 1;
    refuse("something reserved", params);
  }
  auto params = kernel;
  params.reserved2 = 1;
  refuse("something reserved", params);
  refuse("a kernel without function", of_kind(cudaGraphNodeTypeKernel));
  refuse("a copy of nothing", of_kind(cudaGraphNodeTypeMemcpy));
  refuse("a fill of nothing", of_kind(cudaGraphNodeTypeMemset));
  refuse("no host function", of_kind(cudaGraphNodeTypeHost));
  refuse("no child", of_kind(cudaGraphNodeTypeGraph));
  refuse("no event to wait for", of_kind(cudaGraphNodeTypeWaitEvent));
  refuse("no event to record", of_kind(cudaGraphNodeTypeEventRecord));
  refuse("an allocation of nothing", of_kind(cudaGraphNodeTypeMemAlloc));
  refuse("nothing to free", of_kind(cudaGraphNodeTypeMemFree));
  show_value("nodes", node_count(graph));
  std::printf("each kind\n");
  auto add = [&](const char *what, cudaGraphNodeParams &added) {
    show(what, cudaGraphAddNode(&next, graph, &node, nullptr, 1, &added));
    node = next;
    show_type(node);
  };
  cudaEvent_t event;
  MUST(cudaEventCreate(&event));
  node = empty_node(graph);
  add("kernel", kernel);
  auto copy = of_kind(cudaGraphNodeTypeMemcpy);
  copy.memcpy.copyParams.srcPtr = make_cudaPitchedPtr(words.get(), 4, 1, 1);
  copy.memcpy.copyParams.dstPtr = make_cudaPitchedPtr(words + 1, 4, 1, 1);
  copy.memcpy.copyParams.extent = make_cudaExtent(4, 1, 1);
  copy.memcpy.copyParams.kind = cudaMemcpyDeviceToDevice;
  add("copy", copy);
  auto fill = of_kind(cudaGraphNodeTypeMemset);
  fill.memset.dst = words + 2;
  fill.memset.value = 3;
  fill.memset.elementSize = 4;
  fill.memset.width = 2;
  fill.memset.height = 1;
  add("fill", fill);
  auto host = of_kind(cudaGraphNodeTypeHost);
  host.host.fn = count_call;
  host.host.userData = &calls;
  add("host function", host);
  auto child = of_kind(cudaGraphNodeTypeGraph);
  child.graph.graph = new_graph();
  kernel_node(child.graph.graph, words + 4, 5);
  add("child", child);
  auto record = of_kind(cudaGraphNodeTypeEventRecord);
  record.eventRecord.event = event;
  add("event record", record);
  auto wait = of_kind(cudaGraphNodeTypeWaitEvent);
  wait.eventWait.event = event;
  add("event wait", wait);
  auto alloc = of_kind(cudaGraphNodeTypeMemAlloc);
  alloc.alloc.poolProps.allocType = cudaMemAllocationTypePinned;
  alloc.alloc.poolProps.location.type = cudaMemLocationTypeDevice;
  alloc.alloc.bytesize = 64;
  add("allocation", alloc);
  show_truth("address", alloc.alloc.dptr != nullptr);
  auto freed = of_kind(cudaGraphNodeTypeMemFree);
  freed.free.dptr = alloc.alloc.dptr;
  add("free", freed);
  auto nothing = of_kind(cudaGraphNodeTypeEmpty);
  add("nothing", nothing);
  cudaGraphExec_t exec = nullptr;
  SHOW(cudaGraphInstantiate(&exec, graph, 0));
  SHOW(cudaGraphLaunch(exec, nullptr));
  SHOW(cudaStreamSynchronize(nullptr));
  show_row("words", words.read());
  show_value("calls", calls);
  std::printf("a condition\n");
  graph = new_graph();
  node = empty_node(graph);
  auto decide = of_kind(cudaGraphNodeTypeConditional);
  MUST(cudaGraphConditionalHandleCreate(&decide.conditional.handle, graph, 1, cudaGraphCondAssignDefault));
  decide.conditional.type = cudaGraphCondTypeIf;
  decide.conditional.size = 2;
  add("condition", decide);
  show_row("nodes of the bodies", {int(node_count(decide.conditional.phGraph_out[0])),
                                   int(node_count(decide.conditional.phGraph_out[1]))});
  kernel_node(decide.conditional.phGraph_out[0], words + 5, 6);
  kernel_node(decide.conditional.phGraph_out[1], words + 6, 7);
  run_once(instantiate(graph));
  show_row("words", words.read());
  std::printf("edges with data\n");
  auto edges = new_graph();
  auto first = kernel_node(edges, words, 1), empty = empty_node(edges);
  cudaGraphEdgeData data = {}, got = {};
  SHOW(cudaGraphAddNode(&node, edges, &first, &data, 1, &kernel));
  data.type = cudaGraphDependencyTypeProgrammatic;
  data.from_port = cudaGraphKernelNodePortProgrammatic;
  SHOW(cudaGraphAddNode(&node, edges, &empty, &data, 1, &kernel));
  SHOW(cudaGraphAddNode(&node, edges, &first, &data, 1, &nothing));
  SHOW(cudaGraphAddNode(&node, edges, &first, &data, 1, &kernel));
  std::size_t count = 1;
  SHOW(cudaGraphNodeGetDependencies(node, &next, &got, &count));
  show_row("from, to, type", {got.from_port, got.to_port, got.type});
  data.type = 9;
  SHOW(cudaGraphAddNode(&node, edges, &first, &data, 1, &kernel));
  data = {};
  data.reserved[0] = 1;
  SHOW(cudaGraphAddNode(&node, edges, &first, &data, 1, &kernel));
  show_value("nodes", node_count(edges));
}

// cudaGraphNodeSetParams: what is refused and changes nothing; a node of each kind that has parameters.
CASE(graph_node_set_params) {
  DeviceArray<int> words(8);
  int calls[2] = {};
  auto graph = new_graph();
  KernelParams five(words, 5);
  auto kernel = of_kind(cudaGraphNodeTypeKernel);
  kernel.kernel.func = (void *)add_other;
  kernel.kernel.gridDim = 2;
  kernel.kernel.blockDim = 3;
  kernel.kernel.kernelParams = five.args;
  auto copy = of_kind(cudaGraphNodeTypeMemcpy);
  copy.memcpy.copyParams.srcPtr = make_cudaPitchedPtr(words + 6, 8, 2, 1);
  copy.memcpy.copyParams.dstPtr = make_cudaPitchedPtr(words + 1, 8, 2, 1);
  copy.memcpy.copyParams.extent = make_cudaExtent(8, 1, 1);
  copy.memcpy.copyParams.kind = cudaMemcpyDeviceToDevice;
  auto fill = of_kind(cudaGraphNodeTypeMemset);
  fill.memset.dst = words + 3;
  fill.memset.value = 9;
  fill.memset.elementSize = 4;
  fill.memset.width = 3;
  fill.memset.height = 1;
  auto host = of_kind(cudaGraphNodeTypeHost);
  host.host.fn = count_call;
  host.host.userData = calls + 1;
  cudaEvent_t first, second, got;
  MUST(cudaEventCreate(&first));
  MUST(cudaEventCreate(&second));
  auto record = of_kind(cudaGraphNodeTypeEventRecord), wait = of_kind(cudaGraphNodeTypeWaitEvent);
  record.eventRecord.event = second;
  wait.eventWait.event = second;
  auto kernel_added = kernel_node(graph, words, 1), host_added = host_node(graph, count_call, calls);
  cudaGraphNode_t copy_added, fill_added, record_added, wait_added;
  MUST(cudaGraphAddMemcpyNode1D(&copy_added, graph, nullptr, 0, words + 1, words + 2, 4, cudaMemcpyDeviceToDevice));
  auto little = memset_params(words + 3, 1, 1);
  MUST(cudaGraphAddMemsetNode(&fill_added, graph, nullptr, 0, &little));
  MUST(cudaGraphAddEventRecordNode(&record_added, graph, nullptr, 0, first));
  MUST(cudaGraphAddEventWaitNode(&wait_added, graph, nullptr, 0, first));
  SHOW(cudaGraphNodeSetParams(nullptr, &kernel));
  SHOW(cudaGraphNodeSetParams(kernel_added, nullptr));
  std::printf("parameters of another kind\n");
  SHOW(cudaGraphNodeSetParams(kernel_added, &copy));
  SHOW(cudaGraphNodeSetParams(copy_added, &fill));
  SHOW(cudaGraphNodeSetParams(fill_added, &host));
  SHOW(cudaGraphNodeSetParams(host_added, &kernel));
  SHOW(cudaGraphNodeSetParams(record_added, &wait));
  SHOW(cudaGraphNodeSetParams(wait_added, &record));
  SHOW(cudaGraphNodeSetParams(empty_node(graph), &kernel));
  std::printf("parameters that no node may have\n");
  auto refuse = [](const char *what, cudaGraphNode_t node, cudaGraphNodeParams params) {
    show(what, cudaGraphNodeSetParams(node, &params));
  };
  refuse("kernel", kernel_added, of_kind(cudaGraphNodeTypeKernel));
  refuse("copy", copy_added, of_kind(cudaGraphNodeTypeMemcpy));
  refuse("fill", fill_added, of_kind(cudaGraphNodeTypeMemset));
  refuse("host function", host_added, of_kind(cudaGraphNodeTypeHost));
  refuse("event record", record_added, of_kind(cudaGraphNodeTypeEventRecord));
  refuse("event wait", wait_added, of_kind(cudaGraphNodeTypeWaitEvent));
  refuse("unknown kind", kernel_added, of_kind(static_cast<cudaGraphNodeType>(99)));
  auto reserved = host;
  reserved.reserved0[1] = 1;
  refuse("something reserved", host_added, reserved);
  reserved = host;
  reserved.reserved2 = 1;
  refuse("something reserved", host_added, reserved);
  run_once(instantiate(graph));
  show_row("words as before", words.read());
  show_row("calls", {calls[0], calls[1]});
  std::printf("each kind\n");
  SHOW(cudaGraphNodeSetParams(kernel_added, &kernel));
  SHOW(cudaGraphNodeSetParams(copy_added, &copy));
  SHOW(cudaGraphNodeSetParams(fill_added, &fill));
  SHOW(cudaGraphNodeSetParams(host_added, &host));
  SHOW(cudaGraphNodeSetParams(record_added, &record));
  SHOW(cudaGraphNodeSetParams(wait_added, &wait));
  MUST(cudaMemset(words + 6, 1, 8));
  run_once(instantiate(graph));
  show_row("words", words.read());
  show_row("calls", {calls[0], calls[1]});
  MUST(cudaGraphEventRecordNodeGetEvent(record_added, &got));
  show_truth("event to record", got == second);
  MUST(cudaGraphEventWaitNodeGetEvent(wait_added, &got));
  show_truth("event to wait for", got == second);
  std::printf("nodes that allocate and free\n");
  auto alloc = of_kind(cudaGraphNodeTypeMemAlloc), freed = of_kind(cudaGraphNodeTypeMemFree);
  alloc.alloc.poolProps.allocType = cudaMemAllocationTypePinned;
  alloc.alloc.poolProps.location.type = cudaMemLocationTypeDevice;
  alloc.alloc.bytesize = 64;
  auto memory = new_graph();
  cudaGraphNode_t alloc_added, free_added;
  MUST(cudaGraphAddNode(&alloc_added, memory, nullptr, nullptr, 0, &alloc));
  freed.free.dptr = alloc.alloc.dptr;
  MUST(cudaGraphAddNode(&free_added, memory, &alloc_added, nullptr, 1, &freed));
  SHOW(cudaGraphNodeSetParams(alloc_added, &freed));
  SHOW(cudaGraphNodeSetParams(alloc_added, &host));
  SHOW(cudaGraphNodeSetParams(host_added, &freed));
  SHOW(cudaGraphNodeSetParams(alloc_added, &alloc));
  SHOW(cudaGraphNodeSetParams(free_added, &freed));
}

__global__ void times_ten(int *p) { *p *= 10; }

// cudaGraphAddEmptyNode: it does nothing but wait for what it depends on.
CASE(graph_add_empty_node) {
  DeviceArray<int> word(1);
  int *p = word;
  show_adding([&](cudaGraphNode_t *node, cudaGraph_t graph, const cudaGraphNode_t *after, std::size_t count) {
    return cudaGraphAddEmptyNode(node, graph, after, count);
  });
  auto graph = new_graph();
  std::vector<cudaGraphNode_t> first;
  for (int i = 0; i < 16; ++i) first.push_back(kernel_node(graph, word, i));
  cudaGraphNode_t join;
  SHOW(cudaGraphAddEmptyNode(&join, graph, first.data(), first.size()));
  std::size_t count = 0;
  SHOW(cudaGraphNodeGetDependencies(join, nullptr, nullptr, &count));
  show_value("dependencies", static_cast<long long>(count));
  void *args[] = {&p};
  cudaKernelNodeParams params = {(void *)times_ten, 1, 1, 0, args, nullptr};
  cudaGraphNode_t last;
  MUST(cudaGraphAddKernelNode(&last, graph, &join, 1, &params));
  run_once(instantiate(graph));
  show_value("word", word.read()[0]);
  std::printf("a graph of nothing else\n");
  auto second = new_graph();
  cudaGraphNode_t alone;
  SHOW(cudaGraphAddEmptyNode(&alone, second, nullptr, 0));
  cudaGraphExec_t exec;
  SHOW(cudaGraphInstantiate(&exec, second, 0));
  SHOW(cudaGraphLaunch(exec, nullptr));
  SHOW(cudaStreamSynchronize(nullptr));
}
