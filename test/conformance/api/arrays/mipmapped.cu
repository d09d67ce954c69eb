// SPDX-License-Identifier: Apache-2.0
// Mipmapped arrays and their levels.
#include "../../cases.h"
#include "../../arrays/array_helpers.h"
#include "../../capturing.h"
#include "../../gate.h"

static void make(const char *what, cudaExtent extent, unsigned levels, unsigned flags = 0) {
  const auto format = cudaCreateChannelDesc<float>();
  cudaMipmappedArray_t mipmap = nullptr;
  cudaError_t error = cudaMallocMipmappedArray(&mipmap, &format, extent, levels, flags);
  std::printf("%s, %u levels: %s", what, levels, name_of(error));
  if (error == cudaSuccess) {
    unsigned count = 0;
    cudaArray_t level;
    while (count < 32 && cudaGetMipmappedArrayLevel(&level, mipmap, count) == cudaSuccess) ++count;
    std::printf(", has %u", count);
    MUST(cudaFreeMipmappedArray(mipmap));
  }
  std::printf("\n");
  std::fflush(stdout);
  cudaGetLastError();
}

// cudaMallocMipmappedArray: how many levels, how many at most, shapes, refused arguments, captures.
CASE(malloc_mipmapped_array) {
  for (unsigned levels : {0, 1, 2, 3, 4, 5, 100}) make("line of 8", make_cudaExtent(8, 0, 0), levels);
  for (unsigned levels : {1, 4, 5, 9}) make("16 by 4", make_cudaExtent(16, 4, 0), levels);
  for (unsigned levels : {3, 9}) make("7 by 5 by 3", make_cudaExtent(7, 5, 3), levels);
  make("layers", make_cudaExtent(8, 8, 20), 9, cudaArrayLayered);
  make("cubemap", make_cudaExtent(8, 8, 6), 9, cudaArrayCubemap);
  make("layers of cubemaps", make_cudaExtent(4, 4, 12), 2, cudaArrayCubemap | cudaArrayLayered);
  make("surface", make_cudaExtent(8, 8, 0), 2, cudaArraySurfaceLoadStore);
  std::printf("refused\n");
  make("nothing", make_cudaExtent(0, 0, 0), 1);
  make("no width", make_cudaExtent(0, 8, 0), 1);
  make("no layers", make_cudaExtent(8, 8, 0), 1, cudaArrayLayered);
  make("cubemap that is not square", make_cudaExtent(8, 4, 6), 1, cudaArrayCubemap);
  make("too wide", make_cudaExtent(std::size_t(1) << 20, 8, 0), 1);
  cudaMipmappedArray_t mipmap = nullptr;
  auto format = cudaCreateChannelDesc<float>();
  SHOW(cudaMallocMipmappedArray(nullptr, &format, make_cudaExtent(8, 8, 0), 1));
  SHOW(cudaMallocMipmappedArray(&mipmap, nullptr, make_cudaExtent(8, 8, 0), 1));
  format.y = 8;
  SHOW(cudaMallocMipmappedArray(&mipmap, &format, make_cudaExtent(8, 8, 0), 1));
  show_truth("untouched", mipmap == nullptr);
  show_last_error("after refused calls");
  format.y = 0;
  show_captured("no width", [&](cudaStream_t) {
    return cudaMallocMipmappedArray(&mipmap, &format, make_cudaExtent(0, 8, 0), 2);
  });
  show_captured("no layers", [&](cudaStream_t) {
    return cudaMallocMipmappedArray(&mipmap, &format, make_cudaExtent(8, 8, 0), 2, cudaArrayLayered);
  });
  show_captured("two levels", [&](cudaStream_t) {
    return cudaMallocMipmappedArray(&mipmap, &format, make_cudaExtent(8, 8, 0), 2);
  });
}

static void levels(const char *what, cudaExtent extent, unsigned count, unsigned flags = 0) {
  const auto format = cudaCreateChannelDesc<float>();
  cudaMipmappedArray_t mipmap;
  MUST(cudaMallocMipmappedArray(&mipmap, &format, extent, count, flags));
  std::printf("%s\n", what);
  for (unsigned i = 0; i < count; ++i) {
    cudaArray_t level = nullptr, again = nullptr;
    MUST(cudaGetMipmappedArrayLevel(&level, mipmap, i));
    MUST(cudaGetMipmappedArrayLevel(&again, mipmap, i));
    show_array("  level", level);
    if (level != again) std::printf("  another array the second time\n");
  }
  MUST(cudaFreeMipmappedArray(mipmap));
}

// cudaGetMipmappedArrayLevel: the extent of each level of each shape, the same array each time, contents, refusals.
CASE(get_mipmapped_array_level) {
  levels("line of 9", make_cudaExtent(9, 0, 0), 4);
  levels("16 by 2", make_cudaExtent(16, 2, 0), 5);
  levels("5 by 6 by 7", make_cudaExtent(5, 6, 7), 3);
  levels("layers", make_cudaExtent(4, 2, 3), 3, cudaArrayLayered);
  levels("cubemap", make_cudaExtent(4, 4, 6), 3, cudaArrayCubemap);

  const auto format = cudaCreateChannelDesc<int>();
  cudaMipmappedArray_t mipmap;
  MUST(cudaMallocMipmappedArray(&mipmap, &format, make_cudaExtent(4, 4, 0), 3));
  cudaArray_t level[3], none = nullptr;
  for (unsigned i = 0; i < 3; ++i) MUST(cudaGetMipmappedArrayLevel(&level[i], mipmap, i));
  show_truth("each its own", level[0] != level[1] && level[1] != level[2]);
  for (int i = 0; i < 3; ++i) {
    const int row[4] = {i, i, i, i};
    for (int y = 0; y < 4 >> i; ++y)
      MUST(cudaMemcpy2DToArray(level[i], 0, y, row, 16, 16 >> i, 1, cudaMemcpyHostToDevice));
  }
  for (int i = 0; i < 3; ++i) {
    std::vector<int> back((4 >> i) * (4 >> i), 77);
    MUST(cudaMemcpy2DFromArray(back.data(), 16 >> i, level[i], 0, 0, 16 >> i, 4 >> i, cudaMemcpyDeviceToHost));
    show_row("values", back);
  }
  std::printf("refused\n");
  for (unsigned i : {3u, 100u, ~0u})
    std::printf("level %u: %s\n", i, name_of(cudaGetMipmappedArrayLevel(&none, mipmap, i)));
  SHOW(cudaGetMipmappedArrayLevel(&none, nullptr, 0));
  SHOW(cudaGetMipmappedArrayLevel(nullptr, mipmap, 0));
  show_last_error("after refused calls");
  show_captured("level 1", [&](cudaStream_t) { return cudaGetMipmappedArrayLevel(&none, mipmap, 1); });
}

// cudaFreeMipmappedArray: null, with levels that were asked for, memory comes back, waiting, captures.
CASE(free_mipmapped_array) {
  prepare_gates();
  SHOW(cudaFreeMipmappedArray(nullptr));
  const auto format = cudaCreateChannelDesc<float4>();
  cudaMipmappedArray_t mipmap;
  cudaArray_t level;
  MUST(cudaMallocMipmappedArray(&mipmap, &format, make_cudaExtent(64, 64, 0), 7));
  for (unsigned i = 0; i < 7; ++i) MUST(cudaGetMipmappedArrayLevel(&level, mipmap, i));
  SHOW(cudaFreeMipmappedArray(mipmap));
  std::printf("again and again\n");
  for (int i = 0; i < 200; ++i) {
    MUST(cudaMallocMipmappedArray(&mipmap, &format, make_cudaExtent(1024, 1024, 0), 2));  // 20 MiB
    MUST(cudaFreeMipmappedArray(mipmap));
  }
  show_truth("done", true);
  cudaStream_t stream;
  MUST(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking));
  show_while_busy("null", stream, [] { return cudaFreeMipmappedArray(nullptr); });
  MUST(cudaMallocMipmappedArray(&mipmap, &format, make_cudaExtent(64, 64, 0), 2));
  show_while_busy("an array", stream, [&] { return cudaFreeMipmappedArray(mipmap); });
  MUST(cudaMallocMipmappedArray(&mipmap, &format, make_cudaExtent(64, 64, 0), 2));
  show_captured("null", [](cudaStream_t) { return cudaFreeMipmappedArray(nullptr); });
  show_captured("an array", [&](cudaStream_t) {
    // Freed once at most.
    if (mipmap == nullptr) return cudaErrorUnknown;
    cudaError_t error = cudaFreeMipmappedArray(mipmap);
    if (error == cudaSuccess) mipmap = nullptr;
    return error;
  });
}
