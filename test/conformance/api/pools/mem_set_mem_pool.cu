// SPDX-License-Identifier: Apache-2.0
// cudaMemSetMemPool: allocations come from the pool that is set, pools of other places, what is refused, captures.
#include "../../capturing.h"

static cudaMemLocation at(cudaMemLocationType type, int id = 0) {
  cudaMemLocation location = {};
  location.type = type;
  location.id = id;
  return location;
}

CASES() {
  const auto pinned = cudaMemAllocationTypePinned;
  auto device = at(cudaMemLocationTypeDevice);
  cudaMemPool_t standard, made, current;
  MUST(cudaDeviceGetDefaultMemPool(&standard, 0));
  cudaMemPoolProps props = {};
  props.allocType = pinned;
  props.location = device;
  MUST(cudaMemPoolCreate(&made, &props));
  SHOW(cudaMemSetMemPool(&device, pinned, made));
  MUST(cudaDeviceGetMemPool(&current, 0));
  show_truth("the device's", current == made);
  void *p;
  MUST(cudaMallocAsync(&p, 1000, nullptr));
  unsigned long long used = 0;
  MUST(cudaMemPoolGetAttribute(made, cudaMemPoolAttrUsedMemCurrent, &used));
  show_value("used of it", static_cast<long long>(used));
  MUST(cudaFreeAsync(p, nullptr));
  SHOW(cudaMemSetMemPool(&device, pinned, made));
  SHOW(cudaMemSetMemPool(&device, pinned, standard));
  MUST(cudaDeviceGetMemPool(&current, 0));
  show_truth("the default one again", current == standard);
  std::printf("refused\n");
  for (int id : {-1, 1000}) {
    auto unknown = at(cudaMemLocationTypeDevice, id);
    SHOW(cudaMemSetMemPool(&unknown, pinned, made));
  }
  auto none = at(cudaMemLocationTypeInvalid), unknown = at(static_cast<cudaMemLocationType>(9));
  SHOW(cudaMemSetMemPool(&none, pinned, made));
  SHOW(cudaMemSetMemPool(&unknown, pinned, made));
  auto near_host = at(cudaMemLocationTypeHostNumaCurrent);
  SHOW(cudaMemSetMemPool(&near_host, pinned, made));
  SHOW(cudaMemSetMemPool(&unknown, cudaMemAllocationTypeInvalid, made));
  SHOW(cudaMemSetMemPool(&device, cudaMemAllocationTypeInvalid, made));
  SHOW(cudaMemSetMemPool(&device, static_cast<cudaMemAllocationType>(9), made));
  SHOW(cudaMemSetMemPool(&device, pinned, nullptr));
  SHOW(cudaMemSetMemPool(nullptr, pinned, made));
  MUST(cudaDeviceGetMemPool(&current, 0));
  show_truth("still the default one", current == standard);
  show_last_error("after refused calls");
  show_captured("the device's", [&](cudaStream_t) { return cudaMemSetMemPool(&device, pinned, made); });
}
