// SPDX-License-Identifier: Apache-2.0
// The log of refused calls.
#include "../../cases.h"

#include <fstream>
#include <sstream>
#include <string>

// cudaLogsCurrent: a null pointer; moves with each message and only then.
CASE(logs_current) {
  SHOW(cudaLogsCurrent(nullptr, 0));
  show_last_error("after a null pointer");
  cudaLogIterator first = 77, second = 77, third = 77;
  SHOW(cudaLogsCurrent(&first, 0));
  MUST(cudaFree(nullptr));
  SHOW(cudaLogsCurrent(&first, 0));
  MUST(cudaDeviceSynchronize());
  SHOW(cudaLogsCurrent(&second, 0));
  show_truth("stays without a message", first == second);
  void *memory = nullptr;
  SHOW(cudaMalloc(&memory, std::size_t{1} << 60));
  std::thread([&] { SHOW(cudaLogsCurrent(&second, 0)); }).join();
  show_truth("moves with one, for all threads", first != second);
  SHOW(cudaMalloc(&memory, std::size_t{1} << 60));
  SHOW(cudaLogsCurrent(&third, 0));
  show_truth("moves again", third != second && third != first);
}

static std::string content(const char *path) {
  std::ifstream file(path);
  std::ostringstream text;
  text << file.rdbuf();
  return text.str();
}

// cudaLogsDumpToFile: null arguments, paths that cannot be written, and what the file then holds.
CASE(logs_dump_to_file) {
  const char *path = "logs_dump_to_file.txt", *second = "logs_dump_to_file_2.txt";
  MUST(cudaFree(nullptr));
  cudaLogIterator start = 77, end = 77;
  MUST(cudaLogsCurrent(&start, 0));
  void *memory = nullptr;
  SHOW(cudaMalloc(&memory, std::size_t{1} << 60));
  MUST(cudaLogsCurrent(&end, 0));
  cudaLogIterator at = start;
  SHOW(cudaLogsDumpToFile(&at, path, 0));
  const std::string text = content(path);
  show_truth("some text", !text.empty());
  SHOW(cudaLogsDumpToFile(nullptr, second, 0));
  show_truth("all messages are at least those", content(second).size() >= text.size());
  std::remove(second);
  at = end;
  SHOW(cudaLogsDumpToFile(&at, second, 0));
  show_value("bytes from the end", static_cast<long long>(content(second).size()));
  std::remove(second);
  std::remove(path);
  show_last_error("after calls that succeed");
  at = start;
  SHOW(cudaLogsDumpToFile(&at, nullptr, 0));
  SHOW(cudaLogsDumpToFile(&at, "/no/such/folder/file", 0));
  SHOW(cudaLogsDumpToFile(&at, "/", 0));
  show_last_error("after refused calls");
}

static char text[25600];

// Bytes of all messages since `start`.
static std::size_t length_since(cudaLogIterator start) {
  static char whole[25600];
  std::size_t size = sizeof whole;
  MUST(cudaLogsDumpToMemory(&start, whole, &size, 0));
  return size;
}

// cudaLogsDumpToMemory: null arguments, buffers that are too small, and lines that end with a zero.
CASE(logs_dump_to_memory) {
  MUST(cudaFree(nullptr));
  std::size_t size = sizeof text;
  cudaLogIterator start = 77, end = 77;
  MUST(cudaLogsCurrent(&start, 0));
  SHOW(cudaLogsDumpToMemory(&start, text, &size, 0));
  show_value("bytes without a message", static_cast<long long>(size));
  void *memory = nullptr;
  SHOW(cudaMalloc(&memory, std::size_t{1} << 60));
  SHOW(cudaMalloc(&memory, std::size_t{1} << 60));
  MUST(cudaLogsCurrent(&end, 0));
  std::memset(text, '#', sizeof text);
  size = sizeof text;
  cudaLogIterator at = start;
  SHOW(cudaLogsDumpToMemory(&at, text, &size, 0));
  show_truth("text and a zero", size > 0 && size < sizeof text && std::strlen(text) == size);
  show_truth("the iterator is at the newest", at == end);
  const std::size_t both = size;
  size = sizeof text;
  SHOW(cudaLogsDumpToMemory(nullptr, text, &size, 0));
  show_truth("all of them at least as long", size >= both);
  // A refused call is a message itself: the length is asked again each time. Not asked: a buffer that is a little too
  // small, which the driver writes past.
  struct {
    const char *what;
    int percent, more;
  } rooms[] = {{"one more", 100, 1}, {"a quarter", 25, 0}, {"64", 0, 64}, {"1", 0, 1}, {"0", 0, 0}};
  for (const auto &room : rooms) {
    const std::size_t all = length_since(start), given = all * room.percent / 100 + room.more;
    std::memset(text, '#', sizeof text);
    size = given;
    at = start;
    std::printf("room for %s: %s\n", room.what, name_of(cudaLogsDumpToMemory(&at, text, &size, 0)));
    show_truth("the iterator stays", at == start);
    show_truth("the size stays", size == given);
    show_truth("as long as all", size == all);
    show_truth("nothing written", text[0] == '#');
    show_truth("nothing behind the buffer", text[given] == '#');
  }
  MUST(cudaLogsCurrent(&at, 0));
  size = sizeof text;
  SHOW(cudaLogsDumpToMemory(&at, text, &size, 0));
  show_value("bytes from the end", static_cast<long long>(size));
  at = start;
  SHOW(cudaLogsDumpToMemory(&at, nullptr, &size, 0));
  SHOW(cudaLogsDumpToMemory(&at, text, nullptr, 0));
  show_last_error("after refused calls");
}

namespace logs_register_callback_ {
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

// cudaLogsRegisterCallback: a null function, several functions, and who is told what, in which thread.
CASE(logs_register_callback) {
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
}  // namespace logs_register_callback_

namespace logs_unregister_callback_ {
static void note(void *data, cudaLogLevel, char *, std::size_t) { ++*static_cast<int *>(data); }

static void fail() {
  void *memory = nullptr;
  cudaMalloc(&memory, std::size_t{1} << 60);
}

// cudaLogsUnregisterCallback: no handle; what is unregistered is told nothing more, in whatever order.
CASE(logs_unregister_callback) {
  SHOW(cudaLogsUnregisterCallback(nullptr));
  show_last_error("after a null handle");
  MUST(cudaFree(nullptr));
  int told[3] = {};
  cudaLogsCallbackHandle handles[3];
  for (int i = 0; i < 3; ++i) MUST(cudaLogsRegisterCallback(note, &told[i], &handles[i]));
  for (int i : {1, 0, 2}) {
    SHOW(cudaLogsUnregisterCallback(handles[i]));
    for (int &times : told) times = 0;
    fail();
    show_row("told", {told[0] > 0, told[1] > 0, told[2] > 0});
  }
  cudaLogsCallbackHandle again;
  SHOW(cudaLogsRegisterCallback(note, &told[0], &again));
  std::thread([&] { SHOW(cudaLogsUnregisterCallback(again)); }).join();
  told[0] = 0;
  fail();
  show_value("told", told[0]);
}
}  // namespace logs_unregister_callback_
