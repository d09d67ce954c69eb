// SPDX-License-Identifier: Apache-2.0
// cudaGraphMemFreeNodeGetParams: nodes and nulls that are refused; the address, also of captured frees.
#include "../../graphs/nodes.h"

CASES() {
  DeviceArray<int> word(1);
  auto graph = new_graph();
  cudaMemAllocNodeParams params = {};
  params.poolProps.allocType = cudaMemAllocationTypePinned;
  params.poolProps.location.type = cudaMemLocationTypeDevice;
  params.bytesize = 1000;
  cudaGraphNode_t alloc, freed;
  MUST(cudaGraphAddMemAllocNode(&alloc, graph, nullptr, 0, &params));
  MUST(cudaGraphAddMemFreeNode(&freed, graph, &alloc, 1, params.dptr));
  void *got = &word;
  SHOW(cudaGraphMemFreeNodeGetParams(nullptr, &got));
  SHOW(cudaGraphMemFreeNodeGetParams(freed, nullptr));
  SHOW(cudaGraphMemFreeNodeGetParams(alloc, &got));
  SHOW(cudaGraphMemFreeNodeGetParams(empty_node(graph), &got));
  SHOW(cudaGraphMemFreeNodeGetParams(kernel_node(graph, word, 1), &got));
  show_truth("untouched", got == &word);
  SHOW(cudaGraphMemFreeNodeGetParams(freed, &got));
  show_truth("address", got == params.dptr);
  std::printf("captured\n");
  cudaStream_t stream;
  cudaGraph_t captured;
  void *memory;
  MUST(cudaStreamCreate(&stream));
  MUST(cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal));
  MUST(cudaMallocAsync(&memory, 500, stream));
  MUST(cudaFreeAsync(memory, stream));
  MUST(cudaStreamEndCapture(stream, &captured));
  cudaGraphNode_t nodes[2];
  std::size_t count = 2;
  MUST(cudaGraphGetNodes(captured, nodes, &count));
  for (cudaGraphNode_t node : nodes) {
    cudaGraphNodeType type;
    MUST(cudaGraphNodeGetType(node, &type));
    if (type == cudaGraphNodeTypeMemFree) SHOW(cudaGraphMemFreeNodeGetParams(node, &got));
  }
  show_truth("address", got == memory);
}
