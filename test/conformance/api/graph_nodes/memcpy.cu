// SPDX-License-Identifier: Apache-2.0
// Copy nodes with descriptions of boxes.
#include "../../cases.h"
#include "../../api/graph_nodes/adding.h"
#include "../../graphs/nodes.h"

// cudaGraphAddMemcpyNode: descriptions that are refused; boxes with positions, arrays, host memory read at the launch.
CASE(graph_add_memcpy_node) {
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

__device__ int numbers[8];

static void show_params(const cudaMemcpy3DParms &got) {
  show_row("extent, kind", {int(got.extent.width), int(got.extent.height), int(got.extent.depth), int(got.kind)});
  show_row("source at", {int(got.srcPos.x), int(got.srcPos.y), int(got.srcPos.z)});
  show_row("destination at", {int(got.dstPos.x), int(got.dstPos.y), int(got.dstPos.z)});
}

// cudaGraphMemcpyNodeGetParams: nodes and nulls that are refused; what it tells of copies that were added in other ways.
CASE(graph_memcpy_node_get_params) {
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

// cudaGraphMemcpyNodeSetParams: what is refused and changes nothing; another box, another direction.
CASE(graph_memcpy_node_set_params) {
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
