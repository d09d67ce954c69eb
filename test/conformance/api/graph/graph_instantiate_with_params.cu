// SPDX-License-Identifier: Apache-2.0
// cudaGraphInstantiateWithParams: the result and the node that it names, uploads; what is refused.
#include "../../graphs/nodes.h"

static cudaGraphExec_t instantiate_with(const char *what, cudaGraph_t graph, unsigned long long flags,
                                        cudaStream_t stream, const std::vector<cudaGraphNode_t> &known) {
  cudaGraphInstantiateParams params;
  std::memset(&params, 0, sizeof params);
  params.flags = flags;
  params.uploadStream = stream;
  params.result_out = static_cast<cudaGraphInstantiateResult>(77);
  params.errNode_out = known.empty() ? nullptr : known[0];
  cudaGraphExec_t exec = nullptr;
  const cudaError_t error = cudaGraphInstantiateWithParams(&exec, graph, &params);
  const int node = params.errNode_out == nullptr ? -2 : places_in(known, &params.errNode_out, 1)[0];
  std::printf("%s: %s, result %d, node %d, %s\n", what, name_of(error), int(params.result_out), node,
              exec != nullptr ? "made" : "nothing written");
  return exec;
}

CASES() {
  DeviceArray<int> word(1);
  auto graph = new_graph(), cycle = new_graph();
  auto a = kernel_node(graph, word, 1), b = kernel_node(graph, word, 10, {a});
  cudaStream_t stream;
  MUST(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking));
  cudaGraphExec_t exec;
  cudaGraphInstantiateParams params = {};
  SHOW(cudaGraphInstantiateWithParams(&exec, graph, nullptr));
  SHOW(cudaGraphInstantiateWithParams(nullptr, graph, &params));
  show_value("result", params.result_out);
  instantiate_with("no graph", nullptr, 0, nullptr, {});
  instantiate_with("flag 16", graph, 16, nullptr, {});
  instantiate_with("flag 1 << 40", graph, 1ull << 40, nullptr, {});
  run_once(instantiate_with("plain", graph, 0, nullptr, {a, b}));
  run_once(instantiate_with("node priorities", graph, cudaGraphInstantiateFlagUseNodePriority, nullptr, {a, b}));
  run_once(instantiate_with("free on launch", graph, cudaGraphInstantiateFlagAutoFreeOnLaunch, nullptr, {a, b}));
  instantiate_with("free on launch, launch from the device", graph,
                   cudaGraphInstantiateFlagAutoFreeOnLaunch | cudaGraphInstantiateFlagDeviceLaunch, nullptr, {a, b});
  show_value("word", word.read()[0]);
  std::printf("uploads\n");
  for (cudaStream_t where : {stream, cudaStream_t(nullptr), cudaStreamLegacy, cudaStreamPerThread}) {
    exec = instantiate_with("upload", graph, cudaGraphInstantiateFlagUpload, where, {a, b});
    SHOW(cudaGraphLaunch(exec, where));
    SHOW(cudaDeviceSynchronize());
    SHOW(cudaGraphExecDestroy(exec));
  }
  show_value("word", word.read()[0]);
  exec = instantiate_with("a stream and no upload", graph, 0, stream, {a, b});
  std::printf("nodes that are named\n");
  auto x = empty_node(cycle), y = empty_node(cycle, {x});
  instantiate_with("no circle yet", cycle, 0, nullptr, {x, y});
  MUST(cudaGraphAddDependencies(cycle, &y, &x, nullptr, 1));
  cudaGraphInstantiateParams circle = {};
  SHOW(cudaGraphInstantiateWithParams(&exec, cycle, &circle));
  show_value("result", circle.result_out);
  show_truth("one of the circle is named", circle.errNode_out == x || circle.errNode_out == y);
  auto with_memory = new_graph();
  auto memory = alloc_params(1024);
  cudaGraphNode_t alloc, node;
  MUST(cudaGraphAddMemAllocNode(&alloc, with_memory, nullptr, 0, &memory));
  instantiate_with("memory nodes", with_memory, 0, nullptr, {alloc});
  instantiate_with("memory nodes again", with_memory, 0, nullptr, {alloc});
  auto conditional = new_graph();
  cudaGraphConditionalHandle handle;
  MUST(cudaGraphConditionalHandleCreate(&handle, conditional, 1, cudaGraphCondAssignDefault));
  node = empty_node(conditional);
  instantiate_with("a condition that no node uses", conditional, 0, nullptr, {node});
  auto outer = new_graph();
  MUST(cudaGraphAddChildGraphNode(&node, outer, nullptr, 0, graph));
  cudaGraph_t body;
  MUST(cudaGraphChildGraphNodeGetGraph(node, &body));
  instantiate_with("a child graph", body, 0, nullptr, {node});
  std::printf("not for a launch from the device\n");
  auto launch = [&](const char *what, cudaGraph_t wanted, const std::vector<cudaGraphNode_t> &known) {
    instantiate_with(what, wanted, cudaGraphInstantiateFlagDeviceLaunch, nullptr, known);
  };
  auto refused = new_graph();
  node = host_node(refused, do_nothing, nullptr);
  launch("a host function", refused, {node});
  auto last = host_node(refused, do_nothing, nullptr, {kernel_node(refused, word, 1)});
  launch("two host functions and a kernel", refused, {node, last});
  cudaEvent_t event;
  MUST(cudaEventCreate(&event));
  refused = new_graph();
  MUST(cudaGraphAddEventRecordNode(&node, refused, nullptr, 0, event));
  launch("a record", refused, {node});
  refused = new_graph();
  MUST(cudaGraphAddEventWaitNode(&node, refused, nullptr, 0, event));
  launch("a wait", refused, {node});
  refused = new_graph();
  auto more_memory = alloc_params(1024);
  MUST(cudaGraphAddMemAllocNode(&node, refused, nullptr, 0, &more_memory));
  launch("memory", refused, {node});
  refused = new_graph();
  int pageable = 0;
  MUST(cudaGraphAddMemcpyNode1D(&node, refused, nullptr, 0, &pageable, word, 4, cudaMemcpyDeviceToHost));
  launch("a copy to pageable memory", refused, {node});
  refused = new_graph();
  auto inside = new_graph();
  host_node(inside, do_nothing, nullptr);
  MUST(cudaGraphAddChildGraphNode(&node, refused, nullptr, 0, inside));
  launch("a host function in a child graph", refused, {node});
  launch("no nodes", new_graph(), {node});
  refused = new_graph();
  node = empty_node(refused);
  launch("an empty node", refused, {node});
}
