// SPDX-License-Identifier: Apache-2.0
// cudaGraphMemcpyNodeSetParams: what is refused and changes nothing; another box, another direction.
#include "../../graphs/nodes.h"

CASES() {
  std::vector<int> numbers(32);
  for (int i = 0; i < 32; ++i) numbers[i] = i + 1;
  DeviceArray<int> from(numbers), to(32);
  auto graph = new_graph();
  cudaMemcpy3DParms box = {};
  box.srcPtr = make_cudaPitchedPtr(from.get(), 32, 8, 4);
  box.dstPtr = make_cudaPitchedPtr(to.get(), 32, 8, 4);
  box.extent = make_cudaExtent(8, 2, 1);
  box.kind = cudaMemcpyDeviceToDevice;
  cudaGraphNode_t node;
  MUST(cudaGraphAddMemcpyNode(&node, graph, nullptr, 0, &box));
  SHOW(cudaGraphMemcpyNodeSetParams(nullptr, &box));
  SHOW(cudaGraphMemcpyNodeSetParams(node, nullptr));
  SHOW(cudaGraphMemcpyNodeSetParams(empty_node(graph), &box));
  SHOW(cudaGraphMemcpyNodeSetParams(kernel_node(graph, to + 31, 0), &box));
  auto refuse = [&](const char *what, auto change) {
    auto params = box;
    change(params);
    show(what, cudaGraphMemcpyNodeSetParams(node, &params));
  };
  refuse("all zero", [](auto &params) { params = {}; });
  refuse("no source", [](auto &params) { params.srcPtr.ptr = nullptr; });
  refuse("no destination", [](auto &params) { params.dstPtr.ptr = nullptr; });
  refuse("pitch below the width", [](auto &params) { params.dstPtr.pitch = 4; });
  refuse("pitch below the width of the only row", [](auto &params) {
    params.dstPtr.pitch = 4;
    params.extent.height = 1;
  });
  refuse("no pitch for the only row", [](auto &params) {
    params.srcPtr.pitch = 0;
    params.extent.height = 1;
  });
  refuse("pitch below the width of the only rows of two slices", [](auto &params) {
    params.dstPtr.pitch = 4;
    params.extent.height = 1;
    params.extent.depth = 2;
  });
  refuse("rows that end behind the pitch", [](auto &params) { params.dstPos.x = 28; });
  refuse("one row that ends behind the pitch", [](auto &params) {
    params.srcPos.x = 28;
    params.extent.height = 1;
  });
  refuse("more rows than a slice has", [](auto &params) {
    params.dstPtr.ysize = 1;
    params.extent.depth = 2;
  });
  refuse("more rows than the only slice has", [](auto &params) { params.dstPtr.ysize = 1; });
  MUST(cudaGraphMemcpyNodeSetParams(node, &box));
  refuse("nothing to copy", [](auto &params) { params.extent.width = 0; });
  refuse("unknown kind", [](auto &params) { params.kind = static_cast<cudaMemcpyKind>(5); });
  refuse("pageable source, device to device", [&](auto &params) { params.srcPtr.ptr = numbers.data(); });
  auto before = instantiate(graph);
  std::printf("another box\n");
  box.srcPos = make_cudaPos(4, 1, 0);
  box.dstPos = make_cudaPos(8, 2, 0);
  box.extent = make_cudaExtent(12, 2, 1);
  SHOW(cudaGraphMemcpyNodeSetParams(node, &box));
  run_once(before);
  show_row("made before", to.read());
  run_once(instantiate(graph));
  show_row("made after", to.read());
  std::printf("another direction\n");
  std::vector<int> seen(8, -1);
  box = {};
  box.srcPtr = make_cudaPitchedPtr(from.get(), 16, 4, 2);
  box.dstPtr = make_cudaPitchedPtr(seen.data(), 16, 4, 2);
  box.extent = make_cudaExtent(12, 2, 1);
  box.kind = cudaMemcpyDeviceToHost;
  SHOW(cudaGraphMemcpyNodeSetParams(node, &box));
  run_once(instantiate(graph));
  show_row("seen", seen);
}
