// SPDX-License-Identifier: Apache-2.0
// flags: -lcuda
// Names of errors, logs, and what is refused.
#include "../cases.h"
#include "driver.h"

extern "C" __global__ void nothing() {}

// cuGetErrorName, cuGetErrorString: every code that has a name, without cuInit.
CASE(error_names) {
  const char *text = "untouched";
  SHOW(cuGetErrorName(static_cast<CUresult>(-1), &text));
  show_truth("null", text == nullptr);
  text = "untouched";
  SHOW(cuGetErrorString(static_cast<CUresult>(12345), &text));
  show_truth("null", text == nullptr);
  for (int code = 0; code < 1100; ++code) {
    const char *name = nullptr, *words = nullptr;
    const CUresult named = cuGetErrorName(static_cast<CUresult>(code), &name);
    const CUresult told = cuGetErrorString(static_cast<CUresult>(code), &words);
    if (named != CUDA_SUCCESS && told != CUDA_SUCCESS) continue;
    std::printf("%d %s: %s\n", code, name != nullptr ? name : "(null)", words != nullptr ? words : "(null)");
  }
}

// cuDeviceGetNvSciSyncAttributes, cuOccupancyMaxPotentialClusterSize, cuOccupancyMaxActiveClusters: what they refuse.
CASE(refused) {
  use_primary();
  CUfunction function = function_of(own_module(), "nothing");
  SHOW(cuDeviceGetNvSciSyncAttributes(nullptr, 0, CUDA_NVSCISYNC_ATTR_SIGNAL));
  SHOW(cuDeviceGetNvSciSyncAttributes(nullptr, 0, 0));
  CUlaunchConfig config = {};
  config.gridDimX = 8;
  config.gridDimY = config.gridDimZ = config.blockDimY = config.blockDimZ = 1;
  config.blockDimX = 64;
  int value = 77;
  SHOW(cuOccupancyMaxPotentialClusterSize(nullptr, function, &config));
  SHOW(cuOccupancyMaxPotentialClusterSize(&value, nullptr, &config));
  SHOW(cuOccupancyMaxPotentialClusterSize(&value, function, nullptr));
  SHOW(cuOccupancyMaxActiveClusters(nullptr, function, &config));
  SHOW(cuOccupancyMaxActiveClusters(&value, nullptr, &config));
  SHOW(cuOccupancyMaxActiveClusters(&value, function, nullptr));
}

static int told = 0;
static bool good = true;

static void on_message(void *user, CUlogLevel level, char *message, std::size_t length) {
  ++told;
  good = good && user == &told && level == CU_LOG_LEVEL_ERROR && message != nullptr && std::strlen(message) <= length;
}

// cuLogsRegisterCallback, cuLogsUnregisterCallback, cuLogsCurrent, cuLogsDumpToFile, cuLogsDumpToMemory: what is told of a
// refused call. The texts are not compared.
CASE(logs) {
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

static void try_image(const char *what, const void *image, std::size_t room) {
  std::vector<char> errors(4096, 'x'), info(4096, 'x');
  CUjit_option options[] = {CU_JIT_ERROR_LOG_BUFFER, CU_JIT_ERROR_LOG_BUFFER_SIZE_BYTES, CU_JIT_INFO_LOG_BUFFER,
                            CU_JIT_INFO_LOG_BUFFER_SIZE_BYTES};
  void *values[] = {errors.data(), reinterpret_cast<void *>(room), info.data(), reinterpret_cast<void *>(room)};
  CUmodule module = nullptr;
  std::printf("%s: %s\n", what, name_of(cuModuleLoadDataEx(&module, image, 4, options, values)));
  const std::size_t length = strnlen(errors.data(), errors.size());
  const auto told = reinterpret_cast<std::size_t>(values[1]);
  show_truth("a text", length > 0 && length < errors.size());
  show_truth("within its room", length < room);
  std::printf("the size is the text's length plus %d\n", told == length ? 0 : told == length + 1 ? 1 : -1);
  show_truth("nothing behind it", room >= errors.size() || errors[room] == 'x');
  show_truth("no information", strnlen(info.data(), info.size()) == 0 || info[0] == 'x');
  if (module != nullptr) MUST(cuModuleUnload(module));
}

// cuModuleLoadDataEx, cuLibraryLoadData: the log buffers of refused images.
CASE(jit_logs) {
  use_primary();
  const char *const nonsense = ".version 8.0\n.target sm_80\n.address_size 64\nnonsense here;\n";
  alignas(64) const char rubbish[512] = "rubbish that is no image at all";
  try_image("nonsense", nonsense, 4096);
  try_image("nonsense, little room", nonsense, 16);
  try_image("rubbish", rubbish, 4096);
  try_image("the program's", own_image(), 4096);
  CUjit_option only[] = {CU_JIT_ERROR_LOG_BUFFER};
  char buffer[64] = "x";
  void *values[] = {buffer};
  CUmodule module = nullptr;
  SHOW(cuModuleLoadDataEx(&module, nonsense, 1, only, values));
  CUjit_option unknown[] = {static_cast<CUjit_option>(777)};
  SHOW(cuModuleLoadDataEx(&module, own_image(), 1, unknown, values));
  CUlibrary library = nullptr;
  std::vector<char> errors(4096, 'x');
  CUjit_option options[] = {CU_JIT_ERROR_LOG_BUFFER, CU_JIT_ERROR_LOG_BUFFER_SIZE_BYTES};
  void *more[] = {errors.data(), reinterpret_cast<void *>(4096)};
  SHOW(cuLibraryLoadData(&library, nonsense, options, more, 2, nullptr, nullptr, 0));
  show_truth("a text", errors[0] != 'x' && errors[0] != '\0');
  if (library != nullptr) {
    CUmodule its = nullptr;
    SHOW(cuLibraryGetModule(&its, library));
    show_truth("a text", errors[0] != 'x' && errors[0] != '\0');
  }
}

static void notified(CUasyncNotificationInfo *, void *, CUasyncCallbackHandle) { std::puts("notified"); }

// cuDeviceRegisterAsyncNotification, cuDeviceUnregisterAsyncNotification: no budget is ever exceeded here.
CASE(notifications) {
  use_primary();
  CUasyncCallbackHandle first = nullptr, second = nullptr;
  SHOW(cuDeviceRegisterAsyncNotification(-1, notified, nullptr, &first));
  SHOW(cuDeviceRegisterAsyncNotification(0, nullptr, nullptr, &first));
  SHOW(cuDeviceRegisterAsyncNotification(0, notified, nullptr, &first));
  SHOW(cuDeviceRegisterAsyncNotification(0, notified, nullptr, &second));
  show_truth("two handles", first != nullptr && second != nullptr && second != first);
  SHOW(cuDeviceUnregisterAsyncNotification(0, nullptr));
  SHOW(cuDeviceUnregisterAsyncNotification(-1, first));
  SHOW(cuDeviceUnregisterAsyncNotification(0, first));
  SHOW(cuDeviceUnregisterAsyncNotification(0, second));
}
