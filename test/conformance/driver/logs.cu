// SPDX-License-Identifier: Apache-2.0
// flags: -lcuda
// cuLogsRegisterCallback, cuLogsUnregisterCallback, cuLogsCurrent, cuLogsDumpToFile, cuLogsDumpToMemory: what is told of a
// refused call. The texts are not compared.
#include "driver.h"

static int told = 0;
static bool good = true;

static void on_message(void *user, CUlogLevel level, char *message, std::size_t length) {
  ++told;
  good = good && user == &told && level == CU_LOG_LEVEL_ERROR && message != nullptr && std::strlen(message) <= length;
}

int main() {
  use_primary();
  CUlogsCallbackHandle handle = nullptr;
  CUlogIterator start = 77, later = 77, at;
  SHOW(cuLogsRegisterCallback(nullptr, nullptr, &handle));
  SHOW(cuLogsRegisterCallback(on_message, &told, nullptr));
  SHOW(cuLogsRegisterCallback(on_message, &told, &handle));
  SHOW(cuLogsCurrent(nullptr, 0));
  SHOW(cuLogsCurrent(&start, 1));
  SHOW(cuLogsCurrent(&start, 0));
  told = 0;
  CUdeviceptr memory;
  SHOW(cuMemAlloc(&memory, std::size_t{1} << 60));
  show_truth("something was told", told > 0);
  show_truth("length, user pointer and level", good);
  SHOW(cuLogsCurrent(&later, 0));
  show_truth("the iterator moves", later != start);
  static char text[25600];
  std::size_t size = sizeof text;
  at = start;
  SHOW(cuLogsDumpToMemory(&at, text, &size, 0));
  show_truth("some text", size > 0 && size < sizeof text);
  show_truth("the iterator is at the newest", at == later);
  size = sizeof text;
  SHOW(cuLogsDumpToMemory(&at, text, &size, 0));
  show_value("from there", static_cast<long long>(size));
  SHOW(cuLogsDumpToMemory(&at, text, &size, 1));
  SHOW(cuLogsDumpToMemory(&at, nullptr, &size, 0));
  SHOW(cuLogsDumpToMemory(&at, text, nullptr, 0));
  at = start;
  SHOW(cuLogsDumpToFile(&at, "driver_logs_dump.txt", 0));
  std::FILE *file = std::fopen("driver_logs_dump.txt", "r");
  show_truth("a file", file != nullptr && std::fgetc(file) != EOF);
  if (file != nullptr) std::fclose(file);
  std::remove("driver_logs_dump.txt");
  SHOW(cuLogsDumpToFile(&at, nullptr, 0));
  SHOW(cuLogsDumpToFile(&at, "/no/such/folder/file", 0));
  SHOW(cuLogsUnregisterCallback(handle));
  SHOW(cuLogsUnregisterCallback(nullptr));
}
