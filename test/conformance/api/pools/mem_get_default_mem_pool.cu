// SPDX-License-Identifier: Apache-2.0
// cudaMemGetDefaultMemPool: the device's own pool, always the same; of the host; what is refused, captures.
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
  cudaMemPool_t standard, pool = nullptr, again = nullptr;
  MUST(cudaDeviceGetDefaultMemPool(&standard, 0));
  SHOW(cudaMemGetDefaultMemPool(&pool, &device, pinned));
  show_truth("the device's", pool == standard);
  SHOW(cudaMemGetDefaultMemPool(&pool, &host, pinned));
  SHOW(cudaMemGetDefaultMemPool(&again, &host, pinned));
  show_truth("one for the host, the same each time", pool == again && pool != standard);
  std::printf("after another was set\n");
  cudaMemPoolProps props = {};
  props.allocType = pinned;
  props.location = device;
  cudaMemPool_t made;
  MUST(cudaMemPoolCreate(&made, &props));
  MUST(cudaDeviceSetMemPool(0, made));
  SHOW(cudaMemGetDefaultMemPool(&pool, &device, pinned));
  show_truth("the device's", pool == standard);
  std::printf("refused\n");
  for (int id : {-1, 1000}) {
    auto unknown = at(cudaMemLocationTypeDevice, id);
    SHOW(cudaMemGetDefaultMemPool(&pool, &unknown, pinned));
  }
  auto none = at(cudaMemLocationTypeInvalid), unknown = at(static_cast<cudaMemLocationType>(9));
  SHOW(cudaMemGetDefaultMemPool(&pool, &none, pinned));
  SHOW(cudaMemGetDefaultMemPool(&pool, &unknown, pinned));
  auto near_host = at(cudaMemLocationTypeHostNumaCurrent);
  SHOW(cudaMemGetDefaultMemPool(&pool, &near_host, pinned));
  SHOW(cudaMemGetDefaultMemPool(&pool, &unknown, cudaMemAllocationTypeInvalid));
  SHOW(cudaMemGetDefaultMemPool(&pool, &device, cudaMemAllocationTypeInvalid));
  SHOW(cudaMemGetDefaultMemPool(&pool, &device, static_cast<cudaMemAllocationType>(9)));
  SHOW(cudaMemGetDefaultMemPool(nullptr, &device, pinned));
  SHOW(cudaMemGetDefaultMemPool(&pool, nullptr, pinned));
  show_last_error("after refused calls");
  show_captured("the device's", [&](cudaStream_t) { return cudaMemGetDefaultMemPool(&pool, &device, pinned); });
}
