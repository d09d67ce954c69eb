// SPDX-License-Identifier: Apache-2.0
// cudaUserObjectRetain: more references for the caller; refused arguments.
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
  auto object = object_of(&numbers[0], 1);
  SHOW(cudaUserObjectRetain(nullptr, 1));
  SHOW(cudaUserObjectRetain(object, 0));
  SHOW(cudaUserObjectRetain(object, 0x80000000u));
  SHOW(cudaUserObjectRetain(object, 0xffffffffu));
  show_last_error("after refused calls");
  SHOW(cudaUserObjectRetain(object));
  SHOW(cudaUserObjectRetain(object, 2));
  SHOW(cudaUserObjectRelease(object, 3));
  show_value("destroyed", destroyed);
  SHOW(cudaUserObjectRelease(object, 1));
  show_destroyed("destroyed", 1);
  std::printf("while a graph has one\n");
  object = object_of(&numbers[1], 1);
  auto graph = new_graph();
  MUST(cudaGraphRetainUserObject(graph, object, 1, cudaGraphUserObjectMove));
  SHOW(cudaUserObjectRetain(object, 1));
  MUST(cudaGraphDestroy(graph));
  show_value("destroyed with the graph", destroyed);
  SHOW(cudaUserObjectRelease(object, 1));
  show_destroyed("destroyed", 11);
}
