// SPDX-License-Identifier: Apache-2.0
// Attributes of pools, and who may use their memory.
#include "../../cases.h"
#include "../../capturing.h"

static cudaMemPoolProps device_props() {
  cudaMemPoolProps props = {};
  props.allocType = cudaMemAllocationTypePinned;
  props.location.type = cudaMemLocationTypeDevice;
  return props;
}

// cudaMemPoolGetAttribute: each attribute of a fresh pool, counters that follow use, what is refused, captures.
CASE(mem_pool_get_attribute) {
  cudaStream_t stream;
  MUST(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking));
  const auto props = device_props();
  cudaMemPool_t pool;
  MUST(cudaMemPoolCreate(&pool, &props));
  for (int attribute = 1; attribute <= 3; ++attribute) {
    int flag[2] = {77, 77};
    cudaError_t error = cudaMemPoolGetAttribute(pool, static_cast<cudaMemPoolAttr>(attribute), flag);
    std::printf("attribute %d: %s, %d %d\n", attribute, name_of(error), flag[0], flag[1]);
  }
  unsigned long long threshold = 77;
  SHOW(cudaMemPoolGetAttribute(pool, cudaMemPoolAttrReleaseThreshold, &threshold));
  show_value("threshold", static_cast<long long>(threshold));
  auto show_use = [&](const char *when) {
    unsigned long long reserved = 77, reserved_high = 77, used = 77, used_high = 77;
    MUST(cudaMemPoolGetAttribute(pool, cudaMemPoolAttrReservedMemCurrent, &reserved));
    MUST(cudaMemPoolGetAttribute(pool, cudaMemPoolAttrReservedMemHigh, &reserved_high));
    MUST(cudaMemPoolGetAttribute(pool, cudaMemPoolAttrUsedMemCurrent, &used));
    MUST(cudaMemPoolGetAttribute(pool, cudaMemPoolAttrUsedMemHigh, &used_high));
    std::printf("%s: used %llu, at most %llu; reserved %s, at most %s\n", when, used, used_high,
                reserved == 0 ? "nothing" : reserved >= used ? "enough" : "too little",
                reserved_high == 0 ? "nothing" : reserved_high >= used_high ? "enough" : "too little");
  };
  show_use("fresh");
  void *p, *q;
  MUST(cudaMallocFromPoolAsync(&p, 1000, pool, stream));
  show_use("1000 bytes");
  MUST(cudaMallocFromPoolAsync(&q, 3, pool, stream));
  show_use("3 more");
  MUST(cudaFreeAsync(p, stream));
  MUST(cudaStreamSynchronize(stream));
  show_use("1000 freed");
  MUST(cudaFreeAsync(q, stream));
  MUST(cudaStreamSynchronize(stream));
  show_use("all freed");
  std::printf("refused\n");
  unsigned long long value = 77;
  SHOW(cudaMemPoolGetAttribute(nullptr, cudaMemPoolAttrUsedMemCurrent, &value));
  SHOW(cudaMemPoolGetAttribute(pool, cudaMemPoolAttrUsedMemCurrent, nullptr));
  for (int attribute : {0, 9, 100, -1})
    std::printf("attribute %d: %s\n", attribute,
                name_of(cudaMemPoolGetAttribute(pool, static_cast<cudaMemPoolAttr>(attribute), &value)));
  show_value("untouched", static_cast<long long>(value));
  show_last_error("after refused calls");
  show_captured("used", [&](cudaStream_t) {
    return cudaMemPoolGetAttribute(pool, cudaMemPoolAttrUsedMemCurrent, &value);
  });
}

// cudaMemPoolSetAttribute: flags, threshold and high marks, attributes that cannot be set, what is refused, captures.
CASE(mem_pool_set_attribute) {
  cudaStream_t stream;
  MUST(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking));
  const auto props = device_props();
  cudaMemPool_t pool;
  MUST(cudaMemPoolCreate(&pool, &props));
  auto set = [&](int attribute, unsigned long long value) {
    const auto id = static_cast<cudaMemPoolAttr>(attribute);
    unsigned long long back = 0;
    cudaError_t error = cudaMemPoolSetAttribute(pool, id, &value);
    MUST(cudaMemPoolGetAttribute(pool, id, &back));
    std::printf("attribute %d set to %llu: %s, read %llu\n", attribute, value, name_of(error), back);
  };
  for (int attribute = 1; attribute <= 3; ++attribute)
    for (unsigned long long value : {0, 1, 0, 5}) set(attribute, value);
  for (unsigned long long value : {0ull, 1ull, 12345ull, ~0ull}) set(cudaMemPoolAttrReleaseThreshold, value);
  void *p;
  MUST(cudaMallocFromPoolAsync(&p, 1000, pool, stream));
  MUST(cudaFreeAsync(p, stream));
  MUST(cudaStreamSynchronize(stream));
  set(cudaMemPoolAttrUsedMemHigh, 1);
  set(cudaMemPoolAttrUsedMemHigh, 0);
  set(cudaMemPoolAttrUsedMemCurrent, 0);
  std::printf("memory is kept up to the threshold\n");
  unsigned long long reserved = 0, zero = 0, one = 1;
  MUST(cudaMemPoolGetAttribute(pool, cudaMemPoolAttrReservedMemCurrent, &reserved));
  show_truth("kept", reserved > 0);
  MUST(cudaMemPoolSetAttribute(pool, cudaMemPoolAttrReleaseThreshold, &zero));
  MUST(cudaMallocFromPoolAsync(&p, 1000, pool, stream));
  MUST(cudaFreeAsync(p, stream));
  MUST(cudaStreamSynchronize(stream));
  MUST(cudaMemPoolGetAttribute(pool, cudaMemPoolAttrReservedMemCurrent, &reserved));
  show_value("given back", static_cast<long long>(reserved));
  SHOW(cudaMemPoolSetAttribute(pool, cudaMemPoolAttrReservedMemHigh, &one));
  SHOW(cudaMemPoolSetAttribute(pool, cudaMemPoolAttrReservedMemHigh, &zero));
  SHOW(cudaMemPoolSetAttribute(pool, cudaMemPoolAttrReservedMemCurrent, &zero));
  std::printf("refused\n");
  SHOW(cudaMemPoolSetAttribute(nullptr, cudaMemPoolAttrReleaseThreshold, &zero));
  for (int attribute : {0, 9, 100, -1})
    std::printf("attribute %d: %s\n", attribute,
                name_of(cudaMemPoolSetAttribute(pool, static_cast<cudaMemPoolAttr>(attribute), &zero)));
  show_last_error("after refused calls");
  show_captured("threshold", [&](cudaStream_t) {
    return cudaMemPoolSetAttribute(pool, cudaMemPoolAttrReleaseThreshold, &zero);
  });
}

// cudaMemPoolGetAccess: of the pool's own device and of the host, what is refused, captures.
CASE(mem_pool_get_access) {
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

// cudaMemPoolSetAccess: a pool's own device, several descriptions, flags and places that are refused, captures.
CASE(mem_pool_set_access) {
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
