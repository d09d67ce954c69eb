// SPDX-License-Identifier: Apache-2.0
// cudaOccupancyMaxPotentialClusterSize: refused arguments; at most eight where clusters can be launched.
#include "../../capturing.h"

__global__ void plain(int *p) { *p = 1; }
static int host_variable;

CASES() {
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
