// SPDX-License-Identifier: Apache-2.0
// cudaGraphMemcpyNodeGetParams: nodes and nulls that are refused; what it tells of copies that were added in other ways.
#include "../../graphs/nodes.h"

__device__ int numbers[8];

static void show_params(const cudaMemcpy3DParms &got) {
  show_row("extent, kind", {int(got.extent.width), int(got.extent.height), int(got.extent.depth), int(got.kind)});
  show_row("source at", {int(got.srcPos.x), int(got.srcPos.y), int(got.srcPos.z)});
  show_row("destination at", {int(got.dstPos.x), int(got.dstPos.y), int(got.dstPos.z)});
}

CASES() {
  DeviceArray<int> a(64), b(64);
  cudaMemcpy3DParms box = {}, got = {};
  box.srcPtr = make_cudaPitchedPtr(a.get(), 32, 8, 4);
  box.dstPtr = make_cudaPitchedPtr(b.get(), 16, 4, 8);
  box.srcPos = make_cudaPos(4, 1, 1);
  box.dstPos = make_cudaPos(0, 2, 0);
  box.extent = make_cudaExtent(8, 2, 1);
  box.kind = cudaMemcpyDeviceToDevice;
  auto graph = new_graph();
  cudaGraphNode_t node, copy;
  MUST(cudaGraphAddMemcpyNode(&node, graph, nullptr, 0, &box));
  SHOW(cudaGraphMemcpyNodeGetParams(nullptr, &got));
  SHOW(cudaGraphMemcpyNodeGetParams(node, nullptr));
  SHOW(cudaGraphMemcpyNodeGetParams(empty_node(graph), &got));
  SHOW(cudaGraphMemcpyNodeGetParams(kernel_node(graph, a, 1), &got));
  SHOW(cudaGraphMemcpyNodeGetParams(node, &got));
  show_params(got);
  show_truth("addresses", got.srcPtr.ptr == a.get() && got.dstPtr.ptr == b.get());
  show_row("pitches, heights",
           {int(got.srcPtr.pitch), int(got.dstPtr.pitch), int(got.srcPtr.ysize), int(got.dstPtr.ysize)});
  show_truth("arrays", got.srcArray != nullptr || got.dstArray != nullptr);
  SHOW(cudaGraphAddMemcpyNode(&copy, graph, nullptr, 0, &got));
  std::printf("of an array\n");
  cudaArray_t array;
  auto format = cudaCreateChannelDesc<int>();
  MUST(cudaMallocArray(&array, &format, 8, 4));
  box.dstPtr = {};
  box.dstArray = array;
  box.dstPos = make_cudaPos(1, 2, 0);
  box.extent = make_cudaExtent(2, 2, 1);
  MUST(cudaGraphAddMemcpyNode(&node, graph, nullptr, 0, &box));
  SHOW(cudaGraphMemcpyNodeGetParams(node, &got));
  show_params(got);
  show_truth("the array", got.dstArray == array && got.dstPtr.ptr == nullptr && got.srcArray == nullptr);
  SHOW(cudaGraphAddMemcpyNode(&copy, graph, nullptr, 0, &got));
  std::printf("of one dimension\n");
  int host[8] = {};
  MUST(cudaGraphAddMemcpyNode1D(&node, graph, nullptr, 0, host, a, 20, cudaMemcpyDeviceToHost));
  SHOW(cudaGraphMemcpyNodeGetParams(node, &got));
  show_params(got);
  show_truth("addresses", got.srcPtr.ptr == a.get() && got.dstPtr.ptr == host);
  SHOW(cudaGraphAddMemcpyNode(&copy, graph, nullptr, 0, &got));
  std::printf("to a symbol\n");
  void *address;
  MUST(cudaGetSymbolAddress(&address, numbers));
  MUST(cudaGraphAddMemcpyNodeToSymbol(&node, graph, nullptr, 0, numbers, host, 8, 4, cudaMemcpyHostToDevice));
  SHOW(cudaGraphMemcpyNodeGetParams(node, &got));
  show_params(got);
  show_truth("addresses", got.srcPtr.ptr == host && got.dstPtr.ptr == static_cast<char *>(address) + 4);
  std::printf("captured\n");
  cudaStream_t stream;
  cudaGraph_t captured;
  MUST(cudaStreamCreate(&stream));
  MUST(cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal));
  MUST(cudaMemcpy2DAsync(b, 16, a, 32, 12, 3, cudaMemcpyDefault, stream));
  MUST(cudaStreamEndCapture(stream, &captured));
  std::size_t count = 1;
  MUST(cudaGraphGetNodes(captured, &node, &count));
  SHOW(cudaGraphMemcpyNodeGetParams(node, &got));
  show_params(got);
  show_row("pitches", {int(got.srcPtr.pitch), int(got.dstPtr.pitch)});
}
