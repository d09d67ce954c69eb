// SPDX-License-Identifier: Apache-2.0
// Libraries, loaded and unloaded.
#include "../../cases.h"
#include "../../capturing.h"
#include "../../libraries/own_image.h"

#include <fstream>

extern "C" __global__ void load_data_kernel(int *out) { *out = 11; }

// cudaLibraryLoadData: null pointers, options, the same image twice, each time a library of its own; in captures.
CASE(library_load_data) {
  cudaLibrary_t library = nullptr, second = nullptr;
  const void *image = own_image();
  SHOW(cudaLibraryLoadData(nullptr, image, nullptr, nullptr, 0, nullptr, nullptr, 0));
  SHOW(cudaLibraryLoadData(&library, nullptr, nullptr, nullptr, 0, nullptr, nullptr, 0));
  SHOW(cudaLibraryLoadData(&library, image, nullptr, nullptr, 1, nullptr, nullptr, 0));
  cudaLibraryOption unknown = static_cast<cudaLibraryOption>(99);
  void *value = nullptr;
  SHOW(cudaLibraryLoadData(&library, image, nullptr, nullptr, 0, &unknown, &value, 1));
  show_truth("untouched", library == nullptr);
  show_last_error("after refused calls");
  SHOW(cudaLibraryLoadData(&library, image, nullptr, nullptr, 0, nullptr, nullptr, 0));
  SHOW(cudaLibraryLoadData(&second, image, nullptr, nullptr, 0, nullptr, nullptr, 0));
  show_truth("two libraries", library != nullptr && second != nullptr && library != second);
  DeviceArray<int> out(1);
  int *pointer = out;
  void *arguments[] = {&pointer};
  for (cudaLibrary_t l : {library, second}) {
    cudaKernel_t kernel = nullptr;
    MUST(cudaMemset(out, 0, sizeof(int)));
    SHOW(cudaLibraryGetKernel(&kernel, l, "load_data_kernel"));
    SHOW(cudaLaunchKernel(reinterpret_cast<const void *>(kernel), 1, 1, arguments, 0, nullptr));
    show_value("written", out.read()[0]);
    SHOW(cudaLibraryUnload(l));
  }
  cudaLibraryOption keep = cudaLibraryBinaryIsPreserved;
  void *yes = reinterpret_cast<void *>(1), *no = nullptr;
  for (void *whether : {yes, no}) {
    SHOW(cudaLibraryLoadData(&library, image, nullptr, nullptr, 0, &keep, &whether, 1));
    SHOW(cudaLibraryUnload(library));
  }
  show_while_capturing("loaded", [&] {
    const cudaError_t error = cudaLibraryLoadData(&library, image, nullptr, nullptr, 0, nullptr, nullptr, 0);
    return error;
  });
}

extern "C" __global__ void load_file_kernel(int *out) { *out = 12; }

// cudaLibraryLoadFromFile: null pointers, files that are not there or no code, and a file of this program's code.
CASE(library_load_from_file) {
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

extern "C" {
__device__ int unload_counter = 5;
__global__ void unload_bump(int *out) { *out = ++unload_counter; }
}

// cudaLibraryUnload: no library; the variables of one go, those of another load and of the program stay.
CASE(library_unload) {
  SHOW(cudaLibraryUnload(nullptr));
  show_last_error("after a null library");
  cudaLibrary_t first, second;
  const void *image = own_image();
  MUST(cudaLibraryLoadData(&first, image, nullptr, nullptr, 0, nullptr, nullptr, 0));
  MUST(cudaLibraryLoadData(&second, image, nullptr, nullptr, 0, nullptr, nullptr, 0));
  DeviceArray<int> out(1);
  int *pointer = out;
  void *arguments[] = {&pointer};
  cudaKernel_t kernel;
  for (cudaLibrary_t library : {first, second, second}) {
    MUST(cudaLibraryGetKernel(&kernel, library, "unload_bump"));
    MUST(cudaLaunchKernel(reinterpret_cast<const void *>(kernel), 1, 1, arguments, 0, nullptr));
    show_value("counter", out.read()[0]);
  }
  SHOW(cudaLibraryUnload(first));
  MUST(cudaLaunchKernel(reinterpret_cast<const void *>(kernel), 1, 1, arguments, 0, nullptr));
  show_value("counter of the other library", out.read()[0]);
  SHOW(cudaLibraryUnload(second));
  unload_bump<<<1, 1>>>(out);
  show_value("counter of the program", out.read()[0]);
  MUST(cudaLibraryLoadData(&first, image, nullptr, nullptr, 0, nullptr, nullptr, 0));
  MUST(cudaLibraryGetKernel(&kernel, first, "unload_bump"));
  MUST(cudaLaunchKernel(reinterpret_cast<const void *>(kernel), 1, 1, arguments, 0, nullptr));
  show_value("counter of a new load", out.read()[0]);
  MUST(cudaDeviceSynchronize());
  show_while_capturing("no library", [] { return cudaLibraryUnload(nullptr); });
  SHOW(cudaLibraryUnload(first));
}
