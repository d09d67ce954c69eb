// SPDX-License-Identifier: Apache-2.0
// How many blocks and clusters fit.
#include "../cases.h"

__global__ void plain(int *p) { *p = 1; }
__global__ void __launch_bounds__(128) bounded(int *p) { *p = 1; }

// Occupancy: relations that hold on each device, and refused arguments.
CASE(basic) {
  int blocks = -1, grid = -1, block = -1, per_multiprocessor = 0, multiprocessors = 0;
  MUST(cudaDeviceGetAttribute(&per_multiprocessor, cudaDevAttrMaxThreadsPerMultiProcessor, 0));
  MUST(cudaDeviceGetAttribute(&multiprocessors, cudaDevAttrMultiProcessorCount, 0));
  SHOW(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, plain, 256, 0));
  show_truth("at least one block", blocks >= 1);
  show_truth("fits", blocks * 256 <= per_multiprocessor);
  SHOW(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, bounded, 256, 0));
  show_truth("launch bounds are ignored", blocks >= 1);
  SHOW(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, plain, 2048, 0));
  show_value("blocks of 2048", blocks);
  SHOW(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, plain, 0, 0));
  SHOW(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, plain, -1, 0));
  SHOW(cudaOccupancyMaxActiveBlocksPerMultiprocessor(nullptr, plain, 32, 0));
  SHOW(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, plain, 32, std::size_t(1) << 30));
  show_value("blocks with 1 GiB of shared memory", blocks);
  SHOW(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, (const void *)nullptr, 32, 0));
  SHOW(cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(&blocks, plain, 32, 0,
                                                              cudaOccupancyDisableCachingOverride));
  SHOW(cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(&blocks, plain, 32, 0, 77));
  SHOW(cudaOccupancyMaxPotentialBlockSize(&grid, &block, plain));
  show_truth("block within limits", block >= 32 && block <= 1024);
  show_truth("grid fills the device", grid >= multiprocessors);
  SHOW(cudaOccupancyMaxPotentialBlockSize(&grid, &block, plain, 0, 100));
  show_truth("limit kept", block <= 100);
  SHOW(cudaOccupancyMaxPotentialBlockSize(&grid, &block, bounded));
  show_truth("bound kept", block <= 128);
  SHOW(cudaOccupancyMaxPotentialBlockSizeVariableSMem(&grid, &block, plain,
                                                      [](int size) { return std::size_t(size) * 8; }));
  show_truth("found", block >= 32);
  std::size_t bytes = 0;
  SHOW(cudaOccupancyAvailableDynamicSMemPerBlock(&bytes, plain, 1, 64));
  show_truth("at least 48 KiB for one block", bytes >= 49152);
  SHOW(cudaOccupancyAvailableDynamicSMemPerBlock(&bytes, plain, 1, 0));
}

__global__ void nothing() {}
static void not_a_kernel() {}

// The cluster calculators: arguments that they refuse.
CASE(clusters) {
  int value = 77;
  cudaLaunchConfig_t config = {};
  config.gridDim = dim3(8);
  config.blockDim = dim3(64);
  const void *kernel = reinterpret_cast<const void *>(&nothing);
  SHOW(cudaOccupancyMaxPotentialClusterSize(nullptr, kernel, &config));
  SHOW(cudaOccupancyMaxPotentialClusterSize(&value, static_cast<const void *>(nullptr), &config));
  SHOW(cudaOccupancyMaxPotentialClusterSize(&value, reinterpret_cast<const void *>(&not_a_kernel), &config));
  SHOW(cudaOccupancyMaxActiveClusters(nullptr, kernel, &config));
  SHOW(cudaOccupancyMaxActiveClusters(&value, static_cast<const void *>(nullptr), &config));
  SHOW(cudaOccupancyMaxActiveClusters(&value, reinterpret_cast<const void *>(&not_a_kernel), &config));
}
