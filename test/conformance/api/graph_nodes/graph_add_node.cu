// SPDX-License-Identifier: Apache-2.0
// cudaGraphAddNode: descriptions that are refused, edges with data, and one node of each kind.
#include "../../api/graph_nodes/adding.h"

static cudaGraphNodeParams of_kind(cudaGraphNodeType type) {
  cudaGraphNodeParams params = {};
  params.type = type;
  return params;
}

CASES() {
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
