// SPDX-License-Identifier: Apache-2.0
// cudaGraphAddKernelNode: functions and configurations that are refused; arguments are taken when the node is added.
#include "../../api/graph_nodes/adding.h"

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
static int variable;

CASES() {
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
