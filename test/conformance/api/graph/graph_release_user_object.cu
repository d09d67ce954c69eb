// SPDX-License-Identifier: Apache-2.0
// cudaGraphReleaseUserObject: gives back what a graph holds; other holders keep theirs; refused arguments. (A release
// of more than it holds is undefined.)
#include <atomic>

#include "../../graphs/nodes.h"

static std::atomic<int> destroyed{0};
static void CUDART_CB destroy(void *n) { destroyed += *static_cast<int *>(n); }

// The destructor may run a moment later, in another thread.
static void show_destroyed(const char *what, int expected) {
  for (int i = 0; i < 3000 && destroyed < expected; ++i) std::this_thread::sleep_for(std::chrono::milliseconds(1));
  show_value(what, destroyed);
}

static int numbers[] = {1, 10, 100, 1000, 10000};

static cudaUserObject_t object_of(int *number, unsigned references) {
  cudaUserObject_t object;
  MUST(cudaUserObjectCreate(&object, static_cast<void *>(number), destroy, references, cudaUserObjectNoDestructorSync));
  return object;
}

CASES() {
  MUST(cudaFree(nullptr));
  auto graph = new_graph(), other = new_graph();
  auto object = object_of(&numbers[0], 1);
  MUST(cudaGraphRetainUserObject(graph, object, 3, 0));
  SHOW(cudaGraphReleaseUserObject(nullptr, object, 1));
  SHOW(cudaGraphReleaseUserObject(graph, nullptr, 1));
  SHOW(cudaGraphReleaseUserObject(graph, object, 0));
  SHOW(cudaGraphReleaseUserObject(graph, object, 0x80000000u));
  show_last_error("after refused calls");
  SHOW(cudaUserObjectRelease(object, 1));
  SHOW(cudaGraphReleaseUserObject(graph, object));
  SHOW(cudaGraphReleaseUserObject(graph, object, 1));
  show_value("destroyed", destroyed);
  SHOW(cudaGraphReleaseUserObject(graph, object, 1));
  show_destroyed("destroyed", 1);
  std::printf("clones and execs keep theirs\n");
  object = object_of(&numbers[1], 1);
  MUST(cudaGraphRetainUserObject(graph, object, 1, cudaGraphUserObjectMove));
  MUST(cudaGraphRetainUserObject(other, object, 1, 0));
  cudaGraph_t clone;
  MUST(cudaGraphClone(&clone, graph));
  auto exec = instantiate(graph);
  SHOW(cudaGraphReleaseUserObject(graph, object, 1));
  SHOW(cudaGraphReleaseUserObject(other, object, 1));
  show_value("destroyed", destroyed);
  SHOW(cudaGraphReleaseUserObject(clone, object, 1));
  show_value("destroyed without the clone's", destroyed);
  SHOW(cudaGraphExecDestroy(exec));
  show_destroyed("destroyed without the exec", 11);
  std::printf("an empty graph is left\n");
  SHOW(cudaGraphDestroy(graph));
  SHOW(cudaGraphDestroy(clone));
  SHOW(cudaGraphDestroy(other));
  show_value("destroyed", destroyed);
}
