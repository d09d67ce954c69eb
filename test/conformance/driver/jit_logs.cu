// SPDX-License-Identifier: Apache-2.0
// flags: -lcuda
// cuModuleLoadDataEx, cuLibraryLoadData: the log buffers of refused images.
#include "driver.h"

extern "C" __global__ void nothing() {}

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

int main() {
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
