// SPDX-License-Identifier: Apache-2.0
// cudaGraphAddMemcpyNode: descriptions that are refused; boxes with positions, arrays, host memory read at the launch.
#include "../../api/graph_nodes/adding.h"

CASES() {
  std::vector<int> numbers(64);
  for (int i = 0; i < 64; ++i) numbers[i] = i;
  DeviceArray<int> from(numbers), to(64);
  cudaMemcpy3DParms box = {};
  box.srcPtr = make_cudaPitchedPtr(from.get(), 32, 8, 4);
  box.dstPtr = make_cudaPitchedPtr(to.get(), 32, 8, 4);
  box.srcPos = make_cudaPos(4, 1, 0);
  box.dstPos = make_cudaPos(8, 0, 1);
  box.extent = make_cudaExtent(8, 2, 1);
  box.kind = cudaMemcpyDeviceToDevice;
  show_adding([&](cudaGraphNode_t *node, cudaGraph_t graph, const cudaGraphNode_t *after, std::size_t count) {
    return cudaGraphAddMemcpyNode(node, graph, after, count, &box);
  });
  auto graph = new_graph();
  cudaGraphNode_t node;
  cudaArray_t array;
  auto format = cudaCreateChannelDesc<int>();
  MUST(cudaMallocArray(&array, &format, 8, 4));
  SHOW(cudaGraphAddMemcpyNode(&node, graph, nullptr, 0, nullptr));
  auto refuse = [&](const char *what, auto change) {
    auto params = box;
    change(params);
    show(what, cudaGraphAddMemcpyNode(&node, graph, nullptr, 0, &params));
  };
  refuse("all zero", [](auto &params) { params = {}; });
  refuse("no source", [](auto &params) { params.srcPtr.ptr = nullptr; });
  refuse("no destination", [](auto &params) { params.dstPtr.ptr = nullptr; });
  refuse("two sources", [&](auto &params) { params.srcArray = array; });
  refuse("two destinations", [&](auto &params) { params.dstArray = array; });
  refuse("pitch of the source below the width", [](auto &params) { params.srcPtr.pitch = 4; });
  refuse("pitch of the destination below the width", [](auto &params) { params.dstPtr.pitch = 4; });
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
  refuse("no width", [](auto &params) { params.extent.width = 0; });
  refuse("no height", [](auto &params) { params.extent.height = 0; });
  refuse("no depth", [](auto &params) { params.extent.depth = 0; });
  refuse("unknown kind", [](auto &params) { params.kind = static_cast<cudaMemcpyKind>(5); });
  refuse("pageable source, device to device", [&](auto &params) { params.srcPtr.ptr = numbers.data(); });
  refuse("beyond an array", [&](auto &params) {
    params.dstPtr = {};
    params.dstArray = array;
    params.dstPos = make_cudaPos(4, 0, 0);
    params.extent = make_cudaExtent(8, 1, 1);
  });
  show_value("nodes", node_count(graph));
  std::printf("boxes\n");
  graph = new_graph();
  SHOW(cudaGraphAddMemcpyNode(&node, graph, nullptr, 0, &box));
  box = {};
  run_once(instantiate(graph));
  show_row("destination", to.read());
  std::printf("through an array\n");
  auto second = new_graph();
  cudaMemcpy3DParms in = {}, out = {};
  in.srcPtr = make_cudaPitchedPtr(numbers.data(), 16, 4, 4);
  in.dstArray = array;
  in.dstPos = make_cudaPos(2, 1, 0);
  in.extent = make_cudaExtent(4, 3, 1);
  in.kind = cudaMemcpyHostToDevice;
  SHOW(cudaGraphAddMemcpyNode(&node, second, nullptr, 0, &in));
  std::vector<int> seen(8, -1);
  out.srcArray = array;
  out.srcPos = make_cudaPos(3, 2, 0);
  out.dstPtr = make_cudaPitchedPtr(seen.data(), 16, 4, 2);
  out.extent = make_cudaExtent(3, 2, 1);
  out.kind = cudaMemcpyDefault;
  cudaGraphNode_t last;
  SHOW(cudaGraphAddMemcpyNode(&last, second, &node, 1, &out));
  auto exec = instantiate(second);
  run_once(exec);
  show_row("seen", seen);
  for (int &number : numbers) number += 100;
  run_once(exec);
  show_row("seen after the source has changed", seen);
}
