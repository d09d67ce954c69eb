// SPDX-License-Identifier: Apache-2.0
// The default and the current pool of a location: device, host, managed.
#include "../transcript.h"

int main() {
  cudaMemLocation here = {}, host = {}, none = {}, bad = {};
  here.type = cudaMemLocationTypeDevice;
  host.type = cudaMemLocationTypeHost;
  bad.type = cudaMemLocationTypeDevice;
  bad.id = 1000;
  cudaMemPool_t standard = nullptr, pool = nullptr, made = nullptr;
  MUST(cudaDeviceGetDefaultMemPool(&standard, 0));
  SHOW(cudaMemGetDefaultMemPool(&pool, &here, cudaMemAllocationTypePinned));
  show_truth("the device's", pool == standard);
  SHOW(cudaMemGetMemPool(&pool, &here, cudaMemAllocationTypePinned));
  show_truth("the device's", pool == standard);
  SHOW(cudaMemGetDefaultMemPool(nullptr, &here, cudaMemAllocationTypePinned));
  SHOW(cudaMemGetDefaultMemPool(&pool, nullptr, cudaMemAllocationTypePinned));
  SHOW(cudaMemGetDefaultMemPool(&pool, &none, cudaMemAllocationTypePinned));
  SHOW(cudaMemGetDefaultMemPool(&pool, &bad, cudaMemAllocationTypePinned));
  SHOW(cudaMemGetDefaultMemPool(&pool, &here, cudaMemAllocationTypeInvalid));
  SHOW(cudaMemGetDefaultMemPool(&pool, &host, cudaMemAllocationTypePinned));
  SHOW(cudaMemGetMemPool(nullptr, &here, cudaMemAllocationTypePinned));
  SHOW(cudaMemGetMemPool(&pool, &bad, cudaMemAllocationTypePinned));
  cudaMemPoolProps props = {};
  props.allocType = cudaMemAllocationTypePinned;
  props.location = here;
  MUST(cudaMemPoolCreate(&made, &props));
  SHOW(cudaMemSetMemPool(&here, cudaMemAllocationTypePinned, made));
  SHOW(cudaMemGetMemPool(&pool, &here, cudaMemAllocationTypePinned));
  show_truth("the new one", pool == made);
  SHOW(cudaDeviceGetMemPool(&pool, 0));
  show_truth("the new one", pool == made);
  SHOW(cudaMemSetMemPool(&here, cudaMemAllocationTypePinned, nullptr));
  SHOW(cudaMemSetMemPool(nullptr, cudaMemAllocationTypePinned, made));
  SHOW(cudaMemSetMemPool(&bad, cudaMemAllocationTypePinned, made));
  SHOW(cudaMemSetMemPool(&here, cudaMemAllocationTypePinned, standard));
  SHOW(cudaMemPoolDestroy(made));
}
