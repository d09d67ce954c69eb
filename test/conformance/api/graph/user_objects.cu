// SPDX-License-Identifier: Apache-2.0
// User objects and who holds them.
#include "../../cases.h"
#include "../../graphs/nodes.h"
#include "../../gate.h"

#include <atomic>

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

// cudaUserObjectCreate: the destructor runs once, with its pointer, after the last reference; refused arguments.
CASE(user_object_create) {
  MUST(cudaFree(nullptr));
  cudaUserObject_t object = nullptr;
  void *number = &numbers[0];
  SHOW(cudaUserObjectCreate(nullptr, number, destroy, 1, cudaUserObjectNoDestructorSync));
  SHOW(cudaUserObjectCreate(&object, number, nullptr, 1, cudaUserObjectNoDestructorSync));
  for (unsigned references : {0u, 0x80000000u, 0xffffffffu})
    SHOW(cudaUserObjectCreate(&object, number, destroy, references, cudaUserObjectNoDestructorSync));
  for (unsigned flags : {0u, 2u, 3u, 0x80000000u}) SHOW(cudaUserObjectCreate(&object, number, destroy, 1, flags));
  show_truth("nothing written", object == nullptr);
  show_last_error("after refused calls");
  show_value("destroyed", destroyed);
  SHOW(cudaUserObjectCreate(&object, number, destroy, 1, cudaUserObjectNoDestructorSync));
  show_truth("a handle", object != nullptr);
  show_value("destroyed", destroyed);
  SHOW(cudaUserObjectRelease(object, 1));
  show_destroyed("destroyed", 1);
  std::printf("several references\n");
  SHOW(cudaUserObjectCreate(&object, static_cast<void *>(&numbers[1]), destroy, 3, cudaUserObjectNoDestructorSync));
  SHOW(cudaUserObjectRelease(object, 2));
  show_value("destroyed", destroyed);
  SHOW(cudaUserObjectRelease(object, 1));
  show_destroyed("destroyed", 11);
  std::printf("as many as there may be\n");
  SHOW(cudaUserObjectCreate(&object, static_cast<void *>(&numbers[2]), destroy, 0x7fffffffu,
                            cudaUserObjectNoDestructorSync));
  SHOW(cudaUserObjectRelease(object, 0x7ffffffeu));
  show_value("destroyed", destroyed);
  SHOW(cudaUserObjectRelease(object, 1));
  show_destroyed("destroyed", 111);
  std::printf("two objects of one pointer\n");
  cudaUserObject_t same[2];
  for (auto &one : same) one = object_of(&numbers[3], 1);
  show_truth("two handles", same[0] != same[1]);
  SHOW(cudaUserObjectRelease(same[0], 1));
  show_destroyed("destroyed", 1111);
  SHOW(cudaUserObjectRelease(same[1], 1));
  show_destroyed("destroyed", 2111);
  std::printf("while a stream captures\n");
  cudaStream_t stream;
  cudaGraph_t captured;
  MUST(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking));
  MUST(cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal));
  SHOW(cudaUserObjectCreate(&object, number, destroy, 1, cudaUserObjectNoDestructorSync));
  SHOW(cudaUserObjectRelease(object, 1));
  SHOW(cudaStreamEndCapture(stream, &captured));
  show_destroyed("destroyed", 2112);
}

// cudaUserObjectRetain: more references for the caller; refused arguments.
CASE(user_object_retain) {
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

// cudaUserObjectRelease: the last release destroys; what graphs hold stays; refused arguments.
CASE(user_object_release) {
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

// cudaGraphRetainUserObject: references of a graph, its own or the caller's; who else holds them then; refused
// arguments.
CASE(graph_retain_user_object) {
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

// cudaGraphReleaseUserObject: gives back what a graph holds; other holders keep theirs; refused arguments. (A release
// of more than it holds is undefined.)
CASE(graph_release_user_object) {
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
