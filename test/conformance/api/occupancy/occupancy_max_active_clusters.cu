// SPDX-License-Identifier: Apache-2.0
// cudaOccupancyMaxActiveClusters: refused arguments; some fit where clusters can be launched.
#include "../../capturing.h"

__global__ void plain(int *p) { *p = 1; }
static int host_variable;

CASES() {
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
