// SPDX-License-Identifier: Apache-2.0
// cudaMemPoolGetAccess: of the pool's own device and of the host, what is refused, captures.
#include "../../capturing.h"

static cudaMemPoolProps device_props() {
  cudaMemPoolProps props = {};
  props.allocType = cudaMemAllocationTypePinned;
  props.location.type = cudaMemLocationTypeDevice;
  return props;
}

CASES() {
  const auto props = device_props();
  cudaMemPool_t pool, standard;
  MUST(cudaMemPoolCreate(&pool, &props));
  MUST(cudaDeviceGetDefaultMemPool(&standard, 0));
  auto ask = [&](const char *what, cudaMemPool_t of, cudaMemLocationType type, int id) {
    cudaMemLocation location = {};
    location.type = type;
    location.id = id;
    auto flags = static_cast<cudaMemAccessFlags>(77);
    cudaError_t error = cudaMemPoolGetAccess(&flags, of, &location);
    std::printf("%s: %s, %d\n", what, name_of(error), static_cast<int>(flags));
  };
  const auto device = cudaMemLocationTypeDevice;
  ask("its own device", pool, device, 0);
  ask("the default pool, its device", standard, device, 0);
  ask("the host", pool, cudaMemLocationTypeHost, 0);
  std::printf("refused\n");
  ask("device 1000", pool, device, 1000);
  ask("device -1", pool, device, -1);
  ask("no place", pool, cudaMemLocationTypeInvalid, 0);
  ask("unknown place", pool, static_cast<cudaMemLocationType>(9), 0);
  ask("no pool", nullptr, device, 0);
  auto flags = cudaMemAccessFlagsProtNone;
  SHOW(cudaMemPoolGetAccess(&flags, pool, nullptr));
  show_last_error("after refused calls");
  cudaMemLocation here = {};
  here.type = device;
  show_captured("its own device", [&](cudaStream_t) { return cudaMemPoolGetAccess(&flags, pool, &here); });
}
