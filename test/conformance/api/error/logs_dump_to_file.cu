// SPDX-License-Identifier: Apache-2.0
// cudaLogsDumpToFile: null arguments, paths that cannot be written, and what the file then holds.
#include <fstream>
#include <sstream>
#include <string>

#include "../../transcript.h"

static std::string content(const char *path) {
  std::ifstream file(path);
  std::ostringstream text;
  text << file.rdbuf();
  return text.str();
}

CASES() {
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
