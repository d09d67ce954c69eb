// SPDX-License-Identifier: Apache-2.0
// cudaGraphKernelNodeSetParams: what is refused and changes nothing; what the next instantiation sees.
#include "../../graphs/nodes.h"

__global__ void count_blocks(int *out) { atomicAdd(out, 1); }
__global__ void other_arguments(int n, int *out, int m) { *out = n * 100 + m; }
static int variable;

static int argument_of(cudaGraphNode_t node) {
  cudaKernelNodeParams got;
  MUST(cudaGraphKernelNodeGetParams(node, &got));
  return *static_cast<int *>(got.kernelParams[1]);
}

CASES() {
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
