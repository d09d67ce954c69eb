// SPDX-License-Identifier: Apache-2.0
// flags: -lcuda
// cuExternalMemoryGetMappedMipmappedArray: levels in memory of another API, as the runtime's call maps them. And what takes
// references that no module has any more: cuParamSetTexRef, cuSurfRefSetArray, cuSurfRefGetArray. Checks itself.
#include <sys/mman.h>
#include <unistd.h>

#include "driver.h"

static int wrong = 0;

static void expect(const char *what, int line, bool holds) {
  if (holds) return;
  std::printf("line %d: not so: %s\n", line, what);
  wrong = 1;
}
#define EXPECT(...) expect(#__VA_ARGS__, __LINE__, (__VA_ARGS__))

__global__ void nothing() {}

static void references() {
  CUtexref texture;
  CUmodule module = own_module();
  CUfunction function = function_of(module, "_Z7nothingv");
  CUsurfref surface = nullptr;
  CUarray array = nullptr;
  MUST(cuTexRefCreate(&texture));
  EXPECT(cuModuleGetSurfRef(&surface, module, "none") == CUDA_ERROR_NOT_FOUND);
  EXPECT(cuParamSetTexRef(function, CU_PARAM_TR_DEFAULT, texture) == CUDA_ERROR_INVALID_VALUE);
  EXPECT(cuSurfRefSetArray(surface, nullptr, 0) == CUDA_ERROR_INVALID_HANDLE);
  EXPECT(cuSurfRefGetArray(&array, surface) == CUDA_ERROR_INVALID_HANDLE);
  MUST(cuTexRefDestroy(texture));
}

int main() {
  use_primary();
  constexpr std::size_t kBytes = 1 << 20;
  const int file = memfd_create("arrays", 0);
  EXPECT(file >= 0 && ftruncate(file, kBytes) == 0);
  CUDA_EXTERNAL_MEMORY_HANDLE_DESC described = {};
  described.type = CU_EXTERNAL_MEMORY_HANDLE_TYPE_OPAQUE_FD;
  described.handle.fd = dup(file);
  described.size = kBytes;
  CUexternalMemory memory;
  MUST(cuImportExternalMemory(&memory, &described));
  CUDA_EXTERNAL_MEMORY_MIPMAPPED_ARRAY_DESC levels = {};
  levels.offset = 4096;
  levels.numLevels = 2;
  levels.arrayDesc = {64, 32, 0, CU_AD_FORMAT_UNSIGNED_INT8, 4, 0};
  CUmipmappedArray mipmapped, again;
  EXPECT(cuExternalMemoryGetMappedMipmappedArray(nullptr, memory, &levels) == CUDA_ERROR_INVALID_VALUE);
  EXPECT(cuExternalMemoryGetMappedMipmappedArray(&mipmapped, memory, nullptr) == CUDA_ERROR_INVALID_VALUE);
  EXPECT(cuExternalMemoryGetMappedMipmappedArray(&mipmapped, memory, &levels) == CUDA_SUCCESS);
  CUDA_EXTERNAL_MEMORY_MIPMAPPED_ARRAY_DESC outside = levels;
  outside.offset = kBytes;
  EXPECT(cuExternalMemoryGetMappedMipmappedArray(&again, memory, &outside) == CUDA_ERROR_INVALID_VALUE);
  CUarray level;
  CUDA_ARRAY_DESCRIPTOR shape;
  MUST(cuMipmappedArrayGetLevel(&level, mipmapped, 1));
  MUST(cuArrayGetDescriptor(&shape, level));
  EXPECT(shape.Width == 32 && shape.Height == 16 && shape.NumChannels == 4 && shape.Format == CU_AD_FORMAT_UNSIGNED_INT8);
  // What is written into the array is in the memory.
  MUST(cuMipmappedArrayGetLevel(&level, mipmapped, 0));
  const std::vector<unsigned char> row(256, 0x5a);
  MUST(cuMemcpyHtoA(level, 0, row.data(), row.size()));
  std::vector<unsigned char> found(256);
  EXPECT(pread(file, found.data(), found.size(), 4096) == 256 && found == row);
  EXPECT(cuMipmappedArrayDestroy(mipmapped) == CUDA_SUCCESS);
  MUST(cuDestroyExternalMemory(memory));
  references();
  return wrong;
}
