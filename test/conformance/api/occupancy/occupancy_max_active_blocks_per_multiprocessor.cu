// SPDX-License-Identifier: Apache-2.0
// cudaOccupancyMaxActiveBlocksPerMultiprocessor: refused arguments, and fewer blocks the more each needs.
#include "../../capturing.h"

__global__ void plain(int *p) { *p = 1; }
__global__ void __launch_bounds__(64) bounded(int *p) { *p = 1; }
__global__ void fixed(int *p) {
  __shared__ int words[8192];
  words[threadIdx.x] = *p;
  __syncthreads();
  *p = words[8191 - threadIdx.x];
}
static int host_variable;

CASES() {
  int blocks = 77, threads = 0, most = 0;
  SHOW(cudaOccupancyMaxActiveBlocksPerMultiprocessor(nullptr, plain, 32, 0));
  SHOW(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, static_cast<const void *>(nullptr), 32, 0));
  SHOW(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, static_cast<const void *>(&host_variable), 32, 0));
  for (int size : {0, -1, -1024}) SHOW(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, plain, size, 0));
  show_value("untouched", blocks);
  show_last_error("after refused calls");
  for (int size : {1025, 4096}) {
    SHOW(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, plain, size, 0));
    show_value("blocks that are too large", blocks);
  }
  SHOW(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, bounded, 65, 0));
  show_truth("launch bounds do not count", blocks > 0);
  MUST(cudaDeviceGetAttribute(&threads, cudaDevAttrMaxThreadsPerMultiProcessor, 0));
  MUST(cudaDeviceGetAttribute(&most, cudaDevAttrMaxBlocksPerMultiprocessor, 0));
  int before = 1 << 30;
  for (int size : {1, 32, 33, 64, 256, 1000, 1024}) {
    MUST(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, plain, size, 0));
    const int warps = (size + 31) / 32 * 32;
    std::printf("%d threads: %s\n", size,
                blocks > 0 && blocks <= most && blocks * warps <= threads && blocks <= before ? "fits" : "does not fit");
    before = blocks;
  }
  before = 1 << 30;
  for (std::size_t bytes : {0, 1024, 16 << 10, 48 << 10}) {
    MUST(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, plain, 32, bytes));
    show_truth("fewer with more shared memory", blocks > 0 && blocks <= before);
    before = blocks;
  }
  int same = 0;
  MUST(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, fixed, 32, 0));
  MUST(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&same, plain, 32, 32 << 10));
  show_truth("static shared memory counts as dynamic", blocks == same);
  SHOW(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, plain, 32, ~std::size_t{0}));
  show_while_capturing("asked", [&] { return cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, plain, 32, 0); });
}
