// SPDX-License-Identifier: Apache-2.0
// cudaUserObjectCreate: the destructor runs once, with its pointer, after the last reference; refused arguments.
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
