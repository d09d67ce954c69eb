// SPDX-License-Identifier: Apache-2.0
// What is said about pools and their memory, and which calls wait.
#include "../cases.h"
#include "../gate.h"

unsigned long long get(cudaMemPool_t pool, cudaMemPoolAttr attr) {
  unsigned long long value = 77;
  MUST(cudaMemPoolGetAttribute(pool, attr, &value));
  return value;
}

// Memory pools: their counters, thresholds, accesses, lives.
CASE(attributes) {
  cudaMemPool_t pool, current, standard;
  SHOW(cudaDeviceGetDefaultMemPool(&standard, 0));
  SHOW(cudaDeviceGetMemPool(&current, 0));
  show_truth("the default is current", standard == current);
  SHOW(cudaMemPoolDestroy(standard));
  cudaMemPoolProps props = {};
  props.allocType = cudaMemAllocationTypePinned;
  props.location.type = cudaMemLocationTypeDevice;
  SHOW(cudaMemPoolCreate(&pool, &props));
  SHOW(cudaMemPoolCreate(nullptr, &props));
  cudaMemPoolProps bad = props;
  bad.location.id = 1000;
  cudaMemPool_t none;
  SHOW(cudaMemPoolCreate(&none, &bad));
  bad = props;
  bad.allocType = cudaMemAllocationTypeInvalid;
  SHOW(cudaMemPoolCreate(&none, &bad));
  for (auto attr : {cudaMemPoolReuseFollowEventDependencies, cudaMemPoolReuseAllowOpportunistic,
                    cudaMemPoolReuseAllowInternalDependencies}) {
    int value = 77;
    SHOW(cudaMemPoolGetAttribute(pool, attr, &value));
    show_value("value", value);
  }
  show_value("release threshold", static_cast<long long>(get(pool, cudaMemPoolAttrReleaseThreshold)));
  unsigned long long all = ~0ull, zero = 0, one = 1;
  SHOW(cudaMemPoolSetAttribute(pool, cudaMemPoolAttrReleaseThreshold, &all));
  show_value("reserved", static_cast<long long>(get(pool, cudaMemPoolAttrReservedMemCurrent)));
  void *a, *b;
  cudaStream_t s;
  MUST(cudaStreamCreate(&s));
  SHOW(cudaMallocFromPoolAsync(&a, 100, pool, s));
  SHOW(cudaMallocAsync(&b, 5000, pool, s));
  show_value("used", static_cast<long long>(get(pool, cudaMemPoolAttrUsedMemCurrent)));
  show_truth("reserved at least that", get(pool, cudaMemPoolAttrReservedMemCurrent) >= 5100);
  SHOW(cudaFreeAsync(b, s));
  MUST(cudaStreamSynchronize(s));
  show_value("used", static_cast<long long>(get(pool, cudaMemPoolAttrUsedMemCurrent)));
  show_value("used, highest", static_cast<long long>(get(pool, cudaMemPoolAttrUsedMemHigh)));
  SHOW(cudaMemPoolSetAttribute(pool, cudaMemPoolAttrUsedMemHigh, &one));
  SHOW(cudaMemPoolSetAttribute(pool, cudaMemPoolAttrUsedMemHigh, &zero));
  show_value("used, highest", static_cast<long long>(get(pool, cudaMemPoolAttrUsedMemHigh)));
  SHOW(cudaMemPoolSetAttribute(pool, cudaMemPoolAttrUsedMemCurrent, &zero));
  SHOW(cudaMemPoolSetAttribute(pool, static_cast<cudaMemPoolAttr>(99), &zero));
  SHOW(cudaMemPoolTrimTo(pool, 0));
  cudaMemAccessFlags flags = static_cast<cudaMemAccessFlags>(77);
  cudaMemLocation here = {};
  here.type = cudaMemLocationTypeDevice;
  SHOW(cudaMemPoolGetAccess(&flags, pool, &here));
  show_value("access", flags);
  cudaMemAccessDesc revoke = {};
  revoke.location = here;
  revoke.flags = cudaMemAccessFlagsProtNone;
  SHOW(cudaMemPoolSetAccess(pool, &revoke, 1));
  SHOW(cudaDeviceSetMemPool(0, pool));
  SHOW(cudaDeviceGetMemPool(&current, 0));
  show_truth("set", current == pool);
  SHOW(cudaMallocAsync(&b, 300, s));
  show_value("used", static_cast<long long>(get(pool, cudaMemPoolAttrUsedMemCurrent)));
  SHOW(cudaMemPoolDestroy(pool));
  SHOW(cudaDeviceGetMemPool(&current, 0));
  show_truth("back to the default", current == standard);
  SHOW(cudaMemsetAsync(a, 0, 100, s));
  SHOW(cudaFreeAsync(a, s));
  SHOW(cudaFreeAsync(b, s));
  SHOW(cudaStreamSynchronize(s));
  props.maxSize = 1 << 20;
  SHOW(cudaMemPoolCreate(&pool, &props));
  SHOW(cudaMallocFromPoolAsync(&a, 64 << 20, pool, s));
}

// The default and the current pool of a location: device, host, managed.
CASE(by_location) {
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

namespace {

void describe(const char *what, const void *p) {
  cudaPointerAttributes a;
  cudaError_t e = cudaPointerGetAttributes(&a, p);
  std::printf("%s: %s, type %d, device %d, host pointer %s\n", what, name_of(e), a.type, a.device,
              a.hostPointer == nullptr ? "null" : a.hostPointer == p ? "the same" : "another");
  std::fflush(stdout);
}

void pool_of(const char *what, cudaMemLocation location, cudaMemAllocationType type, cudaStream_t s) {
  cudaMemPoolProps props = {};
  props.allocType = type;
  props.location = location;
  cudaMemPool_t pool;
  void *p = nullptr;
  if (show(what, cudaMemPoolCreate(&pool, &props)) != cudaSuccess) return;
  if (SHOW(cudaMallocFromPoolAsync(&p, 4096, pool, s)) != cudaSuccess) return;
  MUST(cudaStreamSynchronize(s));
  describe(what, p);
  unsigned flags = 77;
  cudaError_t e = cudaHostGetFlags(&flags, p);
  std::printf("host flags: %s, %u\n", name_of(e), flags);
  cudaGetLastError();
  SHOW(cudaMemset(p, 1, 4096));
  MUST(cudaDeviceSynchronize());  // the free below is on a stream that waits for nobody
  SHOW(cudaFreeAsync(p, s));
  MUST(cudaStreamSynchronize(s));
  MUST(cudaMemPoolDestroy(pool));
}

}  // namespace

// What is said about stream-ordered memory while its allocation and its free are pending.
CASE(pointer_attributes) {
  prepare_gates();
  cudaStream_t s;
  MUST(cudaStreamCreateWithFlags(&s, cudaStreamNonBlocking));
  void *p;
  char *warm;
  MUST(cudaMallocAsync(&warm, 4096, s));
  MUST(cudaStreamSynchronize(s));
  {
    Gate gate(s);
    MUST(cudaMallocAsync(&p, 4096, s));
    describe("allocation pending", p);
    describe("its last byte", static_cast<char *>(p) + 4095);
    MUST(cudaFreeAsync(p, s));
    describe("free pending", p);
    SHOW(cudaMemsetAsync(p, 0, 16, s));
  }
  MUST(cudaStreamSynchronize(s));
  describe("freed", p);
  SHOW(cudaMemset(warm, 0, 4097));
  SHOW(cudaMemcpyAsync(warm, warm + 4096, 1, cudaMemcpyDeviceToDevice, s));
  SHOW(cudaStreamSynchronize(s));
  cudaMemLocation device = {}, host = {}, node = {};
  device.type = cudaMemLocationTypeDevice;
  host.type = cudaMemLocationTypeHost;
  node.type = cudaMemLocationTypeHostNuma;
  pool_of("device pool", device, cudaMemAllocationTypePinned, s);
  pool_of("host pool", host, cudaMemAllocationTypePinned, s);
  pool_of("node pool", node, cudaMemAllocationTypePinned, s);
  pool_of("managed pool", device, cudaMemAllocationTypeManaged, s);
  pool_of("managed host pool", host, cudaMemAllocationTypeManaged, s);
}

// Which calls about pools return while a stream is busy, and which wait.
CASE(which_calls_wait) {
  prepare_gates();
  cudaStream_t s;
  MUST(cudaStreamCreateWithFlags(&s, cudaStreamNonBlocking));
  cudaMemPoolProps props = {};
  props.allocType = cudaMemAllocationTypePinned;
  props.location.type = cudaMemLocationTypeDevice;
  cudaMemPool_t pool, made;
  MUST(cudaMemPoolCreate(&pool, &props));
  void *p, *q;
  MUST(cudaMallocAsync(&q, 100, pool, s));
  MUST(cudaStreamSynchronize(s));
  show_while_busy("MallocAsync", s, [&] { return cudaMallocAsync(&p, 1 << 20, pool, s); });
  show_while_busy("FreeAsync", s, [&] { return cudaFreeAsync(p, s); });
  show_while_busy("MallocAsync of 64 MiB", s, [&] { return cudaMallocAsync(&p, 64 << 20, pool, s); });
  show_while_busy("MemPoolTrimTo", s, [&] { return cudaMemPoolTrimTo(pool, 0); });
  show_while_busy("MemPoolCreate", s, [&] { return cudaMemPoolCreate(&made, &props); });
  show_while_busy("MemPoolDestroy", s, [&] { return cudaMemPoolDestroy(made); });
  unsigned long long value = 0;
  show_while_busy("MemPoolGetAttribute", s,
                  [&] { return cudaMemPoolGetAttribute(pool, cudaMemPoolAttrUsedMemCurrent, &value); });
  show_value("used", static_cast<long long>(value));
  show_while_busy("MemPoolDestroy with memory", s, [&] { return cudaMemPoolDestroy(pool); });
  show_while_busy("Free of stream-ordered memory", s, [&] { return cudaFree(p); });
  SHOW(cudaFreeAsync(q, s));
  SHOW(cudaStreamSynchronize(s));
}
