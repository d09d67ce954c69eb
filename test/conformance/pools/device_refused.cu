// SPDX-License-Identifier: Apache-2.0
// What the calls about a device's pools refuse.
#include "../transcript.h"

int main() {
  cudaMemPoolProps props = {};
  props.allocType = cudaMemAllocationTypePinned;
  props.location.type = cudaMemLocationTypeDevice;
  cudaMemPool_t pool, other, none = nullptr;
  MUST(cudaMemPoolCreate(&pool, &props));
  SHOW(cudaDeviceGetDefaultMemPool(nullptr, 0));
  SHOW(cudaDeviceGetDefaultMemPool(&other, -1));
  SHOW(cudaDeviceGetDefaultMemPool(&other, 1000));
  SHOW(cudaDeviceGetMemPool(nullptr, 0));
  SHOW(cudaDeviceGetMemPool(&other, 1000));
  SHOW(cudaDeviceSetMemPool(1000, pool));
  SHOW(cudaDeviceSetMemPool(0, none));
  SHOW(cudaDeviceGetMemPool(&other, 0));
}
