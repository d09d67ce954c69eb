// SPDX-License-Identifier: Apache-2.0
// The default and the current pool of a place.
#include "../../cases.h"
#include "../../capturing.h"

static cudaMemLocation at(cudaMemLocationType type, int id = 0) {
  cudaMemLocation location = {};
  location.type = type;
  location.id = id;
  return location;
}

// cudaMemGetDefaultMemPool: the device's own pool, always the same; of the host; what is refused, captures.
CASE(mem_get_default_mem_pool) {
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

// cudaMemGetMemPool: the current pool of a place, before and after another was set, what is refused, captures.
CASE(mem_get_mem_pool) {
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

// cudaMemSetMemPool: allocations come from the pool that is set, pools of other places, what is refused, captures.
CASE(mem_set_mem_pool) {
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
