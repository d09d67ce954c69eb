// SPDX-License-Identifier: Apache-2.0
// Copy nodes of one row and of symbols.
#include "../../cases.h"
#include "../../api/graph_nodes/adding.h"
#include "../../graphs/nodes.h"

static int host_variable[8];

// cudaGraphAddMemcpyNode1D: pointers, sizes and kinds that are refused; each kind of copy, done at each launch.
CASE(graph_add_memcpy_node_1d) {
  DeviceArray<int> a(std::vector<int>{1, 2, 3, 4}), b(4);
  int source[4] = {5, 6, 7, 8}, target[4] = {}, *pinned;
  MUST(cudaHostAlloc(&pinned, 16, 0));
  show_adding([&](cudaGraphNode_t *node, cudaGraph_t graph, const cudaGraphNode_t *after, std::size_t count) {
    return cudaGraphAddMemcpyNode1D(node, graph, after, count, b, a, 16, cudaMemcpyDeviceToDevice);
  });
  auto graph = new_graph();
  cudaGraphNode_t node;
  auto add = [&](void *dst, const void *src, std::size_t count, cudaMemcpyKind kind) {
    return cudaGraphAddMemcpyNode1D(&node, graph, nullptr, 0, dst, src, count, kind);
  };
  SHOW(add(nullptr, a, 16, cudaMemcpyDeviceToDevice));
  SHOW(add(b, nullptr, 16, cudaMemcpyDeviceToDevice));
  SHOW(add(b, a, 0, cudaMemcpyDeviceToDevice));
  SHOW(add(nullptr, nullptr, 0, cudaMemcpyDeviceToDevice));
  SHOW(add(b, a, 16, static_cast<cudaMemcpyKind>(5)));
  SHOW(add(b, a, 16, static_cast<cudaMemcpyKind>(-1)));
  SHOW(add(b, source, 16, cudaMemcpyDeviceToDevice));
  SHOW(add(b, source, 16, cudaMemcpyDeviceToHost));
  SHOW(add(target, a, 16, cudaMemcpyHostToDevice));
  SHOW(add(target, a, 16, cudaMemcpyHostToHost));
  show_value("nodes", node_count(graph));
  std::printf("kinds\n");
  auto copy = [&](const char *what, void *dst, const void *src, cudaMemcpyKind kind, auto result) {
    auto one = new_graph();
    show(what, cudaGraphAddMemcpyNode1D(&node, one, nullptr, 0, dst, src, 16, kind));
    auto exec = instantiate(one);
    run_once(exec);
    show_row("first launch", result());
    ++source[0];
    source[3] = 80;
    run_once(exec);
    show_row("second launch", result());
  };
  copy("up", b, source, cudaMemcpyHostToDevice, [&] { return b.read(); });
  copy("across", a, b, cudaMemcpyDeviceToDevice, [&] { return a.read(); });
  copy("down", target, a, cudaMemcpyDeviceToHost, [&] { return std::vector<int>(target, target + 4); });
  copy("on the host", pinned, source, cudaMemcpyHostToHost, [&] { return std::vector<int>(pinned, pinned + 4); });
  copy("by the addresses", b, pinned, cudaMemcpyDefault, [&] { return b.read(); });
}

// cudaGraphMemcpyNodeSetParams1D: what is refused and changes nothing; other sizes, directions and shapes.
CASE(graph_memcpy_node_set_params_1d) {
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

namespace graph_add_memcpy_node_from_symbol_ {
__device__ int numbers[8] = {1, 2, 3, 4, 5, 6, 7, 8};
__constant__ int constants[4] = {21, 22, 23, 24};
__global__ void change() { numbers[3] = 40; }

// cudaGraphAddMemcpyNodeFromSymbol: symbols, ranges and kinds that are refused; what is read, and when.
CASE(graph_add_memcpy_node_from_symbol) {
  DeviceArray<int> words(8);
  int pageable[8] = {};
  show_adding([&](cudaGraphNode_t *node, cudaGraph_t graph, const cudaGraphNode_t *after, std::size_t count) {
    return cudaGraphAddMemcpyNodeFromSymbol(node, graph, after, count, words, numbers, 32, 0, cudaMemcpyDeviceToDevice);
  });
  auto graph = new_graph();
  cudaGraphNode_t node, last;
  auto add = [&](void *dst, const void *symbol, std::size_t count, std::size_t offset, cudaMemcpyKind kind) {
    return cudaGraphAddMemcpyNodeFromSymbol(&node, graph, nullptr, 0, dst, symbol, count, offset, kind);
  };
  const auto down = cudaMemcpyDeviceToHost, across = cudaMemcpyDeviceToDevice;
  SHOW(add(pageable, nullptr, 32, 0, down));
  SHOW(add(pageable, host_variable, 32, 0, down));
  SHOW(add(pageable, words, 32, 0, down));
  SHOW(add(nullptr, numbers, 32, 0, down));
  SHOW(add(pageable, numbers, 0, 0, down));
  SHOW(add(pageable, numbers, 33, 0, down));
  SHOW(add(pageable, numbers, 4, 32, down));
  SHOW(add(pageable, numbers, 4, 29, down));
  SHOW(add(pageable, numbers, 4, SIZE_MAX - 3, down));
  SHOW(add(pageable, numbers, 4, 0, cudaMemcpyHostToHost));
  SHOW(add(pageable, numbers, 4, 0, cudaMemcpyHostToDevice));
  SHOW(add(pageable, numbers, 4, 0, static_cast<cudaMemcpyKind>(5)));
  SHOW(add(pageable, numbers, 4, 0, across));
  show_value("nodes", node_count(graph));
  std::printf("copies\n");
  graph = new_graph();
  SHOW(add(words, numbers, 32, 0, across));
  SHOW(cudaGraphAddMemcpyNodeFromSymbol(&last, graph, &node, 1, words + 1, constants, 8, 4, across));
  SHOW(add(pageable + 2, numbers, 12, 8, cudaMemcpyDefault));
  auto exec = instantiate(graph);
  change<<<1, 1>>>();
  run_once(exec);
  show_row("words", words.read());
  show_row("pageable", std::vector<int>(pageable, pageable + 8));
}
}  // namespace graph_add_memcpy_node_from_symbol_

namespace graph_memcpy_node_set_params_from_symbol_ {
__device__ int numbers[8] = {1, 2, 3, 4, 5, 6, 7, 8};
__constant__ int constants[4] = {21, 22, 23, 24};

// cudaGraphMemcpyNodeSetParamsFromSymbol: what is refused and changes nothing; nodes that copied elsewhere before.
CASE(graph_memcpy_node_set_params_from_symbol) {
  DeviceArray<int> words(8), other(8);
  int pageable[8] = {};
  auto graph = new_graph();
  cudaGraphNode_t node, flat;
  MUST(cudaGraphAddMemcpyNodeFromSymbol(&node, graph, nullptr, 0, words, numbers, 8, 0, cudaMemcpyDeviceToDevice));
  const auto down = cudaMemcpyDeviceToHost, across = cudaMemcpyDeviceToDevice;
  SHOW(cudaGraphMemcpyNodeSetParamsFromSymbol(nullptr, words, numbers, 4, 0, across));
  SHOW(cudaGraphMemcpyNodeSetParamsFromSymbol(empty_node(graph), words, numbers, 4, 0, across));
  SHOW(cudaGraphMemcpyNodeSetParamsFromSymbol(kernel_node(graph, other, 0), words, numbers, 4, 0, across));
  SHOW(cudaGraphMemcpyNodeSetParamsFromSymbol(node, words, nullptr, 4, 0, across));
  SHOW(cudaGraphMemcpyNodeSetParamsFromSymbol(node, words, host_variable, 4, 0, across));
  SHOW(cudaGraphMemcpyNodeSetParamsFromSymbol(node, nullptr, numbers, 4, 0, across));
  SHOW(cudaGraphMemcpyNodeSetParamsFromSymbol(node, words, numbers, 0, 0, across));
  SHOW(cudaGraphMemcpyNodeSetParamsFromSymbol(node, words, numbers, 36, 0, across));
  SHOW(cudaGraphMemcpyNodeSetParamsFromSymbol(node, words, numbers, 4, 30, across));
  SHOW(cudaGraphMemcpyNodeSetParamsFromSymbol(node, words, numbers, 4, 0, cudaMemcpyHostToDevice));
  SHOW(cudaGraphMemcpyNodeSetParamsFromSymbol(node, words, numbers, 4, 0, cudaMemcpyHostToHost));
  SHOW(cudaGraphMemcpyNodeSetParamsFromSymbol(node, words, numbers, 4, 0, static_cast<cudaMemcpyKind>(5)));
  SHOW(cudaGraphMemcpyNodeSetParamsFromSymbol(node, pageable, numbers, 4, 0, across));
  run_once(instantiate(graph));
  show_row("words", words.read());
  std::printf("another range\n");
  SHOW(cudaGraphMemcpyNodeSetParamsFromSymbol(node, words + 4, numbers, 12, 20, across));
  run_once(instantiate(graph));
  show_row("words", words.read());
  std::printf("another symbol, another kind\n");
  SHOW(cudaGraphMemcpyNodeSetParamsFromSymbol(node, pageable, constants, 8, 4, down));
  run_once(instantiate(graph));
  show_row("pageable", std::vector<int>(pageable, pageable + 8));
  std::printf("a node that copied between addresses\n");
  auto second = new_graph();
  MUST(cudaGraphAddMemcpyNode1D(&flat, second, nullptr, 0, words, other, 8, cudaMemcpyDeviceToDevice));
  SHOW(cudaGraphMemcpyNodeSetParamsFromSymbol(flat, other, numbers, 8, 0, cudaMemcpyDefault));
  run_once(instantiate(second));
  show_row("other", other.read());
}
}  // namespace graph_memcpy_node_set_params_from_symbol_

namespace graph_add_memcpy_node_to_symbol_ {
__device__ int numbers[8];
__constant__ int constants[4];

__global__ void read_all(int *out) {
  for (int i = 0; i < 8; ++i) out[i] = numbers[i];
  for (int i = 0; i < 4; ++i) out[8 + i] = constants[i];
}

// cudaGraphAddMemcpyNodeToSymbol: symbols, ranges and kinds that are refused; what reaches the variable.
CASE(graph_add_memcpy_node_to_symbol) {
  DeviceArray<int> words(std::vector<int>{11, 12, 13, 14, 15, 16, 17, 18, 0, 0, 0, 0});
  int pageable[8] = {1, 2, 3, 4, 5, 6, 7, 8};
  show_adding([&](cudaGraphNode_t *node, cudaGraph_t graph, const cudaGraphNode_t *after, std::size_t count) {
    return cudaGraphAddMemcpyNodeToSymbol(node, graph, after, count, numbers, pageable, 32, 0, cudaMemcpyHostToDevice);
  });
  auto graph = new_graph();
  cudaGraphNode_t node, last;
  auto add = [&](const void *symbol, const void *src, std::size_t count, std::size_t offset, cudaMemcpyKind kind) {
    return cudaGraphAddMemcpyNodeToSymbol(&node, graph, nullptr, 0, symbol, src, count, offset, kind);
  };
  const auto up = cudaMemcpyHostToDevice, across = cudaMemcpyDeviceToDevice;
  SHOW(add(nullptr, pageable, 32, 0, up));
  SHOW(add(host_variable, pageable, 32, 0, up));
  SHOW(add(words, pageable, 32, 0, up));
  SHOW(add(numbers, nullptr, 32, 0, up));
  SHOW(add(numbers, pageable, 0, 0, up));
  SHOW(add(numbers, pageable, 33, 0, up));
  SHOW(add(numbers, pageable, 4, 32, up));
  SHOW(add(numbers, pageable, 4, 29, up));
  SHOW(add(numbers, pageable, 4, SIZE_MAX - 3, up));
  SHOW(add(numbers, pageable, 4, 0, cudaMemcpyHostToHost));
  SHOW(add(numbers, pageable, 4, 0, cudaMemcpyDeviceToHost));
  SHOW(add(numbers, pageable, 4, 0, static_cast<cudaMemcpyKind>(5)));
  SHOW(add(numbers, pageable, 4, 0, across));
  show_value("nodes", node_count(graph));
  std::printf("copies\n");
  graph = new_graph();
  SHOW(add(numbers, pageable, 32, 0, up));
  SHOW(cudaGraphAddMemcpyNodeToSymbol(&last, graph, &node, 1, numbers, words, 8, 12, across));
  SHOW(add(constants, pageable, 8, 4, cudaMemcpyDefault));
  auto exec = instantiate(graph);
  for (int &number : pageable) number *= 10;
  run_once(exec);
  read_all<<<1, 1>>>(words);
  show_row("variables", words.read());
}
}  // namespace graph_add_memcpy_node_to_symbol_

namespace graph_memcpy_node_set_params_to_symbol_ {
__device__ int numbers[8], others[8];

__global__ void read_all(int *out) {
  for (int i = 0; i < 8; ++i) out[i] = numbers[i] * 100 + others[i];
}

static void show_variables(cudaGraph_t graph, DeviceArray<int> &words) {
  run_once(instantiate(graph));
  read_all<<<1, 1>>>(words);
  show_row("variables", words.read());
}

// cudaGraphMemcpyNodeSetParamsToSymbol: what is refused and changes nothing; nodes that copied elsewhere before.
CASE(graph_memcpy_node_set_params_to_symbol) {
  DeviceArray<int> words(8), more(std::vector<int>{21, 22, 23, 24, 25, 26, 27, 28});
  int pageable[8] = {1, 2, 3, 4, 5, 6, 7, 8};
  auto graph = new_graph();
  cudaGraphNode_t node, flat;
  MUST(cudaGraphAddMemcpyNodeToSymbol(&node, graph, nullptr, 0, numbers, pageable, 8, 0, cudaMemcpyHostToDevice));
  const auto up = cudaMemcpyHostToDevice, across = cudaMemcpyDeviceToDevice;
  SHOW(cudaGraphMemcpyNodeSetParamsToSymbol(nullptr, numbers, pageable, 4, 0, up));
  SHOW(cudaGraphMemcpyNodeSetParamsToSymbol(empty_node(graph), numbers, pageable, 4, 0, up));
  SHOW(cudaGraphMemcpyNodeSetParamsToSymbol(kernel_node(graph, words, 0), numbers, pageable, 4, 0, up));
  SHOW(cudaGraphMemcpyNodeSetParamsToSymbol(node, nullptr, pageable, 4, 0, up));
  SHOW(cudaGraphMemcpyNodeSetParamsToSymbol(node, host_variable, pageable, 4, 0, up));
  SHOW(cudaGraphMemcpyNodeSetParamsToSymbol(node, numbers, nullptr, 4, 0, up));
  SHOW(cudaGraphMemcpyNodeSetParamsToSymbol(node, numbers, pageable, 0, 0, up));
  SHOW(cudaGraphMemcpyNodeSetParamsToSymbol(node, numbers, pageable, 36, 0, up));
  SHOW(cudaGraphMemcpyNodeSetParamsToSymbol(node, numbers, pageable, 4, 30, up));
  SHOW(cudaGraphMemcpyNodeSetParamsToSymbol(node, numbers, pageable, 4, 0, cudaMemcpyDeviceToHost));
  SHOW(cudaGraphMemcpyNodeSetParamsToSymbol(node, numbers, pageable, 4, 0, cudaMemcpyHostToHost));
  SHOW(cudaGraphMemcpyNodeSetParamsToSymbol(node, numbers, pageable, 4, 0, static_cast<cudaMemcpyKind>(5)));
  SHOW(cudaGraphMemcpyNodeSetParamsToSymbol(node, numbers, pageable, 4, 0, across));
  show_variables(graph, words);
  std::printf("another range\n");
  SHOW(cudaGraphMemcpyNodeSetParamsToSymbol(node, numbers, pageable + 4, 12, 20, up));
  show_variables(graph, words);
  std::printf("another symbol, another kind\n");
  SHOW(cudaGraphMemcpyNodeSetParamsToSymbol(node, others, more, 16, 4, across));
  show_variables(graph, words);
  std::printf("a node that copied between addresses\n");
  auto second = new_graph();
  MUST(cudaGraphAddMemcpyNode1D(&flat, second, nullptr, 0, words, more, 8, cudaMemcpyDeviceToDevice));
  SHOW(cudaGraphMemcpyNodeSetParamsToSymbol(flat, numbers, more, 8, 0, cudaMemcpyDefault));
  show_variables(second, words);
}
}  // namespace graph_memcpy_node_set_params_to_symbol_
