// SPDX-License-Identifier: Apache-2.0
// User objects of graphs.
#include "../cases.h"
#include "nodes.h"

static std::atomic<int> destroyed{0};
static void destroy(void *n) { destroyed += *static_cast<int *>(n); }

// The destructor may run a moment later, in another thread.
static void show_destroyed(const char *what, int expected) {
  for (int i = 0; i < 3000 && destroyed < expected; ++i) std::this_thread::sleep_for(std::chrono::milliseconds(1));
  show_value(what, destroyed);
}

// User objects: arguments, counts, when the destructor has run. A release of more than a graph holds succeeds on
// hardware, and what follows is undefined.
CASE(user_object) {
  MUST(cudaFree(0));
  int one = 1, ten = 10, hundred = 100;
  cudaUserObject_t object, other;
  SHOW(cudaUserObjectCreate(nullptr, (void *)&one, destroy, 1, cudaUserObjectNoDestructorSync));
  SHOW(cudaUserObjectCreate(&object, (void *)&one, nullptr, 1, cudaUserObjectNoDestructorSync));
  SHOW(cudaUserObjectCreate(&object, (void *)&one, destroy, 1, 3u));
  SHOW(cudaUserObjectCreate(&object, (void *)&one, destroy, 0x80000000u, cudaUserObjectNoDestructorSync));
  SHOW(cudaUserObjectCreate(&object, (void *)&one, destroy, 2, cudaUserObjectNoDestructorSync));
  SHOW(cudaUserObjectRetain(nullptr, 1));
  SHOW(cudaUserObjectRetain(object, 0));
  SHOW(cudaUserObjectRetain(object, 0x80000000u));
  SHOW(cudaUserObjectRetain(object, 1));
  SHOW(cudaUserObjectRelease(nullptr, 1));
  SHOW(cudaUserObjectRelease(object, 0));
  SHOW(cudaUserObjectRelease(object, 2));
  show_value("destroyed", destroyed);
  SHOW(cudaUserObjectRelease(object, 1));
  show_destroyed("destroyed", 1);
  auto graph = new_graph();
  SHOW(cudaUserObjectCreate(&object, (void *)&ten, destroy, 1, cudaUserObjectNoDestructorSync));
  SHOW(cudaGraphRetainUserObject(nullptr, object, 1, 0));
  SHOW(cudaGraphRetainUserObject(graph, nullptr, 1, 0));
  SHOW(cudaGraphRetainUserObject(graph, object, 0, 0));
  SHOW(cudaGraphRetainUserObject(graph, object, 1, 2));
  SHOW(cudaGraphRetainUserObject(graph, object, 2, 0));
  SHOW(cudaGraphReleaseUserObject(graph, object, 0));
  SHOW(cudaGraphReleaseUserObject(nullptr, object, 1));
  SHOW(cudaUserObjectRelease(object, 1));
  show_value("destroyed", destroyed);
  SHOW(cudaGraphReleaseUserObject(graph, object, 1));
  cudaGraph_t clone;
  MUST(cudaGraphClone(&clone, graph));
  SHOW(cudaGraphReleaseUserObject(graph, object, 1));
  show_value("destroyed while a clone holds it", destroyed);
  MUST(cudaGraphDestroy(clone));
  show_destroyed("destroyed", 11);
  SHOW(cudaUserObjectCreate(&other, (void *)&hundred, destroy, 1, cudaUserObjectNoDestructorSync));
  SHOW(cudaGraphRetainUserObject(graph, other, 1, cudaGraphUserObjectMove));
  auto outer = new_graph();
  cudaGraphNode_t child;
  MUST(cudaGraphAddChildGraphNode(&child, outer, nullptr, 0, graph));
  MUST(cudaGraphDestroy(graph));
  show_value("destroyed while a child graph holds it", destroyed);
  auto exec = instantiate(outer);
  MUST(cudaGraphDestroy(outer));
  show_value("destroyed while an exec holds it", destroyed);
  MUST(cudaGraphExecDestroy(exec));
  show_destroyed("destroyed", 111);
}
