// SPDX-License-Identifier: Apache-2.0
// cudaArrayGetInfo: format, extent and flags, each alone and none of them, levels of mipmapped arrays, refusals.
#include "../../arrays/array_helpers.h"
#include "../../capturing.h"

CASES() {
  const auto format = cudaCreateChannelDesc<ushort4>();
  cudaArray_t array;
  MUST(cudaMalloc3DArray(&array, &format, make_cudaExtent(8, 4, 3), cudaArrayLayered | cudaArraySurfaceLoadStore));
  show_array("all", array);
  cudaChannelFormatDesc desc = {};
  cudaExtent extent = {};
  unsigned flags = 77;
  SHOW(cudaArrayGetInfo(&desc, nullptr, nullptr, array));
  show_row("format", {desc.x, desc.y, desc.z, desc.w, static_cast<int>(desc.f)});
  SHOW(cudaArrayGetInfo(nullptr, &extent, nullptr, array));
  show_row("extent",
           {static_cast<int>(extent.width), static_cast<int>(extent.height), static_cast<int>(extent.depth)});
  SHOW(cudaArrayGetInfo(nullptr, nullptr, &flags, array));
  show_value("flags", flags);
  SHOW(cudaArrayGetInfo(nullptr, nullptr, nullptr, array));
  cudaArray_t line;
  MUST(cudaMallocArray(&line, &format, 5));
  show_array("line", line);
  cudaMipmappedArray_t mipmap;
  MUST(cudaMallocMipmappedArray(&mipmap, &format, make_cudaExtent(9, 5, 0), 3));
  cudaArray_t level;
  MUST(cudaGetMipmappedArrayLevel(&level, mipmap, 1));
  show_array("level", level);
  std::printf("refused\n");
  SHOW(cudaArrayGetInfo(&desc, &extent, &flags, nullptr));
  SHOW(cudaArrayGetInfo(nullptr, nullptr, nullptr, nullptr));
  show_last_error("after refused calls");
  show_captured("all", [&](cudaStream_t) { return cudaArrayGetInfo(&desc, &extent, &flags, array); });
}
