// SPDX-License-Identifier: Apache-2.0
// cudaMemPoolSetAccess: a pool's own device, several descriptions, flags and places that are refused, captures.
#include "../../capturing.h"

static cudaMemPoolProps device_props() {
  cudaMemPoolProps props = {};
  props.allocType = cudaMemAllocationTypePinned;
  props.location.type = cudaMemLocationTypeDevice;
  return props;
}

CASES() {
  cudaStream_t stream;
  MUST(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking));
  const auto props = device_props();
  cudaMemPool_t pool, standard;
  MUST(cudaMemPoolCreate(&pool, &props));
  MUST(cudaDeviceGetDefaultMemPool(&standard, 0));
  cudaMemLocation here = {};
  here.type = cudaMemLocationTypeDevice;
  auto set = [&](const char *what, cudaMemLocationType type, int id, int flags) {
    cudaMemAccessDesc access = {};
    access.location.type = type;
    access.location.id = id;
    access.flags = static_cast<cudaMemAccessFlags>(flags);
    cudaError_t error = cudaMemPoolSetAccess(pool, &access, 1);
    auto now = static_cast<cudaMemAccessFlags>(77);
    MUST(cudaMemPoolGetAccess(&now, pool, &here));
    std::printf("%s: %s, the device has %d\n", what, name_of(error), static_cast<int>(now));
    cudaGetLastError();
  };
  const auto device = cudaMemLocationTypeDevice;
  set("read and write", device, 0, cudaMemAccessFlagsProtReadWrite);
  set("none", device, 0, cudaMemAccessFlagsProtNone);
  set("read", device, 0, cudaMemAccessFlagsProtRead);
  set("unknown flags 2", device, 0, 2);
  set("unknown flags 4", device, 0, 4);
  set("unknown flags -1", device, 0, -1);
  set("device 1000", device, 1000, cudaMemAccessFlagsProtReadWrite);
  set("device -1", device, -1, cudaMemAccessFlagsProtReadWrite);
  set("no place", cudaMemLocationTypeInvalid, 0, cudaMemAccessFlagsProtReadWrite);
  set("unknown place", static_cast<cudaMemLocationType>(9), 0, cudaMemAccessFlagsProtReadWrite);
  set("the host", cudaMemLocationTypeHost, 0, cudaMemAccessFlagsProtReadWrite);
  set("a node of the host", cudaMemLocationTypeHostNuma, 0, cudaMemAccessFlagsProtReadWrite);
  set("no place, unknown flags", cudaMemLocationTypeInvalid, 0, 2);
  cudaMemAccessDesc two[2] = {};
  two[0].location = two[1].location = here;
  two[0].flags = two[1].flags = cudaMemAccessFlagsProtReadWrite;
  SHOW(cudaMemPoolSetAccess(pool, two, 2));
  SHOW(cudaMemPoolSetAccess(pool, two, 0));
  SHOW(cudaMemPoolSetAccess(pool, nullptr, 0));
  SHOW(cudaMemPoolSetAccess(standard, two, 1));
  two[1].location.id = 1000;
  SHOW(cudaMemPoolSetAccess(pool, two, 2));
  SHOW(cudaMemPoolSetAccess(nullptr, two, 1));
  show_last_error("after refused calls");
  int *p, value = 0;
  MUST(cudaMallocFromPoolAsync(&p, 64, pool, stream));
  SHOW(cudaMemsetAsync(p, 1, 64, stream));
  SHOW(cudaMemcpyAsync(&value, p, 4, cudaMemcpyDeviceToHost, stream));
  SHOW(cudaStreamSynchronize(stream));
  show_value("the memory can be used", value);
  show_captured("its own device", [&](cudaStream_t) { return cudaMemPoolSetAccess(pool, two, 1); });
}
