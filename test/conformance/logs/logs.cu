// SPDX-License-Identifier: Apache-2.0
// The log of refused calls.
#include "../cases.h"

static int told = 0;
static bool good_length = true;
static bool good_user = true;

static void on_message(void *user, cudaLogLevel level, char *message, std::size_t length) {
  ++told;
  good_length = good_length && message != nullptr && length > 0 && std::strlen(message) <= length;
  good_user = good_user && user == &told && level == cudaLogLevelError;
}

// cudaLogsRegisterCallback and Unregister: arguments, and that a refused call is told. The texts are not compared.
CASE(callbacks) {
  MUST(cudaFree(nullptr));
  cudaLogsCallbackHandle handle = nullptr, second = nullptr;
  SHOW(cudaLogsRegisterCallback(nullptr, nullptr, &handle));
  SHOW(cudaLogsRegisterCallback(on_message, &told, &handle));
  show_truth("a handle", handle != nullptr);
  SHOW(cudaLogsRegisterCallback(on_message, &told, nullptr));
  SHOW(cudaLogsRegisterCallback(on_message, &told, &second));
  show_truth("another handle", second != handle);
  SHOW(cudaLogsUnregisterCallback(second));
  told = 0;
  void *memory = nullptr;
  SHOW(cudaMalloc(&memory, std::size_t{1} << 60));
  show_truth("something was told of an allocation that failed", told > 0);
  told = 0;
  SHOW(cudaStreamSynchronize(cudaStreamLegacy));
  show_value("told of a call that succeeded", told);
  show_truth("lengths", good_length);
  show_truth("user pointer and level", good_user);
  SHOW(cudaLogsUnregisterCallback(handle));
  SHOW(cudaLogsUnregisterCallback(nullptr));
}

// cudaLogsCurrent, DumpToMemory, DumpToFile: iterators, sizes and arguments. The texts are not compared.
CASE(dump) {
  MUST(cudaFree(nullptr));
  cudaLogIterator start = 77, later = 77;
  SHOW(cudaLogsCurrent(nullptr, 0));
  SHOW(cudaLogsCurrent(&start, 1));
  SHOW(cudaLogsCurrent(&start, 0));
  char text[25600];
  std::size_t size = sizeof text;
  SHOW(cudaLogsDumpToMemory(nullptr, text, &size, 0));
  size = sizeof text;
  SHOW(cudaLogsDumpToMemory(&start, text, &size, 0));
  show_value("nothing yet", static_cast<long long>(size));
  void *memory = nullptr;
  MUST(cudaLogsCurrent(&start, 0));
  SHOW(cudaMalloc(&memory, std::size_t{1} << 60));
  SHOW(cudaLogsCurrent(&later, 0));
  show_truth("the iterator moves", later != start);
  size = sizeof text;
  cudaLogIterator at = start;
  SHOW(cudaLogsDumpToMemory(&at, text, &size, 0));
  show_truth("some text", size > 0 && size < sizeof text);
  show_truth("its end is a zero", size < sizeof text && text[size] == '\0');
  show_truth("the iterator is at the newest", at == later);
  size = sizeof text;
  SHOW(cudaLogsDumpToMemory(&at, text, &size, 0));
  show_value("from there", static_cast<long long>(size));
  at = start;
  size = 8;
  SHOW(cudaLogsDumpToMemory(&at, text, &size, 0));
  size = sizeof text;
  SHOW(cudaLogsDumpToMemory(&at, text, &size, 1));
  SHOW(cudaLogsDumpToMemory(&at, nullptr, &size, 0));
  SHOW(cudaLogsDumpToMemory(&at, text, nullptr, 0));
  at = start;
  SHOW(cudaLogsDumpToFile(&at, "riffle_logs_dump.txt", 0));
  show_truth("the iterator is at the newest", at == later);
  std::FILE *file = std::fopen("riffle_logs_dump.txt", "r");
  show_truth("a file", file != nullptr && std::fgetc(file) != EOF);
  if (file != nullptr) std::fclose(file);
  std::remove("riffle_logs_dump.txt");
  SHOW(cudaLogsDumpToFile(&at, nullptr, 0));
  SHOW(cudaLogsDumpToFile(&at, "/no/such/folder/file", 0));
  SHOW(cudaLogsDumpToFile(&at, "riffle_logs_dump.txt", 1));
  std::remove("riffle_logs_dump.txt");
}
