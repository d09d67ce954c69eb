// SPDX-License-Identifier: Apache-2.0
// cudaLogsDumpToMemory: null arguments, a buffer that is too small, and lines that end with a zero.
#include "../../transcript.h"

CASES() {
  MUST(cudaFree(nullptr));
  static char text[25600], again[25600];
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
  size = sizeof again;
  SHOW(cudaLogsDumpToMemory(nullptr, again, &size, 0));
  show_truth("all of them at least as long", size >= std::strlen(text));
  std::memset(again, '#', sizeof again);
  size = 64;
  at = start;
  SHOW(cudaLogsDumpToMemory(&at, again, &size, 0));
  show_truth("nothing behind the buffer", again[64] == '#');
  size = sizeof again;
  at = end;
  SHOW(cudaLogsDumpToMemory(&at, again, &size, 0));
  show_value("bytes from the end", static_cast<long long>(size));
  at = start;
  SHOW(cudaLogsDumpToMemory(&at, nullptr, &size, 0));
  SHOW(cudaLogsDumpToMemory(&at, text, nullptr, 0));
  show_last_error("after refused calls");
}
