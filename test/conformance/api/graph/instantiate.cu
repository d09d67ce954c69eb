// SPDX-License-Identifier: Apache-2.0
// Executable graphs made of graphs.
#include "../../cases.h"
#include "../../graphs/nodes.h"

// cudaGraphInstantiate: an executable graph of the graph as it is now; what is refused, and what that leaves.
CASE(graph_instantiate) {
  DeviceArray<int> words(2);
  auto graph = new_graph(), nothing = new_graph(), cycle = new_graph(), with_memory = new_graph();
  auto a = kernel_node(graph, words, 1), b = kernel_node(graph, words, 10, {a});
  cudaGraphExec_t exec = nullptr, second = nullptr;
  SHOW(cudaGraphInstantiate(nullptr, graph, 0));
  SHOW(cudaGraphInstantiate(&exec, nullptr, 0));
  for (unsigned long long flags : {16ull, 1ull << 31, 1ull << 63, 0x1000ull, 1ull << 32})
    SHOW(cudaGraphInstantiate(&exec, graph, flags));
  auto x = empty_node(cycle), y = empty_node(cycle, {x});
  MUST(cudaGraphAddDependencies(cycle, &y, &x, nullptr, 1));
  SHOW(cudaGraphInstantiate(&exec, cycle, 0));
  show_truth("nothing written", exec == nullptr);
  SHOW(cudaGraphInstantiate(&exec, nothing, 0));
  SHOW(cudaGraphLaunch(exec, nullptr));
  SHOW(cudaGraphExecDestroy(exec));

  std::printf("the graph as it was\n");
  SHOW(cudaGraphInstantiate(&exec, graph, 0));
  SHOW(cudaGraphInstantiate(&second, graph));
  show_truth("two of one graph", exec != second);
  KernelParams changed(words, 1000);
  MUST(cudaGraphKernelNodeSetParams(a, changed));
  kernel_node(graph, words + 1, 5);
  MUST(cudaGraphDestroyNode(b));
  run_once(exec);
  show_row("words", words.read());
  SHOW(cudaGraphExecDestroy(exec));
  run_once(second);
  show_row("words", words.read());
  SHOW(cudaGraphInstantiate(&exec, graph, 0));
  run_once(exec);
  show_row("words of the changed graph", words.read());
  SHOW(cudaGraphDestroy(graph));
  run_once(exec);
  show_row("words without the graph", words.read());

  std::printf("graphs of nodes\n");
  auto outer = new_graph(), inner = new_graph();
  kernel_node(inner, words, 1);
  cudaGraphNode_t child, alloc;
  MUST(cudaGraphAddChildGraphNode(&child, outer, nullptr, 0, inner));
  cudaGraph_t body;
  MUST(cudaGraphChildGraphNodeGetGraph(child, &body));
  exec = nullptr;
  SHOW(cudaGraphInstantiate(&exec, body, 0));
  std::printf("memory nodes\n");
  auto memory = alloc_params(1024);
  MUST(cudaGraphAddMemAllocNode(&alloc, with_memory, nullptr, 0, &memory));
  SHOW(cudaGraphInstantiate(&exec, with_memory, 0));
  SHOW(cudaGraphInstantiate(&second, with_memory, 0));
  SHOW(cudaGraphExecDestroy(exec));
  SHOW(cudaGraphInstantiate(&second, with_memory, 0));
  std::printf("conditions\n");
  auto conditional = new_graph();
  cudaGraphConditionalHandle handle, unused;
  MUST(cudaGraphConditionalHandleCreate(&handle, conditional, 1, cudaGraphCondAssignDefault));
  cudaGraphNodeParams condition = {};
  condition.type = cudaGraphNodeTypeConditional;
  condition.conditional.handle = handle;
  condition.conditional.type = cudaGraphCondTypeIf;
  condition.conditional.size = 1;
  MUST(cudaGraphAddNode(&child, conditional, nullptr, nullptr, 0, &condition));
  SHOW(cudaGraphInstantiate(&exec, conditional, 0));
  SHOW(cudaGraphInstantiate(&second, conditional, 0));
  SHOW(cudaGraphExecDestroy(exec));
  MUST(cudaGraphConditionalHandleCreate(&unused, conditional, 1, cudaGraphCondAssignDefault));
  SHOW(cudaGraphInstantiate(&exec, conditional, 0));
}

// cudaGraphInstantiateWithFlags: which flags there are, and what freeing on launch does.
CASE(graph_instantiate_with_flags) {
  DeviceArray<int> word(1);
  auto graph = new_graph();
  auto a = kernel_node(graph, word, 1);
  cudaGraphExec_t exec = nullptr;
  SHOW(cudaGraphInstantiateWithFlags(nullptr, graph, 0));
  SHOW(cudaGraphInstantiateWithFlags(&exec, nullptr, 0));
  for (unsigned bit = 0; bit < 64; ++bit) {
    if (bit >= 6 && bit < 60 && bit != 31 && bit != 32) continue;
    if ((1ull << bit) == cudaGraphInstantiateFlagDeviceLaunch) continue;
    exec = nullptr;
    const cudaError_t error = cudaGraphInstantiateWithFlags(&exec, graph, 1ull << bit);
    std::printf("flag %u: %s, %s\n", bit, name_of(error), exec != nullptr ? "made" : "nothing written");
    if (error == cudaSuccess) {
      run_once(exec);
      MUST(cudaGraphExecDestroy(exec));
    }
  }
  show_value("word", word.read()[0]);
  constexpr unsigned kBoth = cudaGraphInstantiateFlagAutoFreeOnLaunch | cudaGraphInstantiateFlagUseNodePriority;
  SHOW(cudaGraphInstantiateWithFlags(&exec, graph, kBoth));
  SHOW(cudaGraphExecDestroy(exec));
  SHOW(cudaGraphInstantiateWithFlags(&exec, graph, kBoth | cudaGraphInstantiateFlagUpload));
  SHOW(cudaGraphInstantiateWithFlags(
      &exec, graph, cudaGraphInstantiateFlagAutoFreeOnLaunch | cudaGraphInstantiateFlagDeviceLaunch));
  auto b = kernel_node(graph, word, 1, {a});
  MUST(cudaGraphAddDependencies(graph, &b, &a, nullptr, 1));
  SHOW(cudaGraphInstantiateWithFlags(&exec, graph, 0));

  std::printf("memory that a graph keeps\n");
  auto keeps = new_graph();
  auto memory = alloc_params(4096);
  cudaGraphNode_t alloc, work;
  MUST(cudaGraphAddMemAllocNode(&alloc, keeps, nullptr, 0, &memory));
  auto fill = memset_params(memory.dptr, 42, 1);
  MUST(cudaGraphAddMemsetNode(&work, keeps, &alloc, 1, &fill));
  SHOW(cudaGraphInstantiateWithFlags(&exec, keeps, 0));
  SHOW(cudaGraphLaunch(exec, nullptr));
  SHOW(cudaGraphLaunch(exec, nullptr));
  SHOW(cudaFreeAsync(memory.dptr, nullptr));
  SHOW(cudaGraphLaunch(exec, nullptr));
  SHOW(cudaFreeAsync(memory.dptr, nullptr));
  SHOW(cudaDeviceSynchronize());
  SHOW(cudaGraphExecDestroy(exec));
  SHOW(cudaGraphInstantiateWithFlags(&exec, keeps, cudaGraphInstantiateFlagAutoFreeOnLaunch));
  for (int i = 0; i < 3; ++i) SHOW(cudaGraphLaunch(exec, nullptr));
  int value = 0;
  SHOW(cudaMemcpy(&value, memory.dptr, 4, cudaMemcpyDeviceToHost));
  show_value("value", value);
  unsigned long long used = 0;
  SHOW(cudaDeviceGetGraphMemAttribute(0, cudaGraphMemAttrUsedMemCurrent, &used));
  show_truth("one launch's memory is in use", used >= 4096);
  SHOW(cudaFree(memory.dptr));
  SHOW(cudaGraphLaunch(exec, nullptr));
  SHOW(cudaFree(memory.dptr));
  SHOW(cudaFree(memory.dptr));
}

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

// cudaGraphInstantiateWithParams: the result and the node that it names, uploads; what is refused.
CASE(graph_instantiate_with_params) {
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

static void show_flags(const char *what, cudaGraphExec_t exec) {
  unsigned long long flags = 77;
  const cudaError_t error = cudaGraphExecGetFlags(exec, &flags);
  std::printf("%s: %s, %llu\n", what, name_of(error), flags);
}

// cudaGraphExecGetFlags: the flags of each form of instantiation; null pointers.
CASE(graph_exec_get_flags) {
  DeviceArray<int> word(1);
  auto graph = new_graph();
  kernel_node(graph, word, 1);
  cudaGraphExec_t exec;
  show_flags("no exec", nullptr);
  MUST(cudaGraphInstantiate(&exec, graph, 0));
  SHOW(cudaGraphExecGetFlags(exec, nullptr));
  show_flags("none", exec);
  for (unsigned long long flags : {1ull, 8ull, 9ull}) {
    std::printf("flags %llu\n", flags);
    MUST(cudaGraphInstantiate(&exec, graph, flags));
    show_flags("plain", exec);
    MUST(cudaGraphInstantiateWithFlags(&exec, graph, flags));
    show_flags("with flags", exec);
    cudaGraphInstantiateParams params = {};
    params.flags = flags;
    MUST(cudaGraphInstantiateWithParams(&exec, graph, &params));
    show_flags("with parameters", exec);
    params.flags |= cudaGraphInstantiateFlagUpload;
    MUST(cudaGraphInstantiateWithParams(&exec, graph, &params));
    show_flags("uploaded", exec);
    run_once(exec);
    SHOW(cudaGraphExecUpdate(exec, graph, nullptr));
    show_flags("after a launch and an update", exec);
  }
}
