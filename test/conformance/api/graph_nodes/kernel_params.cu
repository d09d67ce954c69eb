// SPDX-License-Identifier: Apache-2.0
// Kernel nodes and their parameters.
#include "../../cases.h"
#include "../../api/graph_nodes/adding.h"
#include "../../graphs/nodes.h"

static int variable;

struct Mixed {
  char letter;
  double number;
};

__global__ void store(int *out, Mixed mixed, short n) {
  out[0] = mixed.letter;
  out[1] = int(mixed.number);
  out[2] = n;
}

__global__ void count_threads(int *out) {
  extern __shared__ int dynamic[];
  if (threadIdx.x == 0) dynamic[511] = 0;
  __syncthreads();
  atomicAdd(&dynamic[511], 1);
  __syncthreads();
  if (threadIdx.x == 0) atomicAdd(out + 3, dynamic[511]);
}

__global__ __launch_bounds__(64) void bounded() {}

__global__ void large(int *out) {
  extern __shared__ int dynamic[];
  dynamic[60 * 256 - 1] = 5;
  out[4] = dynamic[60 * 256 - 1];
}

// cudaGraphAddKernelNode: functions and configurations that are refused; arguments are taken when the node is added.
CASE(graph_add_kernel_node) {
  DeviceArray<int> words(8);
  int *out = words;
  KernelParams good(out, 1);
  show_adding([&](cudaGraphNode_t *node, cudaGraph_t graph, const cudaGraphNode_t *after, std::size_t count) {
    return cudaGraphAddKernelNode(node, graph, after, count, good);
  });
  auto graph = new_graph();
  cudaGraphNode_t node;
  SHOW(cudaGraphAddKernelNode(&node, graph, nullptr, 0, nullptr));
  auto refuse = [&](const char *what, void *func, dim3 grid, dim3 block, unsigned shared = 0) {
    auto params = good.params;
    params.func = func;
    params.gridDim = grid;
    params.blockDim = block;
    params.sharedMemBytes = shared;
    show(what, cudaGraphAddKernelNode(&node, graph, nullptr, 0, &params));
  };
  void *known = (void *)add_number;
  refuse("no function", nullptr, 1, 1);
  refuse("a variable as function", &variable, 1, 1);
  refuse("grid of no blocks", known, dim3(1, 0, 1), 1);
  refuse("block of no threads", known, 1, dim3(1, 1, 0));
  refuse("block of 1025", known, 1, 1025);
  refuse("block of 64 x 32", known, 1, dim3(64, 32));
  refuse("block of z 65", known, 1, dim3(1, 1, 65));
  refuse("grid of y 65536", known, dim3(1, 65536), 1);
  refuse("grid of z 65536", known, dim3(1, 1, 65536), 1);
  refuse("grid of x 2^31", known, 0x80000000u, 1);
  refuse("beyond its launch bounds", (void *)bounded, 1, 65);
  refuse("too much shared memory", known, 1, 1, 1 << 30);
  refuse("shared memory that was not asked for", (void *)large, 1, 1, 60 * 1024);
  auto nothing = good.params;
  nothing.kernelParams = nullptr;
  show("parameters without arguments", cudaGraphAddKernelNode(&node, graph, nullptr, 0, &nothing));
  show_value("nodes", node_count(graph));
  std::printf("what runs\n");
  Mixed mixed = {'x', 12.5};
  short n = -3;
  void *args[] = {&out, &mixed, &n};
  cudaKernelNodeParams params = {(void *)store, 1, 1, 0, args, nullptr};
  SHOW(cudaGraphAddKernelNode(&node, graph, nullptr, 0, &params));
  mixed = {'y', 1};
  n = 0;
  args[0] = nullptr;
  params = {(void *)count_threads, dim3(2, 3), dim3(8, 4), 2048, args, nullptr};
  args[0] = &out;
  SHOW(cudaGraphAddKernelNode(&node, graph, nullptr, 0, &params));
  MUST(cudaFuncSetAttribute((const void *)large, cudaFuncAttributeMaxDynamicSharedMemorySize, 60 * 1024));
  params = {(void *)large, 1, 1, 60 * 1024, args, nullptr};
  SHOW(cudaGraphAddKernelNode(&node, graph, nullptr, 0, &params));
  cudaKernel_t kernel;
  MUST(cudaGetKernel(&kernel, known));
  KernelParams by_handle(out + 5, 9, (void *)kernel);
  SHOW(cudaGraphAddKernelNode(&node, graph, nullptr, 0, by_handle));
  run_once(instantiate(graph));
  show_row("words", words.read());
}

__global__ void three(int *out, short n, double x) { *out = n + int(x); }

static void show_params(const cudaKernelNodeParams &got) {
  show_truth("function", got.func == (void *)three);
  show_row("grid", {int(got.gridDim.x), int(got.gridDim.y), int(got.gridDim.z)});
  show_row("block", {int(got.blockDim.x), int(got.blockDim.y), int(got.blockDim.z)});
  show_value("shared memory", got.sharedMemBytes);
  show_row("arguments", {*static_cast<short *>(got.kernelParams[1]), int(*static_cast<double *>(got.kernelParams[2]))});
  show_truth("extra", got.extra != nullptr);
}

// cudaGraphKernelNodeGetParams: nodes and nulls that are refused; what it tells of nodes made by hand and captured.
CASE(graph_kernel_node_get_params) {
  DeviceArray<int> word(1);
  int *out = word;
  short n = 5;
  double x = 7;
  void *args[] = {&out, &n, &x};
  auto graph = new_graph();
  cudaKernelNodeParams params = {(void *)three, dim3(1, 2, 3), dim3(4, 5, 6), 512, args, nullptr}, got;
  cudaGraphNode_t node;
  MUST(cudaGraphAddKernelNode(&node, graph, nullptr, 0, &params));
  n = 6;
  SHOW(cudaGraphKernelNodeGetParams(nullptr, &got));
  SHOW(cudaGraphKernelNodeGetParams(node, nullptr));
  SHOW(cudaGraphKernelNodeGetParams(empty_node(graph), &got));
  SHOW(cudaGraphKernelNodeGetParams(node, &got));
  show_params(got);
  show_truth("the caller's arguments", got.kernelParams == args || got.kernelParams[1] == &n);
  std::printf("what was told can be used\n");
  auto second = new_graph();
  cudaGraphNode_t copy;
  SHOW(cudaGraphAddKernelNode(&copy, second, nullptr, 0, &got));
  SHOW(cudaGraphDestroy(graph));
  run_once(instantiate(second));
  show_value("word", word.read()[0]);
  std::printf("in a clone\n");
  cudaGraph_t clone;
  cudaGraphNode_t cloned;
  MUST(cudaGraphClone(&clone, second));
  MUST(cudaGraphNodeFindInClone(&cloned, copy, clone));
  SHOW(cudaGraphKernelNodeGetParams(cloned, &got));
  show_params(got);
  std::printf("captured\n");
  cudaStream_t stream;
  cudaGraph_t captured;
  MUST(cudaStreamCreate(&stream));
  MUST(cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal));
  three<<<dim3(7, 8), 9, 64, stream>>>(out, 10, 11);
  MUST(cudaStreamEndCapture(stream, &captured));
  std::size_t count = 1;
  MUST(cudaGraphGetNodes(captured, &node, &count));
  SHOW(cudaGraphKernelNodeGetParams(node, &got));
  show_params(got);
}

__global__ void count_blocks(int *out) { atomicAdd(out, 1); }
__global__ void other_arguments(int n, int *out, int m) { *out = n * 100 + m; }

static int argument_of(cudaGraphNode_t node) {
  cudaKernelNodeParams got;
  MUST(cudaGraphKernelNodeGetParams(node, &got));
  return *static_cast<int *>(got.kernelParams[1]);
}

// cudaGraphKernelNodeSetParams: what is refused and changes nothing; what the next instantiation sees.
CASE(graph_kernel_node_set_params) {
  DeviceArray<int> word(1);
  int *out = word;
  auto graph = new_graph();
  auto node = kernel_node(graph, word, 1);
  KernelParams better(word, 20);
  SHOW(cudaGraphKernelNodeSetParams(nullptr, better));
  SHOW(cudaGraphKernelNodeSetParams(node, nullptr));
  SHOW(cudaGraphKernelNodeSetParams(empty_node(graph), better));
  auto refuse = [&](const char *what, auto change) {
    auto params = better.params;
    change(params);
    show(what, cudaGraphKernelNodeSetParams(node, &params));
  };
  refuse("no function", [](auto &params) { params.func = nullptr; });
  refuse("a variable as function", [](auto &params) { params.func = &variable; });
  refuse("no blocks", [](auto &params) { params.gridDim.z = 0; });
  refuse("no threads", [](auto &params) { params.blockDim.x = 0; });
  refuse("too many threads", [](auto &params) { params.blockDim = dim3(2, 1024); });
  refuse("too much shared memory", [](auto &params) { params.sharedMemBytes = 1 << 30; });
  refuse("no arguments", [](auto &params) { params.kernelParams = nullptr; });
  show_value("argument as before", argument_of(node));
  auto exec = instantiate(graph);
  SHOW(cudaGraphKernelNodeSetParams(node, better));
  show_value("argument", argument_of(node));
  run_once(exec);
  show_value("the exec made before adds the old number", word.read()[0]);
  run_once(instantiate(graph));
  show_value("one made now adds the new one", word.read()[0]);
  std::printf("another shape, another function\n");
  void *args[] = {&out};
  cudaKernelNodeParams params = {(void *)count_blocks, dim3(5, 4), dim3(2), 0, args, nullptr};
  SHOW(cudaGraphKernelNodeSetParams(node, &params));
  run_once(instantiate(graph));
  show_value("word", word.read()[0]);
  int n = 3, m = 4;
  void *more[] = {&n, &out, &m};
  params = {(void *)other_arguments, 1, 1, 0, more, nullptr};
  SHOW(cudaGraphKernelNodeSetParams(node, &params));
  n = m = 0;
  run_once(instantiate(graph));
  show_value("word", word.read()[0]);
  cudaKernelNodeParams got;
  SHOW(cudaGraphKernelNodeGetParams(node, &got));
  show_truth("function", got.func == (void *)other_arguments);
}
