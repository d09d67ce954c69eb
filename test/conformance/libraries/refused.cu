// SPDX-License-Identifier: Apache-2.0
// What cudaLibraryLoadData and cudaLibraryLoadFromFile refuse.
#include "own_image.h"

extern "C" __global__ void nothing() {}

int main() {
  cudaLibrary_t library = nullptr;
  const void *image = own_image();
  alignas(16) static const char text[64] = "this is no device code";
  alignas(16) static const char zeros[256] = {};
  SHOW(cudaLibraryLoadData(nullptr, image, nullptr, nullptr, 0, nullptr, nullptr, 0));
  SHOW(cudaLibraryLoadData(&library, nullptr, nullptr, nullptr, 0, nullptr, nullptr, 0));
  SHOW(cudaLibraryLoadData(&library, zeros, nullptr, nullptr, 0, nullptr, nullptr, 0));
  SHOW(cudaLibraryLoadData(&library, image, nullptr, nullptr, 1, nullptr, nullptr, 0));
  SHOW(cudaLibraryLoadFromFile(&library, "/no/such/file", nullptr, nullptr, 0, nullptr, nullptr, 0));
  SHOW(cudaLibraryLoadFromFile(&library, nullptr, nullptr, nullptr, 0, nullptr, nullptr, 0));
  SHOW(cudaLibraryLoadFromFile(&library, "/dev/null", nullptr, nullptr, 0, nullptr, nullptr, 0));
  SHOW(cudaLibraryUnload(nullptr));
  unsigned count = 0;
  cudaKernel_t kernel = nullptr;
  SHOW(cudaLibraryGetKernelCount(&count, nullptr));
  SHOW(cudaLibraryGetKernel(&kernel, nullptr, "nothing"));
  SHOW(cudaKernelSetAttributeForDevice(nullptr, cudaFuncAttributeMaxDynamicSharedMemorySize, 1, 0));
  cudaLibraryOption keep = cudaLibraryBinaryIsPreserved;
  void *yes = reinterpret_cast<void *>(1);
  SHOW(cudaLibraryLoadData(&library, image, nullptr, nullptr, 0, &keep, &yes, 1));
  SHOW(cudaLibraryUnload(library));
  const char *path = "own_image.bin";
  {
    std::ofstream file(path, std::ios::binary);
    file.write(static_cast<const char *>(image), static_cast<long>(own_image_bytes()));
  }
  SHOW(cudaLibraryLoadFromFile(&library, path, nullptr, nullptr, 0, nullptr, nullptr, 0));
  SHOW(cudaLibraryGetKernel(&kernel, library, "nothing"));
  SHOW(cudaLibraryUnload(library));
  std::remove(path);
  SHOW(cudaLibraryLoadData(&library, text, nullptr, nullptr, 0, nullptr, nullptr, 0));
}
