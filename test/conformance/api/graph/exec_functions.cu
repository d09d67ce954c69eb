// SPDX-License-Identifier: Apache-2.0
// New parameters for kernels, host functions and child graphs of an executable graph.
#include "../../cases.h"
#include "../../gate.h"
#include "../../graphs/nodes.h"

__global__ void shape(int *p, int n) {
  extern __shared__ int shared[];
  shared[threadIdx.x] = n;
  if (threadIdx.x == 0 && blockIdx.x == 0) p[0] = static_cast<int>(gridDim.x * 1000 + blockDim.x * 10) + shared[0];
}

__global__ void one_argument(int *p) { *p += 7; }
static int not_a_kernel;

// cudaGraphExecKernelNodeSetParams: arguments, shape and function of a kernel in an exec, for launches to come; what is
// refused, and what that leaves. (Null parameters make hardware crash.)
CASE(graph_exec_kernel_node_set_params) {
  prepare_gates();
  DeviceArray<int> words(2);
  int calls = 0;
  auto graph = new_graph(), other = new_graph();
  auto kernel = kernel_node(graph, words, 1), foreign = kernel_node(other, words, 1);
  auto host = host_node(graph, count_call, &calls, {kernel});
  auto exec = instantiate(graph), tried = instantiate(graph);
  cudaGraph_t clone;
  cudaGraphNode_t in_clone;
  MUST(cudaGraphClone(&clone, graph));
  MUST(cudaGraphNodeFindInClone(&in_clone, kernel, clone));
  {
    KernelParams params(words, 10);
    SHOW(cudaGraphExecKernelNodeSetParams(nullptr, kernel, params));
    SHOW(cudaGraphExecKernelNodeSetParams(exec, nullptr, params));
    SHOW(cudaGraphExecKernelNodeSetParams(exec, foreign, params));
    SHOW(cudaGraphExecKernelNodeSetParams(exec, in_clone, params));
    SHOW(cudaGraphExecKernelNodeSetParams(exec, host, params));
  }
  std::printf("refused parameters\n");
  for (dim3 grid : {dim3(0), dim3(1, 0), dim3(1, 1, 0), dim3(1, 65536), dim3(1, 1, 65536), dim3(0x80000000u)}) {
    KernelParams params(words, 10);
    params.params.gridDim = grid;
    SHOW(cudaGraphExecKernelNodeSetParams(tried, kernel, params));
  }
  for (dim3 block : {dim3(0), dim3(1025), dim3(1, 1, 65), dim3(1024, 2)}) {
    KernelParams params(words, 10);
    params.params.blockDim = block;
    SHOW(cudaGraphExecKernelNodeSetParams(exec, kernel, params));
  }
  for (unsigned bytes : {48u * 1024 + 1, 1u << 30}) {
    KernelParams params(words, 10);
    params.params.sharedMemBytes = bytes;
    SHOW(cudaGraphExecKernelNodeSetParams(tried, kernel, params));
  }
  for (void *function : {(void *)nullptr, (void *)&not_a_kernel, (void *)&calls}) {
    KernelParams params(words, 10, function);
    SHOW(cudaGraphExecKernelNodeSetParams(exec, kernel, params));
  }
  run_once(exec);
  show_row("words, calls", {words.read()[0], words.read()[1], calls});

  std::printf("changes\n");
  {
    KernelParams params(words + 1, 10);
    SHOW(cudaGraphExecKernelNodeSetParams(exec, kernel, params));
    params.n = 5000;  // the call has read it
  }
  run_once(exec);
  show_row("words, calls", {words.read()[0], words.read()[1], calls});
  {
    KernelParams params(words + 1, 1);
    params.params.gridDim = 3;
    params.params.blockDim = 4;
    SHOW(cudaGraphExecKernelNodeSetParams(exec, kernel, params));
  }
  run_once(exec);
  show_row("words", words.read());
  {
    KernelParams params(words, 1, (void *)shape);
    params.params.gridDim = 2;
    params.params.blockDim = 32;
    params.params.sharedMemBytes = 128;
    SHOW(cudaGraphExecKernelNodeSetParams(exec, kernel, params));
  }
  run_once(exec);
  show_row("words", words.read());
  {
    KernelParams params(words, 1, (void *)one_argument);
    SHOW(cudaGraphExecKernelNodeSetParams(exec, kernel, params));
  }
  run_once(exec);
  show_row("words", words.read());
  cudaKernelNodeParams got;
  MUST(cudaGraphKernelNodeGetParams(kernel, &got));
  show_truth("the graph keeps its own",
             got.func == (void *)add_number && *static_cast<int *>(got.kernelParams[1]) == 1 && got.blockDim.x == 1);

  std::printf("while a launch is pending\n");
  cudaGetLastError();  // a gate looks at it
  MUST(cudaMemset(words, 0, 8));
  cudaStream_t stream;
  MUST(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking));
  {
    KernelParams first(words, 1), second(words + 1, 2);
    SHOW(cudaGraphExecKernelNodeSetParams(exec, kernel, first));
    MUST(cudaDeviceSynchronize());
    Gate gate(stream);
    MUST(cudaGraphLaunch(exec, stream));
    SHOW(cudaGraphExecKernelNodeSetParams(exec, kernel, second));
    MUST(cudaGraphLaunch(exec, stream));
  }
  MUST(cudaStreamSynchronize(stream));
  show_row("words", words.read());
}

static void add_hundred(void *n) { *static_cast<int *>(n) += 100; }

// cudaGraphExecHostNodeSetParams: another function or argument for launches to come; what is refused. (Null parameters
// make hardware crash.)
CASE(graph_exec_host_node_set_params) {
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

static DeviceArray<int> *words;

static void run_and_show(cudaGraphExec_t exec) {
  MUST(cudaMemset(words->get(), 0, 16));
  run_once(exec);
  show_row("words", words->read());
}

static cudaGraph_t chain(int first, int second) {
  auto graph = new_graph();
  auto a = kernel_node(graph, *words, first);
  kernel_node(graph, words->get() + 1, second, {a});
  return graph;
}

// cudaGraphExecChildGraphNodeSetParams: the parameters of another graph of the same shape; graphs that differ.
CASE(graph_exec_child_graph_node_set_params) {
  DeviceArray<int> memory(4);
  words = &memory;
  auto inner = chain(1, 10), graph = new_graph(), other = new_graph();
  cudaGraphNode_t child, foreign;
  MUST(cudaGraphAddChildGraphNode(&child, graph, nullptr, 0, inner));
  MUST(cudaGraphAddChildGraphNode(&foreign, other, nullptr, 0, inner));
  auto kernel = kernel_node(graph, memory + 2, 100, {child});
  auto exec = instantiate(graph);
  auto good = chain(2, 20);
  SHOW(cudaGraphExecChildGraphNodeSetParams(nullptr, child, good));
  SHOW(cudaGraphExecChildGraphNodeSetParams(exec, nullptr, good));
  SHOW(cudaGraphExecChildGraphNodeSetParams(exec, child, nullptr));
  SHOW(cudaGraphExecChildGraphNodeSetParams(exec, foreign, good));
  SHOW(cudaGraphExecChildGraphNodeSetParams(exec, kernel, good));
  run_and_show(exec);
  std::printf("graphs that differ\n");
  auto empty = new_graph(), fewer = new_graph(), more = chain(3, 30), unordered = new_graph(), kinds = new_graph();
  kernel_node(fewer, memory, 3);
  kernel_node(more, memory + 3, 3);
  kernel_node(unordered, memory, 3);
  kernel_node(unordered, memory + 1, 30);
  host_node(kinds, do_nothing, nullptr, {kernel_node(kinds, memory, 3)});
  for (auto graph_like : {empty, fewer, more, unordered, kinds})
    SHOW(cudaGraphExecChildGraphNodeSetParams(exec, child, graph_like));
  show_last_error("after graphs that differ");
  run_and_show(exec);
  std::printf("graphs of the same shape\n");
  SHOW(cudaGraphExecChildGraphNodeSetParams(exec, child, good));
  run_and_show(exec);
  SHOW(cudaGraphDestroy(good));
  run_and_show(exec);
  SHOW(cudaGraphExecChildGraphNodeSetParams(exec, child, inner));
  run_and_show(exec);
  auto function = new_graph();
  KernelParams params(memory, 3, (void *)add_other);
  cudaGraphNode_t node;
  MUST(cudaGraphAddKernelNode(&node, function, nullptr, 0, params));
  kernel_node(function, memory + 1, 30, {node});
  SHOW(cudaGraphExecChildGraphNodeSetParams(exec, child, function));
  run_and_show(exec);
  cudaGraph_t body;
  MUST(cudaGraphChildGraphNodeGetGraph(child, &body));
  SHOW(cudaGraphExecChildGraphNodeSetParams(exec, child, body));
  run_and_show(exec);
  cudaGraphNode_t inside[2];
  std::size_t count = 2;
  MUST(cudaGraphGetNodes(body, inside, &count));
  KernelParams changed(memory + 3, 7);
  MUST(cudaGraphKernelNodeSetParams(inside[1], changed));
  SHOW(cudaGraphExecChildGraphNodeSetParams(exec, child, body));
  run_and_show(exec);

  std::printf("children of children\n");
  auto outer = new_graph(), middle = new_graph(), other_middle = new_graph(), shape = new_graph();
  MUST(cudaGraphAddChildGraphNode(&node, middle, nullptr, 0, chain(1, 2)));
  MUST(cudaGraphAddChildGraphNode(&child, outer, nullptr, 0, middle));
  MUST(cudaGraphAddChildGraphNode(&node, other_middle, nullptr, 0, chain(3, 4)));
  MUST(cudaGraphAddChildGraphNode(&node, shape, nullptr, 0, fewer));
  exec = instantiate(outer);
  SHOW(cudaGraphExecChildGraphNodeSetParams(exec, child, other_middle));
  run_and_show(exec);
  SHOW(cudaGraphExecChildGraphNodeSetParams(exec, child, shape));
  run_and_show(exec);
}
