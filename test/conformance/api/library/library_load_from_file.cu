// SPDX-License-Identifier: Apache-2.0
// cudaLibraryLoadFromFile: null pointers, files that are not there or no code, and a file of this program's code.
#include <fstream>

#include "../../libraries/own_image.h"

extern "C" __global__ void load_file_kernel(int *out) { *out = 12; }

CASES() {
  MUST(cudaFree(nullptr));
  cudaLibrary_t library = nullptr;
  const char *path = "library_load_from_file.bin";
  SHOW(cudaLibraryLoadFromFile(nullptr, path, nullptr, nullptr, 0, nullptr, nullptr, 0));
  SHOW(cudaLibraryLoadFromFile(&library, nullptr, nullptr, nullptr, 0, nullptr, nullptr, 0));
  SHOW(cudaLibraryLoadFromFile(&library, "/no/such/file", nullptr, nullptr, 0, nullptr, nullptr, 0));
  SHOW(cudaLibraryLoadFromFile(&library, "", nullptr, nullptr, 0, nullptr, nullptr, 0));
  SHOW(cudaLibraryLoadFromFile(&library, "/dev/null", nullptr, nullptr, 0, nullptr, nullptr, 0));
  show_truth("untouched", library == nullptr);
  show_last_error("after refused calls");
  const void *image = own_image();
  {
    std::ofstream file(path, std::ios::binary);
    file.write(static_cast<const char *>(image), static_cast<long>(own_image_bytes()));
  }
  SHOW(cudaLibraryLoadFromFile(&library, path, nullptr, nullptr, 1, nullptr, nullptr, 0));
  SHOW(cudaLibraryLoadFromFile(&library, path, nullptr, nullptr, 0, nullptr, nullptr, 0));
  std::remove(path);
  cudaKernel_t kernel = nullptr;
  SHOW(cudaLibraryGetKernel(&kernel, library, "load_file_kernel"));
  DeviceArray<int> out(1);
  int *pointer = out;
  void *arguments[] = {&pointer};
  SHOW(cudaLaunchKernel(reinterpret_cast<const void *>(kernel), 1, 1, arguments, 0, nullptr));
  show_value("written", out.read()[0]);
  SHOW(cudaLibraryUnload(library));
}
