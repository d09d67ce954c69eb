// SPDX-License-Identifier: Apache-2.0
// Conditional nodes and what their bodies may hold.
#include "../cases.h"
#include "nodes.h"

namespace conditional_ {
__global__ void decide(cudaGraphConditionalHandle handle, int *value) { cudaGraphSetConditional(handle, *value); }
__global__ void add(int *p, int n) { *p += n; }

__global__ void countdown(cudaGraphConditionalHandle handle, int *n, int *rounds) {
  *rounds += 1;
  *n -= 1;
  cudaGraphSetConditional(handle, *n > 0);
}

template <class... Args>
cudaGraphNode_t kernel_node(cudaGraph_t graph, std::vector<cudaGraphNode_t> deps, void *func, Args... values) {
  void *args[] = {&values...};
  cudaKernelNodeParams params = {};
  params.func = func;
  params.gridDim = 1;
  params.blockDim = 1;
  params.kernelParams = args;
  cudaGraphNode_t node;
  MUST(cudaGraphAddKernelNode(&node, graph, deps.data(), deps.size(), &params));
  return node;
}

void run(cudaGraph_t graph, DeviceArray<int> &words, std::vector<int> initial) {
  cudaGraphExec_t exec;
  SHOW(cudaGraphInstantiate(&exec, graph, 0));
  for (int value : initial) {
    std::vector<int> start = {value, 0, 0, 0};
    MUST(cudaMemcpy(words, start.data(), 16, cudaMemcpyHostToDevice));
    SHOW(cudaGraphLaunch(exec, 0));
    SHOW(cudaStreamSynchronize(0));
    show_row("words", words.read());
  }
}

// Conditional nodes: if, while, switch.
CASE(conditional) {
  DeviceArray<int> words(4);
  int *w = words;
  cudaGraphConditionalHandle handle;
  cudaGraphNodeParams params = {};
  params.type = cudaGraphNodeTypeConditional;
  {
    std::printf("if and else\n");
    cudaGraph_t graph;
    MUST(cudaGraphCreate(&graph, 0));
    SHOW(cudaGraphConditionalHandleCreate(&handle, graph, 0, cudaGraphCondAssignDefault));
    auto first = kernel_node(graph, {}, (void *)decide, handle, w);
    params.conditional.handle = handle;
    params.conditional.type = cudaGraphCondTypeIf;
    params.conditional.size = 2;
    cudaGraphNode_t node;
    SHOW(cudaGraphAddNode(&node, graph, &first, nullptr, 1, &params));
    kernel_node(params.conditional.phGraph_out[0], {}, (void *)add, w + 1, 10);
    kernel_node(params.conditional.phGraph_out[1], {}, (void *)add, w + 2, 20);
    kernel_node(graph, {node}, (void *)add, w + 3, 1);
    run(graph, words, {0, 1, 5});
  }
  {
    std::printf("while\n");
    cudaGraph_t graph;
    MUST(cudaGraphCreate(&graph, 0));
    SHOW(cudaGraphConditionalHandleCreate(&handle, graph, 1, cudaGraphCondAssignDefault));
    params.conditional.handle = handle;
    params.conditional.type = cudaGraphCondTypeWhile;
    params.conditional.size = 1;
    cudaGraphNode_t node;
    SHOW(cudaGraphAddNode(&node, graph, nullptr, nullptr, 0, &params));
    kernel_node(params.conditional.phGraph_out[0], {}, (void *)countdown, handle, w, w + 1);
    run(graph, words, {1, 4, 100});
  }
  {
    std::printf("switch\n");
    cudaGraph_t graph;
    MUST(cudaGraphCreate(&graph, 0));
    SHOW(cudaGraphConditionalHandleCreate(&handle, graph, 0, 0));
    auto first = kernel_node(graph, {}, (void *)decide, handle, w);
    params.conditional.handle = handle;
    params.conditional.type = cudaGraphCondTypeSwitch;
    params.conditional.size = 3;
    cudaGraphNode_t node;
    SHOW(cudaGraphAddNode(&node, graph, &first, nullptr, 1, &params));
    for (int i = 0; i < 3; ++i) kernel_node(params.conditional.phGraph_out[i], {}, (void *)add, w + 1, 100 + i);
    run(graph, words, {0, 1, 2, 3});
  }
}
}  // namespace conditional_

static int calls = 0;
static cudaEvent_t event;

static cudaError_t add_to(cudaGraph_t body, int kind, int *word) {
  cudaGraphNode_t node;
  switch (kind) {
    case 0:
      kernel_node(body, word, 1);
      return cudaSuccess;
    case 1:
      return cudaGraphAddMemcpyNode1D(&node, body, nullptr, 0, word + 1, word, 4, cudaMemcpyDeviceToDevice);
    case 2: {
      auto fill = memset_params(word, 5, 1);
      return cudaGraphAddMemsetNode(&node, body, nullptr, 0, &fill);
    }
    case 3: {
      cudaHostNodeParams host = {count_call, &calls};
      return cudaGraphAddHostNode(&node, body, nullptr, 0, &host);
    }
    case 4: {
      auto child = new_graph();
      kernel_node(child, word, 10);
      return cudaGraphAddChildGraphNode(&node, body, nullptr, 0, child);
    }
    case 5:
      return cudaGraphAddEmptyNode(&node, body, nullptr, 0);
    case 6:
      return cudaGraphAddEventWaitNode(&node, body, nullptr, 0, event);
    case 7:
      return cudaGraphAddEventRecordNode(&node, body, nullptr, 0, event);
    case 8: {
      auto child = new_graph();
      cudaHostNodeParams host = {count_call, &calls};
      MUST(cudaGraphAddHostNode(&node, child, nullptr, 0, &host));
      return cudaGraphAddChildGraphNode(&node, body, nullptr, 0, child);
    }
    case 9: {
      static int *pinned = [] {
        int *made;
        MUST(cudaHostAlloc(&made, 64, 0));
        return made;
      }();
      return cudaGraphAddMemcpyNode1D(&node, body, nullptr, 0, word, pinned, 4, cudaMemcpyHostToDevice);
    }
    case 10: {
      cudaMemAllocNodeParams alloc = {};
      alloc.poolProps.allocType = cudaMemAllocationTypePinned;
      alloc.poolProps.location.type = cudaMemLocationTypeDevice;
      alloc.bytesize = 64;
      return cudaGraphAddMemAllocNode(&node, body, nullptr, 0, &alloc);
    }
    case 11: {
      auto fill = memset_params(word, 1, 2);
      fill.height = 2;
      fill.pitch = 16;
      return cudaGraphAddMemsetNode(&node, body, nullptr, 0, &fill);
    }
  }
  return cudaErrorUnknown;
}

// Which nodes the body of a conditional node may hold: one kind at a time, instantiated and run.
CASE(conditional_bodies) {
  DeviceArray<int> words(16);
  MUST(cudaEventCreate(&event));
  const char *names[] = {"kernel", "copy", "memset", "host function", "child graph", "empty", "event wait",
                         "event record", "host function in a child graph", "copy from the host", "allocation",
                         "memset of two rows"};
  for (int kind = 0; kind < 12; ++kind) {
    auto graph = new_graph();
    cudaGraphConditionalHandle handle;
    MUST(cudaGraphConditionalHandleCreate(&handle, graph, 1, cudaGraphCondAssignDefault));
    cudaGraphNodeParams params = {};
    params.type = cudaGraphNodeTypeConditional;
    params.conditional.handle = handle;
    params.conditional.type = cudaGraphCondTypeIf;
    params.conditional.size = 1;
    cudaGraphNode_t node;
    MUST(cudaGraphAddNode(&node, graph, nullptr, nullptr, 0, &params));
    const cudaError_t added = add_to(params.conditional.phGraph_out[0], kind, words);
    cudaGraphExec_t exec = nullptr;
    cudaGraphInstantiateParams how = {};
    const cudaError_t made = cudaGraphInstantiateWithParams(&exec, graph, &how);
    std::printf("%s: %s, %s, result %d, %s\n", names[kind], name_of(added), name_of(made), int(how.result_out),
                how.errNode_out != nullptr ? "a node is named" : "no node is named");
    cudaGetLastError();
    if (made == cudaSuccess) run_once(exec);
  }
  show_row("words", {words.read()[0], words.read()[1], calls});
}

namespace conditional_node_ {
static __global__ void decide(cudaGraphConditionalHandle handle, unsigned value) {
  cudaGraphSetConditional(handle, value);
}

static cudaGraphNode_t decide_node(cudaGraph_t graph, cudaGraphConditionalHandle handle, unsigned value,
                                   std::vector<cudaGraphNode_t> after = {}) {
  void *args[] = {&handle, &value};
  cudaKernelNodeParams params = {};
  params.func = (void *)decide;
  params.gridDim = 1;
  params.blockDim = 1;
  params.kernelParams = args;
  cudaGraphNode_t node;
  MUST(cudaGraphAddKernelNode(&node, graph, after.data(), after.size(), &params));
  return node;
}

// Conditional handles and nodes: arguments, what bodies may hold, copies of such graphs.
CASE(conditional_node) {
  DeviceArray<int> word(1);
  auto graph = new_graph(), other = new_graph();
  cudaGraphConditionalHandle handle, foreign, unused;
  SHOW(cudaGraphConditionalHandleCreate(nullptr, graph, 0, 0));
  SHOW(cudaGraphConditionalHandleCreate(&handle, nullptr, 0, 0));
  SHOW(cudaGraphConditionalHandleCreate(&handle, graph, 0, 2));
  SHOW(cudaGraphConditionalHandleCreate(&handle, graph, 1, cudaGraphCondAssignDefault));
  SHOW(cudaGraphConditionalHandleCreate(&foreign, other, 1, 0));
  cudaGraphNodeParams params = {};
  params.type = cudaGraphNodeTypeConditional;
  cudaGraphNode_t node, second;
  // Hardware crashes when it is given a size that the kind does not allow.
  params.conditional.type = cudaGraphCondTypeIf;
  params.conditional.size = 1;
  params.conditional.handle = handle;
  SHOW(cudaGraphAddNode(&node, graph, nullptr, nullptr, 0, &params));
  auto body = params.conditional.phGraph_out[0];
  kernel_node(body, word, 1);
  run_once(instantiate(graph));
  show_value("word", word.read()[0]);
  std::printf("copies\n");
  cudaGraph_t clone;
  SHOW(cudaGraphClone(&clone, graph));
  SHOW(cudaGraphAddChildGraphNode(&second, other, nullptr, 0, graph));
  SHOW(cudaGraphDestroy(body));
  std::printf("an unused handle\n");
  SHOW(cudaGraphConditionalHandleCreate(&unused, graph, 0, 0));
  cudaGraphExec_t exec;
  SHOW(cudaGraphInstantiate(&exec, graph, 0));
  cudaGraphInstantiateParams how = {};
  SHOW(cudaGraphInstantiateWithParams(&exec, graph, &how));
  show_value("result", how.result_out);
  std::printf("what a body may hold\n");
  auto fresh = new_graph();
  MUST(cudaGraphConditionalHandleCreate(&handle, fresh, 1, cudaGraphCondAssignDefault));
  params.conditional = {handle, cudaGraphCondTypeIf, 1, nullptr};
  MUST(cudaGraphAddNode(&node, fresh, nullptr, nullptr, 0, &params));
  body = params.conditional.phGraph_out[0];
  cudaHostNodeParams host = {do_nothing, nullptr};
  cudaGraphNode_t inside;
  SHOW(cudaGraphAddHostNode(&inside, body, nullptr, 0, &host));
  cudaEvent_t event;
  MUST(cudaEventCreate(&event));
  SHOW(cudaGraphAddEventRecordNode(&inside, body, nullptr, 0, event));
  auto fill = memset_params(word, 0, 1);
  SHOW(cudaGraphAddMemsetNode(&inside, body, nullptr, 0, &fill));
  SHOW(cudaGraphAddEmptyNode(&inside, body, nullptr, 0));
  cudaMemAllocNodeParams alloc = {};
  alloc.poolProps.allocType = cudaMemAllocationTypePinned;
  alloc.poolProps.location.type = cudaMemLocationTypeDevice;
  alloc.bytesize = 64;
  SHOW(cudaGraphAddMemAllocNode(&inside, body, nullptr, 0, &alloc));
  SHOW(cudaGraphInstantiate(&exec, fresh, 0));
  std::printf("an if within a while\n");
  auto nested = new_graph();
  cudaGraphConditionalHandle loop, choice;
  MUST(cudaGraphConditionalHandleCreate(&loop, nested, 1, cudaGraphCondAssignDefault));
  MUST(cudaGraphConditionalHandleCreate(&choice, nested, 0, cudaGraphCondAssignDefault));
  params.conditional = {loop, cudaGraphCondTypeWhile, 1, nullptr};
  MUST(cudaGraphAddNode(&node, nested, nullptr, nullptr, 0, &params));
  body = params.conditional.phGraph_out[0];
  auto choose = decide_node(body, choice, 1);
  params.conditional = {choice, cudaGraphCondTypeIf, 1, nullptr};
  SHOW(cudaGraphAddNode(&second, body, &choose, nullptr, 1, &params));
  kernel_node(params.conditional.phGraph_out[0], word, 1000);
  decide_node(body, loop, 0, {second});
  SHOW(cudaGraphInstantiate(&exec, nested, 0));
  run_once(exec);
  run_once(exec);
  show_value("word", word.read()[0]);
  SHOW(cudaGraphDestroyNode(second));
  cudaGraphNodeType type;
  SHOW(cudaGraphNodeGetType(node, &type));
  show_value("type", type);
  std::printf("a value set by the launch before\n");
  auto keeps = new_graph();
  MUST(cudaGraphConditionalHandleCreate(&handle, keeps, 1, 0));
  params.conditional = {handle, cudaGraphCondTypeIf, 1, nullptr};
  MUST(cudaGraphAddNode(&node, keeps, nullptr, nullptr, 0, &params));
  kernel_node(params.conditional.phGraph_out[0], word, 100000);
  decide_node(keeps, handle, 1, {node});
  SHOW(cudaGraphInstantiate(&exec, keeps, 0));
  run_once(exec);
  run_once(exec);
  show_value("word", word.read()[0]);
  SHOW(cudaGraphNodeSetEnabled(exec, node, 0));
}
}  // namespace conditional_node_

namespace conditional_values_ {
static __global__ void decide(cudaGraphConditionalHandle handle, const int *value) {
  cudaGraphSetConditional(handle, *value);
}

template <class... Args>
static cudaGraphNode_t node_of(cudaGraph_t graph, void *func, std::vector<cudaGraphNode_t> after, Args... values) {
  void *args[] = {&values...};
  cudaKernelNodeParams params = {};
  params.func = func;
  params.gridDim = 1;
  params.blockDim = 1;
  params.kernelParams = args;
  cudaGraphNode_t node;
  MUST(cudaGraphAddKernelNode(&node, graph, after.data(), after.size(), &params));
  return node;
}

static cudaGraphNode_t if_node(cudaGraph_t graph, cudaGraphConditionalHandle handle, int *word, int n,
                               std::vector<cudaGraphNode_t> after = {}) {
  cudaGraphNodeParams params = {};
  params.type = cudaGraphNodeTypeConditional;
  params.conditional.handle = handle;
  params.conditional.type = cudaGraphCondTypeIf;
  params.conditional.size = 1;
  cudaGraphNode_t node;
  MUST(cudaGraphAddNode(&node, graph, after.data(), nullptr, after.size(), &params));
  kernel_node(params.conditional.phGraph_out[0], word, n);
  return node;
}

// The value behind a conditional handle: of the graph, whose executable graphs come one at a time. (Destroying one waits
// for its launch.)
CASE(conditional_values) {
  DeviceArray<int> words(1);
  int *decision;
  MUST(cudaHostAlloc(&decision, 64, cudaHostAllocMapped));
  int *word = words, *where;
  MUST(cudaHostGetDevicePointer(&where, decision, 0));
  std::printf("one exec at a time\n");
  {
    auto graph = new_graph();
    cudaGraphConditionalHandle handle;
    MUST(cudaGraphConditionalHandleCreate(&handle, graph, 0, 0));
    auto node = if_node(graph, handle, word, 1);
    node_of(graph, (void *)decide, {node}, handle, (const int *)where);
    cudaGraphExec_t first = instantiate(graph), second = nullptr;
    SHOW(cudaGraphInstantiate(&second, graph, 0));
    cudaGraphInstantiateParams params = {};
    SHOW(cudaGraphInstantiateWithParams(&second, graph, &params));
    show_value("result", params.result_out);
    show_truth("a node is named", params.errNode_out != nullptr);
    decision[0] = 1;
    run_once(first);
    show_value("first launch", words.read()[0]);
    run_once(first);
    show_value("second launch", words.read()[0]);
    SHOW(cudaGraphExecDestroy(first));
    SHOW(cudaGraphInstantiate(&second, graph, 0));
    if (second != nullptr) {
      run_once(second);
      show_value("first launch of the next exec", words.read()[0]);
      run_once(second);
      show_value("second launch of the next exec", words.read()[0]);
    }
  }
}
}  // namespace conditional_values_
