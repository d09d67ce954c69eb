// SPDX-License-Identifier: Apache-2.0
// cudaLogsDumpToMemory: null arguments, buffers that are too small, and lines that end with a zero.
#include "../../transcript.h"

static char text[25600];

// Bytes of all messages since `start`.
static std::size_t length_since(cudaLogIterator start) {
  static char whole[25600];
  std::size_t size = sizeof whole;
  MUST(cudaLogsDumpToMemory(&start, whole, &size, 0));
  return size;
}

CASES() {
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
