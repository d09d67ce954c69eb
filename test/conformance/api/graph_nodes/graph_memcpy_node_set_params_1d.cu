// SPDX-License-Identifier: Apache-2.0
// cudaGraphMemcpyNodeSetParams1D: what is refused and changes nothing; other sizes, directions and shapes.
#include "../../graphs/nodes.h"

CASES() {
  DeviceArray<int> a(std::vector<int>{1, 2, 3, 4}), b(4);
  int host[4] = {5, 6, 7, 8};
  auto graph = new_graph();
  cudaGraphNode_t node;
  MUST(cudaGraphAddMemcpyNode1D(&node, graph, nullptr, 0, b, a, 4, cudaMemcpyDeviceToDevice));
  SHOW(cudaGraphMemcpyNodeSetParams1D(nullptr, b, a, 8, cudaMemcpyDeviceToDevice));
  SHOW(cudaGraphMemcpyNodeSetParams1D(empty_node(graph), b, a, 8, cudaMemcpyDeviceToDevice));
  SHOW(cudaGraphMemcpyNodeSetParams1D(kernel_node(graph, a, 0), b, a, 8, cudaMemcpyDeviceToDevice));
  SHOW(cudaGraphMemcpyNodeSetParams1D(node, nullptr, a, 8, cudaMemcpyDeviceToDevice));
  SHOW(cudaGraphMemcpyNodeSetParams1D(node, b, nullptr, 8, cudaMemcpyDeviceToDevice));
  SHOW(cudaGraphMemcpyNodeSetParams1D(node, b, a, 0, cudaMemcpyDeviceToDevice));
  SHOW(cudaGraphMemcpyNodeSetParams1D(node, b, a, 8, static_cast<cudaMemcpyKind>(5)));
  SHOW(cudaGraphMemcpyNodeSetParams1D(node, b, host, 8, cudaMemcpyDeviceToDevice));
  SHOW(cudaGraphMemcpyNodeSetParams1D(node, host, a, 8, cudaMemcpyHostToDevice));
  auto before = instantiate(graph);
  run_once(before);
  show_row("as it was", b.read());
  std::printf("another size\n");
  SHOW(cudaGraphMemcpyNodeSetParams1D(node, b + 1, a + 1, 8, cudaMemcpyDeviceToDevice));
  run_once(before);
  show_row("made before", b.read());
  run_once(instantiate(graph));
  show_row("made after", b.read());
  std::printf("another direction\n");
  SHOW(cudaGraphMemcpyNodeSetParams1D(node, b, host, 16, cudaMemcpyHostToDevice));
  run_once(instantiate(graph));
  show_row("from the host", b.read());
  SHOW(cudaGraphMemcpyNodeSetParams1D(node, host, a, 12, cudaMemcpyDefault));
  run_once(instantiate(graph));
  show_row("to the host", std::vector<int>(host, host + 4));
  std::printf("a box before\n");
  cudaMemcpy3DParms box = {}, got = {};
  box.srcPtr = make_cudaPitchedPtr(a.get(), 8, 2, 2);
  box.dstPtr = make_cudaPitchedPtr(b.get(), 8, 2, 2);
  box.extent = make_cudaExtent(4, 2, 1);
  box.kind = cudaMemcpyDeviceToDevice;
  auto second = new_graph();
  MUST(cudaGraphAddMemcpyNode(&node, second, nullptr, 0, &box));
  SHOW(cudaGraphMemcpyNodeSetParams1D(node, b, a, 16, cudaMemcpyDeviceToDevice));
  SHOW(cudaGraphMemcpyNodeGetParams(node, &got));
  show_row("extent", {int(got.extent.width), int(got.extent.height), int(got.extent.depth)});
  run_once(instantiate(second));
  show_row("copied", b.read());
}
