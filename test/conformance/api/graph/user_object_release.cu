// SPDX-License-Identifier: Apache-2.0
// cudaUserObjectRelease: the last release destroys; what graphs hold stays; refused arguments.
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
  auto object = object_of(&numbers[0], 4);
  SHOW(cudaUserObjectRelease(nullptr, 1));
  SHOW(cudaUserObjectRelease(object, 0));
  SHOW(cudaUserObjectRelease(object, 0x80000000u));
  show_last_error("after refused calls");
  show_value("destroyed", destroyed);
  SHOW(cudaUserObjectRelease(object));
  SHOW(cudaUserObjectRelease(object, 2));
  show_value("destroyed", destroyed);
  SHOW(cudaUserObjectRelease(object, 1));
  show_destroyed("destroyed", 1);
  std::printf("while a graph has one\n");
  object = object_of(&numbers[1], 1);
  auto graph = new_graph();
  SHOW(cudaGraphRetainUserObject(graph, object, 1, 0));
  SHOW(cudaUserObjectRelease(object, 1));
  show_value("destroyed", destroyed);
  SHOW(cudaGraphDestroy(graph));
  show_destroyed("destroyed with the graph", 11);
  std::printf("while an exec has one\n");
  object = object_of(&numbers[2], 2);
  graph = new_graph();
  SHOW(cudaGraphRetainUserObject(graph, object, 1, cudaGraphUserObjectMove));
  auto exec = instantiate(graph);
  SHOW(cudaGraphDestroy(graph));
  SHOW(cudaUserObjectRelease(object, 1));
  show_value("destroyed", destroyed);
  SHOW(cudaGraphExecDestroy(exec));
  show_destroyed("destroyed with the exec", 111);
}
