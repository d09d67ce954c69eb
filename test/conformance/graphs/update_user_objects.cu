// SPDX-License-Identifier: Apache-2.0
// User objects of executable graphs whose graph, or child graph, is replaced: the new graph's are held, the old one's let go.
#include "nodes.h"

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

int main() {
  MUST(cudaFree(0));
  whole_graph();
  child_graph();
}
