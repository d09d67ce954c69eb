// SPDX-License-Identifier: Apache-2.0
// The cluster calculators: arguments that they refuse.
#include "../transcript.h"

__global__ void nothing() {}
static void not_a_kernel() {}

int main() {
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
