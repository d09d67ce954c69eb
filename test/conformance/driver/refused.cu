// SPDX-License-Identifier: Apache-2.0
// flags: -lcuda
// cuDeviceGetNvSciSyncAttributes, cuOccupancyMaxPotentialClusterSize, cuOccupancyMaxActiveClusters: what they refuse.
#include "driver.h"

extern "C" __global__ void nothing() {}

int main() {
  use_primary();
  CUfunction function = function_of(own_module(), "nothing");
  SHOW(cuDeviceGetNvSciSyncAttributes(nullptr, 0, CUDA_NVSCISYNC_ATTR_SIGNAL));
  SHOW(cuDeviceGetNvSciSyncAttributes(nullptr, 0, 0));
  CUlaunchConfig config = {};
  config.gridDimX = 8;
  config.gridDimY = config.gridDimZ = config.blockDimY = config.blockDimZ = 1;
  config.blockDimX = 64;
  int value = 77;
  SHOW(cuOccupancyMaxPotentialClusterSize(nullptr, function, &config));
  SHOW(cuOccupancyMaxPotentialClusterSize(&value, nullptr, &config));
  SHOW(cuOccupancyMaxPotentialClusterSize(&value, function, nullptr));
  SHOW(cuOccupancyMaxActiveClusters(nullptr, function, &config));
  SHOW(cuOccupancyMaxActiveClusters(&value, nullptr, &config));
  SHOW(cuOccupancyMaxActiveClusters(&value, function, nullptr));
}
