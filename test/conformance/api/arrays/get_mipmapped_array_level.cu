// SPDX-License-Identifier: Apache-2.0
// cudaGetMipmappedArrayLevel: the extent of each level of each shape, the same array each time, contents, refusals.
#include "../../arrays/array_helpers.h"
#include "../../capturing.h"

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

CASES() {
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
