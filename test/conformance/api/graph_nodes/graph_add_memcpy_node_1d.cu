// SPDX-License-Identifier: Apache-2.0
// cudaGraphAddMemcpyNode1D: pointers, sizes and kinds that are refused; each kind of copy, done at each launch.
#include "../../api/graph_nodes/adding.h"

CASES() {
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
