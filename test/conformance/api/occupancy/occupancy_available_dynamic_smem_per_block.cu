// SPDX-License-Identifier: Apache-2.0
// cudaOccupancyAvailableDynamicSMemPerBlock: refused arguments; with what it gives, that many blocks fit.
#include "../../capturing.h"

__global__ void plain(int *p) { *p = 1; }
static int host_variable;

CASES() {
  std::size_t bytes = 77;
  SHOW(cudaOccupancyAvailableDynamicSMemPerBlock(&bytes, static_cast<const void *>(nullptr), 1, 32));
  SHOW(cudaOccupancyAvailableDynamicSMemPerBlock(&bytes, static_cast<const void *>(&host_variable), 1, 32));
  SHOW(cudaOccupancyAvailableDynamicSMemPerBlock(&bytes, plain, 1, 0));
  SHOW(cudaOccupancyAvailableDynamicSMemPerBlock(&bytes, plain, 1, -1));
  show_truth("a last error", cudaGetLastError() != cudaSuccess);
  std::size_t before = ~std::size_t{0};
  for (int blocks : {1, 2, 8}) {
    int fit = 0;
    SHOW(cudaOccupancyAvailableDynamicSMemPerBlock(&bytes, plain, blocks, 64));
    show_truth("less for more blocks", bytes > 0 && bytes <= before);
    before = bytes;
    MUST(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&fit, plain, 64, bytes));
    show_truth("that many fit", fit >= blocks);
  }
  show_while_capturing("asked", [&] { return cudaOccupancyAvailableDynamicSMemPerBlock(&bytes, plain, 1, 32); });
}
