// SPDX-License-Identifier: Apache-2.0
// Copy nodes in all their forms: arguments, parameters read back, results.
#include "nodes.h"

__device__ int variable[4] = {1, 2, 3, 4};
static int not_a_symbol;

int main() {
  DeviceArray<int> a(16), b(16);
  int host[16] = {};
  auto graph = new_graph();
  cudaGraphNode_t node, flat;
  std::printf("1D\n");
  SHOW(cudaGraphAddMemcpyNode1D(&flat, graph, nullptr, 0, b, a, 16, cudaMemcpyDeviceToDevice));
  SHOW(cudaGraphAddMemcpyNode1D(&node, graph, nullptr, 0, nullptr, a, 16, cudaMemcpyDeviceToDevice));
  SHOW(cudaGraphAddMemcpyNode1D(&node, graph, nullptr, 0, b, nullptr, 16, cudaMemcpyDeviceToDevice));
  SHOW(cudaGraphAddMemcpyNode1D(&node, graph, nullptr, 0, b, a, 0, cudaMemcpyDeviceToDevice));
  SHOW(cudaGraphAddMemcpyNode1D(&node, graph, nullptr, 0, b, a, 65, cudaMemcpyDeviceToDevice));
  SHOW(cudaGraphAddMemcpyNode1D(&node, graph, nullptr, 0, host, a, 16, cudaMemcpyDeviceToDevice));
  SHOW(cudaGraphAddMemcpyNode1D(&node, graph, nullptr, 0, b, host, 16, cudaMemcpyDeviceToDevice));
  SHOW(cudaGraphAddMemcpyNode1D(&node, graph, nullptr, 0, b, a, 16, cudaMemcpyHostToDevice));
  SHOW(cudaGraphAddMemcpyNode1D(&node, graph, nullptr, 0, b, a, 16, cudaMemcpyDefault));
  SHOW(cudaGraphAddMemcpyNode1D(&node, graph, nullptr, 0, b, a, 16, (cudaMemcpyKind)9));
  SHOW(cudaGraphAddMemcpyNode1D(nullptr, graph, nullptr, 0, b, a, 16, cudaMemcpyDefault));
  cudaMemcpy3DParms got = {};
  SHOW(cudaGraphMemcpyNodeGetParams(flat, nullptr));
  SHOW(cudaGraphMemcpyNodeGetParams(nullptr, &got));
  SHOW(cudaGraphMemcpyNodeGetParams(flat, &got));
  show_truth("addresses", got.srcPtr.ptr == a.get() && got.dstPtr.ptr == b.get());
  show_row("extent, kind", {int(got.extent.width), int(got.extent.height), int(got.extent.depth), int(got.kind)});
  SHOW(cudaGraphMemcpyNodeSetParams1D(flat, b, host, 32, cudaMemcpyHostToDevice));
  SHOW(cudaGraphMemcpyNodeSetParams1D(flat, b, nullptr, 32, cudaMemcpyHostToDevice));
  SHOW(cudaGraphMemcpyNodeSetParams1D(nullptr, b, host, 32, cudaMemcpyHostToDevice));
  SHOW(cudaGraphMemcpyNodeGetParams(flat, &got));
  show_row("extent, kind", {int(got.extent.width), int(got.extent.height), int(got.extent.depth), int(got.kind)});
  std::printf("3D\n");
  cudaMemcpy3DParms box = {};
  box.srcPtr = make_cudaPitchedPtr(a.get(), 16, 16, 4);
  box.dstPtr = make_cudaPitchedPtr(b.get(), 16, 16, 4);
  box.extent = make_cudaExtent(8, 2, 1);
  box.srcPos = make_cudaPos(4, 1, 0);
  box.kind = cudaMemcpyDeviceToDevice;
  cudaGraphNode_t boxed;
  SHOW(cudaGraphAddMemcpyNode(&boxed, graph, nullptr, 0, &box));
  SHOW(cudaGraphAddMemcpyNode(&node, graph, nullptr, 0, nullptr));
  auto bad = box;
  bad.srcPtr.ptr = nullptr;
  SHOW(cudaGraphAddMemcpyNode(&node, graph, nullptr, 0, &bad));
  bad = box;
  bad.srcPtr.pitch = 4;
  SHOW(cudaGraphAddMemcpyNode(&node, graph, nullptr, 0, &bad));
  bad = box;
  bad.extent.width = 0;
  SHOW(cudaGraphAddMemcpyNode(&node, graph, nullptr, 0, &bad));
  bad = {};
  SHOW(cudaGraphAddMemcpyNode(&node, graph, nullptr, 0, &bad));
  bad = box;
  bad.kind = (cudaMemcpyKind)9;
  SHOW(cudaGraphAddMemcpyNode(&node, graph, nullptr, 0, &bad));
  SHOW(cudaGraphMemcpyNodeGetParams(boxed, &got));
  show_row("extent", {int(got.extent.width), int(got.extent.height), int(got.extent.depth)});
  show_row("source", {int(got.srcPos.x), int(got.srcPos.y), int(got.srcPtr.pitch)});
  SHOW(cudaGraphMemcpyNodeSetParams(boxed, &box));
  SHOW(cudaGraphMemcpyNodeSetParams(boxed, nullptr));
  SHOW(cudaGraphMemcpyNodeSetParams(boxed, &bad));
  auto empty = empty_node(graph);
  SHOW(cudaGraphMemcpyNodeSetParams(empty, &box));
  SHOW(cudaGraphMemcpyNodeGetParams(empty, &got));
  std::printf("symbols\n");
  auto second = new_graph();
  cudaGraphNode_t from, to;
  SHOW(cudaGraphAddMemcpyNodeFromSymbol(&from, second, nullptr, 0, host, variable, 8, 4, cudaMemcpyDeviceToHost));
  SHOW(cudaGraphAddMemcpyNodeToSymbol(&to, second, &from, 1, variable, a, 8, 0, cudaMemcpyDeviceToDevice));
  SHOW(cudaGraphAddMemcpyNodeFromSymbol(&node, second, nullptr, 0, host, variable, 16, 4, cudaMemcpyDeviceToHost));
  SHOW(cudaGraphAddMemcpyNodeFromSymbol(&node, second, nullptr, 0, host, variable, 8, 0, cudaMemcpyHostToDevice));
  SHOW(cudaGraphAddMemcpyNodeToSymbol(&node, second, nullptr, 0, variable, host, 8, 0, cudaMemcpyDeviceToHost));
  SHOW(cudaGraphAddMemcpyNodeToSymbol(&node, second, nullptr, 0, (const void *)&not_a_symbol, host, 4, 0,
                                      cudaMemcpyHostToDevice));
  SHOW(cudaGraphAddMemcpyNodeToSymbol(&node, second, nullptr, 0, (const void *)nullptr, host, 4, 0,
                                      cudaMemcpyHostToDevice));
  run_once(instantiate(second));
  show_row("host", {host[0], host[1], host[2]});
  SHOW(cudaGraphMemcpyNodeSetParamsFromSymbol(from, host, variable, 16, 0, cudaMemcpyDeviceToHost));
  SHOW(cudaGraphMemcpyNodeSetParamsToSymbol(to, variable, a, 8, 8, cudaMemcpyDeviceToDevice));
  SHOW(cudaGraphMemcpyNodeSetParamsToSymbol(to, variable, a, 8, 12, cudaMemcpyDeviceToDevice));
  run_once(instantiate(second));
  show_row("host", {host[0], host[1], host[2], host[3]});
}
