// SPDX-License-Identifier: Apache-2.0
// cudaMemGetMemPool: the current pool of a place, before and after another was set, what is refused, captures.
#include "../../capturing.h"

static cudaMemLocation at(cudaMemLocationType type, int id = 0) {
  cudaMemLocation location = {};
  location.type = type;
  location.id = id;
  return location;
}

CASES() {
  const auto pinned = cudaMemAllocationTypePinned;
  auto device = at(cudaMemLocationTypeDevice), host = at(cudaMemLocationTypeHost);
  cudaMemPool_t standard, pool = nullptr, made, host_standard = nullptr;
  MUST(cudaDeviceGetDefaultMemPool(&standard, 0));
  SHOW(cudaMemGetMemPool(&pool, &device, pinned));
  show_truth("the default one", pool == standard);
  SHOW(cudaMemGetMemPool(&pool, &host, pinned));
  MUST(cudaMemGetDefaultMemPool(&host_standard, &host, pinned));
  show_truth("the host's default one", pool == host_standard);
  cudaMemPoolProps props = {};
  props.allocType = pinned;
  props.location = device;
  MUST(cudaMemPoolCreate(&made, &props));
  MUST(cudaMemSetMemPool(&device, pinned, made));
  SHOW(cudaMemGetMemPool(&pool, &device, pinned));
  show_truth("the one that was set", pool == made);
  MUST(cudaDeviceSetMemPool(0, standard));
  SHOW(cudaMemGetMemPool(&pool, &device, pinned));
  show_truth("set for the device", pool == standard);
  std::printf("refused\n");
  for (int id : {-1, 1000}) {
    auto unknown = at(cudaMemLocationTypeDevice, id);
    SHOW(cudaMemGetMemPool(&pool, &unknown, pinned));
  }
  auto none = at(cudaMemLocationTypeInvalid), unknown = at(static_cast<cudaMemLocationType>(9));
  SHOW(cudaMemGetMemPool(&pool, &none, pinned));
  SHOW(cudaMemGetMemPool(&pool, &unknown, pinned));
  auto near_host = at(cudaMemLocationTypeHostNumaCurrent);
  SHOW(cudaMemGetMemPool(&pool, &near_host, pinned));
  SHOW(cudaMemGetMemPool(&pool, &unknown, cudaMemAllocationTypeInvalid));
  SHOW(cudaMemGetMemPool(&pool, &device, cudaMemAllocationTypeInvalid));
  SHOW(cudaMemGetMemPool(&pool, &device, static_cast<cudaMemAllocationType>(9)));
  SHOW(cudaMemGetMemPool(nullptr, &device, pinned));
  show_last_error("after refused calls");
  show_captured("the device's", [&](cudaStream_t) { return cudaMemGetMemPool(&pool, &device, pinned); });
}
