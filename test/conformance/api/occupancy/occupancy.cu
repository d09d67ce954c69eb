// SPDX-License-Identifier: Apache-2.0
// How many blocks and clusters fit.
#include "../../cases.h"
#include "../../capturing.h"

__global__ void plain(int *p) { *p = 1; }
static int host_variable;

// cudaOccupancyAvailableDynamicSMemPerBlock: refused arguments; with what it gives, that many blocks fit.
CASE(occupancy_available_dynamic_smem_per_block) {
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

__global__ void __launch_bounds__(64) bounded(int *p) { *p = 1; }

__global__ void fixed(int *p) {
  __shared__ int words[8192];
  words[threadIdx.x] = *p;
  __syncthreads();
  *p = words[8191 - threadIdx.x];
}

// cudaOccupancyMaxActiveBlocksPerMultiprocessor: refused arguments, and fewer blocks the more each needs.
CASE(occupancy_max_active_blocks_per_multiprocessor) {
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

// cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags: two flags, every other refused; the default is the plain call.
CASE(occupancy_max_active_blocks_per_multiprocessor_with_flags) {
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

// cudaOccupancyMaxActiveClusters: refused arguments; some fit where clusters can be launched.
CASE(occupancy_max_active_clusters) {
  int number = 77, clusters = 0;
  cudaLaunchConfig_t config = {};
  cudaLaunchAttribute attribute = {};
  config.gridDim = dim3(64);
  config.blockDim = dim3(128);
  const void *kernel = reinterpret_cast<const void *>(plain);
  SHOW(cudaOccupancyMaxActiveClusters(nullptr, kernel, &config));
  SHOW(cudaOccupancyMaxActiveClusters(&number, static_cast<const void *>(nullptr), &config));
  SHOW(cudaOccupancyMaxActiveClusters(&number, static_cast<const void *>(&host_variable), &config));
  show_value("untouched", number);
  show_last_error("after refused calls");
  attribute.id = cudaLaunchAttributeClusterDimension;
  attribute.val.clusterDim = {2, 1, 1};
  config.attrs = &attribute;
  config.numAttrs = 1;
  MUST(cudaDeviceGetAttribute(&clusters, cudaDevAttrClusterLaunch, 0));
  if (clusters != 0) MUST(cudaOccupancyMaxActiveClusters(&number, kernel, &config));
  show_truth("as the attribute says", clusters == 0 || number > 0);
}

// cudaOccupancyMaxPotentialClusterSize: refused arguments; at most eight where clusters can be launched.
CASE(occupancy_max_potential_cluster_size) {
  int size = 77, clusters = 0;
  cudaLaunchConfig_t config = {};
  config.gridDim = dim3(64);
  config.blockDim = dim3(128);
  const void *kernel = reinterpret_cast<const void *>(plain);
  SHOW(cudaOccupancyMaxPotentialClusterSize(nullptr, kernel, &config));
  SHOW(cudaOccupancyMaxPotentialClusterSize(&size, static_cast<const void *>(nullptr), &config));
  SHOW(cudaOccupancyMaxPotentialClusterSize(&size, static_cast<const void *>(&host_variable), &config));
  show_value("untouched", size);
  show_last_error("after refused calls");
  MUST(cudaDeviceGetAttribute(&clusters, cudaDevAttrClusterLaunch, 0));
  if (clusters != 0) MUST(cudaOccupancyMaxPotentialClusterSize(&size, kernel, &config));
  show_truth("as the attribute says", clusters == 0 || (size >= 1 && size <= 8));
}
