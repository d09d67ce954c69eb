// SPDX-License-Identifier: Apache-2.0
// An executable graph that takes all parameters of another graph.
#include "../cases.h"
#include "nodes.h"

static cudaGraphExec_t exec;

static void update(const char *what, cudaGraph_t graph) {
  cudaGraphExecUpdateResultInfo info;
  std::memset(&info, 0x55, sizeof info);
  cudaError_t error = cudaGraphExecUpdate(exec, graph, &info);
  std::printf("%s: %s, result %d, node %s, from %s\n", what, name_of(error), int(info.result),
              info.errorNode != nullptr ? "named" : "none", info.errorFromNode != nullptr ? "named" : "none");
}

// cudaGraphExecUpdate: what may differ, and what is reported when it may not.
CASE(exec_update) {
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

static std::atomic<int> destroyed{0};
static void destroy(void *n) { destroyed += *static_cast<int *>(n); }
static int numbers[] = {1, 10, 100, 1000};

// The destructor may run a moment later, in another thread.
static void show_destroyed(const char *what, int expected) {
  for (int i = 0; i < 3000 && destroyed < expected; ++i) std::this_thread::sleep_for(std::chrono::milliseconds(1));
  show_value(what, destroyed);
}

static cudaGraph_t graph_with(int &number) {
  auto graph = new_graph();
  empty_node(graph);
  cudaUserObject_t object;
  MUST(cudaUserObjectCreate(&object, &number, destroy, 1, cudaUserObjectNoDestructorSync));
  MUST(cudaGraphRetainUserObject(graph, object, 1, cudaGraphUserObjectMove));
  return graph;
}

static void whole_graph() {
  auto before = graph_with(numbers[0]), after = graph_with(numbers[1]);
  auto exec = instantiate(before);
  MUST(cudaGraphDestroy(before));
  show_destroyed("while the exec holds it", 0);
  cudaGraphExecUpdateResultInfo why = {};
  SHOW(cudaGraphExecUpdate(exec, after, &why));
  show_destroyed("after the update", 1);
  MUST(cudaGraphDestroy(after));
  MUST(cudaGraphLaunch(exec, nullptr));
  MUST(cudaDeviceSynchronize());
  show_destroyed("launched without its graph", 1);
  auto unlike = graph_with(numbers[1]);
  empty_node(unlike);
  SHOW(cudaGraphExecUpdate(exec, unlike, &why));
  (void)cudaGetLastError();
  show_destroyed("after an update that failed", 1);
  MUST(cudaGraphDestroy(unlike));
  show_destroyed("without the graph that was unlike", 11);
  MUST(cudaGraphExecDestroy(exec));
  show_destroyed("without the exec", 21);
}

static void child_graph() {
  destroyed = 0;
  auto before = graph_with(numbers[2]), after = graph_with(numbers[3]);
  auto outer = new_graph();
  cudaGraphNode_t child;
  MUST(cudaGraphAddChildGraphNode(&child, outer, nullptr, 0, before));
  auto exec = instantiate(outer);
  MUST(cudaGraphDestroy(before));
  SHOW(cudaGraphExecChildGraphNodeSetParams(exec, child, after));
  show_destroyed("while the graph has the first child", 0);
  MUST(cudaGraphDestroy(after));
  MUST(cudaGraphDestroy(outer));
  show_destroyed("while the exec has the second", 100);
  MUST(cudaGraphExecDestroy(exec));
  show_destroyed("child's: without the exec", 1100);
}

// User objects of executable graphs whose graph, or child graph, is replaced: the new graph's are held, the old one's let go.
CASE(update_user_objects) {
  MUST(cudaFree(0));
  whole_graph();
  child_graph();
}
