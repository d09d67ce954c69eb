// SPDX-License-Identifier: Apache-2.0
// cudaGraphRetainUserObject: references of a graph, its own or the caller's; who else holds them then; refused
// arguments.
#include "../../gate.h"
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
  prepare_gates();
  auto graph = new_graph();
  auto object = object_of(&numbers[0], 3);
  SHOW(cudaGraphRetainUserObject(nullptr, object, 1, 0));
  SHOW(cudaGraphRetainUserObject(graph, nullptr, 1, 0));
  SHOW(cudaGraphRetainUserObject(graph, object, 0, 0));
  SHOW(cudaGraphRetainUserObject(graph, object, 0x80000000u, 0));
  for (unsigned flags : {2u, 3u, 4u, 0x80000000u}) SHOW(cudaGraphRetainUserObject(graph, object, 1, flags));
  show_last_error("after refused calls");
  std::printf("moved and new references\n");
  SHOW(cudaGraphRetainUserObject(graph, object, 2, cudaGraphUserObjectMove));
  SHOW(cudaGraphRetainUserObject(graph, object));
  SHOW(cudaUserObjectRelease(object, 1));
  show_value("destroyed", destroyed);
  SHOW(cudaGraphDestroy(graph));
  show_destroyed("destroyed with the graph", 1);
  std::printf("clones\n");
  graph = new_graph();
  object = object_of(&numbers[1], 1);
  SHOW(cudaGraphRetainUserObject(graph, object, 1, cudaGraphUserObjectMove));
  cudaGraph_t clone;
  MUST(cudaGraphClone(&clone, graph));
  SHOW(cudaGraphDestroy(graph));
  show_value("destroyed", destroyed);
  SHOW(cudaGraphDestroy(clone));
  show_destroyed("destroyed with the clone", 11);
  std::printf("child graphs\n");
  graph = new_graph();
  auto outer = new_graph();
  object = object_of(&numbers[2], 1);
  SHOW(cudaGraphRetainUserObject(graph, object, 1, cudaGraphUserObjectMove));
  cudaGraphNode_t child;
  MUST(cudaGraphAddChildGraphNode(&child, outer, nullptr, 0, graph));
  SHOW(cudaGraphDestroy(graph));
  show_value("destroyed", destroyed);
  SHOW(cudaGraphDestroyNode(child));
  show_destroyed("destroyed with the node", 111);
  std::printf("execs and launches\n");
  DeviceArray<int> word(1);
  graph = new_graph();
  kernel_node(graph, word, 1);
  auto exec = instantiate(graph);
  run_once(exec);
  object = object_of(&numbers[3], 1);
  SHOW(cudaGraphRetainUserObject(graph, object, 1, cudaGraphUserObjectMove));
  SHOW(cudaGraphExecDestroy(exec));
  show_value("destroyed with an exec made before", destroyed);
  exec = instantiate(graph);
  SHOW(cudaGraphDestroy(graph));
  show_value("destroyed with the graph", destroyed);
  cudaStream_t stream;
  MUST(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking));
  // Destruction of the exec may wait; the gate opens by itself.
  std::thread opener;
  {
    Gate gate(stream);
    MUST(cudaGraphLaunch(exec, stream));
    opener = std::thread([&] {
      std::this_thread::sleep_for(std::chrono::milliseconds(200));
      show_value("destroyed while a launch is pending", destroyed);
      gate.open();
    });
    MUST(cudaGraphExecDestroy(exec));
    opener.join();
  }
  MUST(cudaDeviceSynchronize());
  show_destroyed("destroyed after the launch", 1111);
}
