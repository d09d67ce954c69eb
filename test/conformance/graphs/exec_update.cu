// SPDX-License-Identifier: Apache-2.0
// cudaGraphExecUpdate: what may differ, and what is reported when it may not.
#include "nodes.h"

static cudaGraphExec_t exec;

static void update(const char *what, cudaGraph_t graph) {
  cudaGraphExecUpdateResultInfo info;
  std::memset(&info, 0x55, sizeof info);
  cudaError_t error = cudaGraphExecUpdate(exec, graph, &info);
  std::printf("%s: %s, result %d, node %s, from %s\n", what, name_of(error), int(info.result),
              info.errorNode != nullptr ? "named" : "none", info.errorFromNode != nullptr ? "named" : "none");
}

int main() {
  DeviceArray<int> a(16), b(16);
  auto original = new_graph();
  auto k1 = kernel_node(original, a, 1);
  auto k2 = kernel_node(original, a, 10, {k1});
  cudaGraphNode_t copy;
  MUST(cudaGraphAddMemcpyNode1D(&copy, original, &k2, 1, b, a, 16, cudaMemcpyDeviceToDevice));
  exec = instantiate(original);
  SHOW(cudaGraphExecUpdate(nullptr, original, nullptr));
  SHOW(cudaGraphExecUpdate(exec, nullptr, nullptr));
  update("the same", original);
  {
    auto g = new_graph();
    auto n1 = kernel_node(g, a, 2);
    auto n2 = kernel_node(g, a, 20, {n1});
    MUST(cudaGraphAddMemcpyNode1D(&copy, g, &n2, 1, b, a, 32, cudaMemcpyDeviceToDevice));
    update("other values", g);
    run_once(exec);
    show_row("a, b", {a.read()[0], b.read()[0]});
    SHOW(cudaGraphDestroy(g));
  }
  {
    auto g = new_graph();
    auto n1 = kernel_node(g, a, 2);
    update("fewer nodes", g);
    auto n2 = kernel_node(g, a, 2);
    MUST(cudaGraphAddMemcpyNode1D(&copy, g, &n2, 1, b, a, 16, cudaMemcpyDeviceToDevice));
    update("an edge less", g);
    MUST(cudaGraphAddDependencies(g, &n1, &copy, nullptr, 1));
    update("another edge", g);
    MUST(cudaGraphAddDependencies(g, &n1, &n2, nullptr, 1));
    update("an edge more", g);
  }
  {
    auto g = new_graph();
    auto n1 = kernel_node(g, a, 1);
    auto n2 = host_node(g, do_nothing, nullptr, {n1});
    MUST(cudaGraphAddMemcpyNode1D(&copy, g, &n2, 1, b, a, 16, cudaMemcpyDeviceToDevice));
    update("another kind", g);
  }
  {
    auto g = new_graph();
    KernelParams params(a, 3, (void *)add_other);
    params.params.gridDim = 4;
    cudaGraphNode_t n1;
    MUST(cudaGraphAddKernelNode(&n1, g, nullptr, 0, params));
    auto n2 = kernel_node(g, a, 5, {n1});
    MUST(cudaGraphAddMemcpyNode1D(&copy, g, &n2, 1, b, a, 16, cudaMemcpyDeviceToDevice));
    update("another function and grid", g);
    run_once(exec);
    show_row("a, b", {a.read()[0], b.read()[0]});
  }
  {
    auto g = new_graph();
    int host[4];
    auto n1 = kernel_node(g, a, 1);
    auto n2 = kernel_node(g, a, 1, {n1});
    MUST(cudaGraphAddMemcpyNode1D(&copy, g, &n2, 1, host, a, 16, cudaMemcpyDeviceToHost));
    update("a copy to the host", g);
  }
  {
    auto g = new_graph();
    auto n1 = kernel_node(g, a, 1);
    auto n2 = kernel_node(g, a, 1);
    MUST(cudaGraphAddDependencies(g, &n2, &n1, nullptr, 1));
    MUST(cudaGraphAddMemcpyNode1D(&copy, g, &n1, 1, b, a, 16, cudaMemcpyDeviceToDevice));
    update("the same shape, nodes in another order", g);
  }
  SHOW(cudaGetLastError());
  std::printf("a child graph\n");
  auto inner = new_graph(), outer = new_graph(), outer2 = new_graph();
  kernel_node(inner, a, 100);
  cudaGraphNode_t child;
  MUST(cudaGraphAddChildGraphNode(&child, outer, nullptr, 0, inner));
  exec = instantiate(outer);
  kernel_node(inner, a, 100);
  MUST(cudaGraphAddChildGraphNode(&child, outer2, nullptr, 0, inner));
  update("a larger child", outer2);
  update("the same child", outer);
}
