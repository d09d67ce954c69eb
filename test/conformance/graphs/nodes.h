// SPDX-License-Identifier: Apache-2.0
// Graph nodes for programs that ask about graphs: small kernels and short ways to add them.
#pragma once

#include "../transcript.h"

static __global__ void add_number(int *p, int n) { atomicAdd(p, n); }
static __global__ void add_other(int *p, int n) { atomicAdd(p, 2 * n); }
static __global__ void no_arguments() {}
static void do_nothing(void *) {}
static void count_call(void *n) { ++*static_cast<int *>(n); }

// Kernel parameters that keep their values alive.
struct KernelParams {
  int *p;
  int n;
  void *args[2];
  cudaKernelNodeParams params = {};
  KernelParams(int *pointer, int number, void *func = (void *)add_number) : p(pointer), n(number), args{&p, &n} {
    params.func = func;
    params.gridDim = 1;
    params.blockDim = 1;
    params.kernelParams = args;
  }
  KernelParams(const KernelParams &) = delete;
  KernelParams &operator=(const KernelParams &) = delete;
  operator const cudaKernelNodeParams *() const { return &params; }
};

inline cudaGraph_t new_graph() {
  cudaGraph_t graph;
  MUST(cudaGraphCreate(&graph, 0));
  return graph;
}

inline cudaGraphNode_t empty_node(cudaGraph_t graph, std::vector<cudaGraphNode_t> after = {}) {
  cudaGraphNode_t node;
  MUST(cudaGraphAddEmptyNode(&node, graph, after.data(), after.size()));
  return node;
}

inline cudaGraphNode_t kernel_node(cudaGraph_t graph, int *p, int n, std::vector<cudaGraphNode_t> after = {}) {
  KernelParams params(p, n);
  cudaGraphNode_t node;
  MUST(cudaGraphAddKernelNode(&node, graph, after.data(), after.size(), params));
  return node;
}

inline cudaGraphNode_t host_node(cudaGraph_t graph, cudaHostFn_t function, void *user,
                                 std::vector<cudaGraphNode_t> after = {}) {
  cudaHostNodeParams params = {function, user};
  cudaGraphNode_t node;
  MUST(cudaGraphAddHostNode(&node, graph, after.data(), after.size(), &params));
  return node;
}

inline cudaMemsetParams memset_params(void *dst, unsigned value, std::size_t width, unsigned element = 4) {
  cudaMemsetParams params = {};
  params.dst = dst;
  params.value = value;
  params.elementSize = element;
  params.width = width;
  params.height = 1;
  return params;
}

inline cudaGraphExec_t instantiate(cudaGraph_t graph) {
  cudaGraphExec_t exec;
  MUST(cudaGraphInstantiate(&exec, graph, 0));
  return exec;
}

inline void run_once(cudaGraphExec_t exec) {
  MUST(cudaGraphLaunch(exec, 0));
  MUST(cudaStreamSynchronize(0));
}

// Which of `known` each node is, counted from 0: -1 is another node, -2 none.
inline std::vector<int> places_in(const std::vector<cudaGraphNode_t> &known, const cudaGraphNode_t *nodes,
                                  std::size_t count) {
  std::vector<int> places;
  for (std::size_t i = 0; i < count; ++i) {
    int place = nodes[i] == nullptr ? -2 : -1;
    for (std::size_t k = 0; k < known.size(); ++k)
      if (nodes[i] == known[k]) place = static_cast<int>(k);
    places.push_back(place);
  }
  return places;
}

inline cudaMemAllocNodeParams alloc_params(std::size_t bytes) {
  cudaMemAllocNodeParams params = {};
  params.poolProps.allocType = cudaMemAllocationTypePinned;
  params.poolProps.location.type = cudaMemLocationTypeDevice;
  params.bytesize = bytes;
  return params;
}
