// SPDX-License-Identifier: Apache-2.0
// cudaLogsRegisterCallback: a null function, several functions, and who is told what, in which thread.
#include "../../transcript.h"

struct Told {
  int times = 0;
  bool good = true;
  std::thread::id thread;
};
static void note(void *data, cudaLogLevel level, char *message, std::size_t length) {
  auto *told = static_cast<Told *>(data);
  ++told->times;
  told->good = told->good && level == cudaLogLevelError && message != nullptr && length > 0;
  told->thread = std::this_thread::get_id();
}
static void fail() {
  void *memory = nullptr;
  if (cudaMalloc(&memory, std::size_t{1} << 60) != cudaErrorMemoryAllocation) std::printf("no failure\n");
}

CASES() {
  cudaLogsCallbackHandle first = nullptr, second = nullptr, handle = nullptr;
  SHOW(cudaLogsRegisterCallback(nullptr, nullptr, &handle));
  show_truth("untouched", handle == nullptr);
  show_last_error("after a null function");
  MUST(cudaFree(nullptr));
  Told one, two, three;
  SHOW(cudaLogsRegisterCallback(note, &one, &first));
  SHOW(cudaLogsRegisterCallback(note, &two, &second));
  SHOW(cudaLogsRegisterCallback(note, &three, nullptr));
  show_truth("two handles", first != nullptr && second != nullptr && first != second);
  fail();
  show_truth("all are told", one.times > 0 && one.times == two.times && two.times == three.times);
  show_truth("in the thread of the call", one.thread == std::this_thread::get_id());
  std::thread([&] {
    fail();
    show_truth("in another thread too", one.thread == std::this_thread::get_id());
  }).join();
  const int before = one.times;
  MUST(cudaDeviceSynchronize());
  MUST(cudaStreamSynchronize(nullptr));
  show_value("told of calls that succeed", one.times - before);
  SHOW(cudaLogsUnregisterCallback(first));
  fail();
  show_truth("the others stay", one.times == before && two.times > before && two.times == three.times);
  show_truth("level and texts", one.good && two.good && three.good);
  SHOW(cudaLogsUnregisterCallback(second));
}
