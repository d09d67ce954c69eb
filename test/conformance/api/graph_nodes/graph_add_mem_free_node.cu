// SPDX-License-Identifier: Apache-2.0
// cudaGraphAddMemFreeNode: addresses that are refused; memory of the same graph, of another graph, captured.
#include "../../api/graph_nodes/adding.h"

static void *allocate(cudaGraph_t graph, cudaGraphNode_t *node) {
  cudaMemAllocNodeParams params = {};
  params.poolProps.allocType = cudaMemAllocationTypePinned;
  params.poolProps.location.type = cudaMemLocationTypeDevice;
  params.bytesize = 256;
  MUST(cudaGraphAddMemAllocNode(node, graph, nullptr, 0, &params));
  return params.dptr;
}

CASES() {
  DeviceArray<int> word(1);
  cudaGraphNode_t alloc, node, freed;
  show_adding([&](cudaGraphNode_t *result, cudaGraph_t graph, const cudaGraphNode_t *after, std::size_t count) {
    return cudaGraphAddMemFreeNode(result, graph, after, count, allocate(new_graph(), &alloc));
  });
  auto graph = new_graph();
  char *memory = static_cast<char *>(allocate(graph, &alloc));
  void *pool_memory, *pinned;
  int variable;
  MUST(cudaMallocAsync(&pool_memory, 256, nullptr));
  MUST(cudaHostAlloc(&pinned, 256, 0));
  SHOW(cudaGraphAddMemFreeNode(&freed, graph, &alloc, 1, nullptr));
  SHOW(cudaGraphAddMemFreeNode(&freed, graph, &alloc, 1, &variable));
  SHOW(cudaGraphAddMemFreeNode(&freed, graph, &alloc, 1, word.get()));
  SHOW(cudaGraphAddMemFreeNode(&freed, graph, &alloc, 1, pinned));
  SHOW(cudaGraphAddMemFreeNode(&freed, graph, &alloc, 1, pool_memory));
  SHOW(cudaGraphAddMemFreeNode(&freed, graph, &alloc, 1, memory + 16));
  SHOW(cudaGraphAddMemFreeNode(&freed, graph, &alloc, 1, memory + 4096));
  show_value("nodes", node_count(graph));
  std::printf("in the same graph\n");
  auto work = kernel_node(graph, reinterpret_cast<int *>(memory), 1, {alloc});
  SHOW(cudaGraphAddMemFreeNode(&freed, graph, &work, 1, memory));
  SHOW(cudaGraphAddMemFreeNode(&node, graph, &freed, 1, memory));
  SHOW(cudaGraphAddMemFreeNode(&node, graph, nullptr, 0, memory));
  auto exec = instantiate(graph);
  SHOW(cudaGraphLaunch(exec, nullptr));
  SHOW(cudaGraphLaunch(exec, nullptr));
  SHOW(cudaStreamSynchronize(nullptr));
  SHOW(cudaFreeAsync(memory, nullptr));
  std::printf("in another graph\n");
  auto gives = new_graph(), takes = new_graph();
  int *moved = static_cast<int *>(allocate(gives, &alloc));
  auto fill = memset_params(moved, 30, 1);
  MUST(cudaGraphAddMemsetNode(&node, gives, &alloc, 1, &fill));
  MUST(cudaGraphAddMemcpyNode1D(&node, takes, nullptr, 0, word, moved, 4, cudaMemcpyDeviceToDevice));
  SHOW(cudaGraphAddMemFreeNode(&freed, takes, &node, 1, moved));
  auto first = instantiate(gives), second = instantiate(takes);
  for (int launch = 0; launch < 2; ++launch) {
    SHOW(cudaGraphLaunch(first, nullptr));
    SHOW(cudaGraphLaunch(second, nullptr));
  }
  SHOW(cudaStreamSynchronize(nullptr));
  show_value("word", word.read()[0]);
  std::printf("what such a graph refuses\n");
  cudaGraphExec_t other;
  cudaGraph_t clone;
  SHOW(cudaGraphInstantiate(&other, takes, 0));
  SHOW(cudaGraphClone(&clone, takes));
  SHOW(cudaGraphAddChildGraphNode(&node, new_graph(), nullptr, 0, takes));
  SHOW(cudaGraphDestroyNode(freed));
  MUST(cudaFreeAsync(pool_memory, nullptr));
}
