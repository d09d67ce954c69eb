// SPDX-License-Identifier: Apache-2.0
// cudaGraphMemAllocNodeGetParams: nodes and nulls that are refused; what was asked for, and the address.
#include "../../graphs/nodes.h"

CASES() {
  DeviceArray<int> word(1);
  auto graph = new_graph();
  cudaMemAccessDesc access = {};
  access.location.type = cudaMemLocationTypeDevice;
  access.flags = cudaMemAccessFlagsProtReadWrite;
  cudaMemAllocNodeParams params = {}, got = {};
  params.poolProps.allocType = cudaMemAllocationTypePinned;
  params.poolProps.location.type = cudaMemLocationTypeDevice;
  params.bytesize = 1000;
  params.accessDescs = &access;
  params.accessDescCount = 1;
  cudaGraphNode_t node, freed;
  MUST(cudaGraphAddMemAllocNode(&node, graph, nullptr, 0, &params));
  MUST(cudaGraphAddMemFreeNode(&freed, graph, &node, 1, params.dptr));
  SHOW(cudaGraphMemAllocNodeGetParams(nullptr, &got));
  SHOW(cudaGraphMemAllocNodeGetParams(node, nullptr));
  SHOW(cudaGraphMemAllocNodeGetParams(freed, &got));
  SHOW(cudaGraphMemAllocNodeGetParams(empty_node(graph), &got));
  SHOW(cudaGraphMemAllocNodeGetParams(kernel_node(graph, word, 1), &got));
  show_truth("untouched", got.dptr == nullptr && got.bytesize == 0);
  SHOW(cudaGraphMemAllocNodeGetParams(node, &got));
  show_truth("address", got.dptr == params.dptr);
  show_value("bytes", static_cast<long long>(got.bytesize));
  show_row("type, handles, place, device", {int(got.poolProps.allocType), int(got.poolProps.handleTypes),
                                            int(got.poolProps.location.type), got.poolProps.location.id});
  show_value("access descriptions", static_cast<long long>(got.accessDescCount));
  if (got.accessDescCount == 1)
    show_row("place, device, flags", {int(got.accessDescs->location.type), got.accessDescs->location.id,
                                      int(got.accessDescs->flags)});
  show_truth("the caller's descriptions", got.accessDescs == &access);
  std::printf("captured\n");
  cudaStream_t stream;
  cudaGraph_t captured;
  void *memory;
  MUST(cudaStreamCreate(&stream));
  MUST(cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal));
  MUST(cudaMallocAsync(&memory, 500, stream));
  MUST(cudaStreamEndCapture(stream, &captured));
  std::size_t count = 1;
  MUST(cudaGraphGetNodes(captured, &node, &count));
  got = {};
  SHOW(cudaGraphMemAllocNodeGetParams(node, &got));
  show_truth("address", got.dptr == memory);
  show_value("bytes", static_cast<long long>(got.bytesize));
  show_row("type, place, device",
           {int(got.poolProps.allocType), int(got.poolProps.location.type), got.poolProps.location.id});
}
