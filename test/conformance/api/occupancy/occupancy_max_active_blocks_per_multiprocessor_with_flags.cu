// SPDX-License-Identifier: Apache-2.0
// cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags: two flags, every other refused; the default is the plain call.
#include "../../capturing.h"

__global__ void plain(int *p) { *p = 1; }
static int host_variable;

CASES() {
  int blocks = 77, expected = 0;
  for (unsigned flags : {2u, 3u, 4u, 0x80000000u}) {
    std::printf("flags %x\n", flags);
    SHOW(cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(&blocks, plain, 32, 0, flags));
  }
  SHOW(cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(nullptr, plain, 32, 0, cudaOccupancyDefault));
  SHOW(cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(&blocks, static_cast<const void *>(nullptr), 32, 0, 0));
  SHOW(cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(&blocks, static_cast<const void *>(&host_variable), 32, 0,
                                                              0));
  SHOW(cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(&blocks, plain, 0, 0, cudaOccupancyDefault));
  SHOW(cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(&blocks, plain, -1, 0, 2));
  show_value("untouched", blocks);
  show_last_error("after refused calls");
  for (unsigned flags : {cudaOccupancyDefault, cudaOccupancyDisableCachingOverride})
    for (int size : {1, 100, 1024}) {
      MUST(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&expected, plain, size, 512));
      SHOW(cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(&blocks, plain, size, 512, flags));
      show_truth("as the plain call", blocks == expected);
    }
  show_while_capturing("asked", [&] {
    return cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(&blocks, plain, 32, 0, cudaOccupancyDefault);
  });
}
