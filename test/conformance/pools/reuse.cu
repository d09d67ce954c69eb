// SPDX-License-Identifier: Apache-2.0
// When memory is handed out again.
#include "../cases.h"
#include "../gate.h"

// What was freed in a stream is handed out again in it at once, and to no other stream while the free is pending.
CASE(reuse_in_stream) {
  prepare_gates();
  cudaStream_t a, b;
  MUST(cudaStreamCreateWithFlags(&a, cudaStreamNonBlocking));
  MUST(cudaStreamCreateWithFlags(&b, cudaStreamNonBlocking));
  void *p, *q, *elsewhere;
  // Both streams have had memory before the gate closes.
  MUST(cudaMallocAsync(&p, 1 << 20, a));
  MUST(cudaMallocAsync(&q, 1 << 20, b));
  MUST(cudaFreeAsync(p, a));
  MUST(cudaFreeAsync(q, b));
  MUST(cudaDeviceSynchronize());
  {
    Gate gate(a);
    SHOW(cudaMallocAsync(&p, 1 << 20, a));
    SHOW(cudaFreeAsync(p, a));
    SHOW(cudaMallocAsync(&q, 1 << 20, a));
    show_truth("reused in the stream before anything ran", p == q);
    SHOW(cudaFreeAsync(q, a));
    SHOW(cudaMallocAsync(&elsewhere, 1 << 20, b));
    show_truth("another stream gets other memory", elsewhere != q);
    SHOW(cudaFreeAsync(elsewhere, b));
    SHOW(cudaStreamSynchronize(b));
  }
  SHOW(cudaDeviceSynchronize());
}

namespace reuse_by_event_ {
namespace {

cudaMemPool_t make_pool(int follow, int opportunistic, int internal) {
  cudaMemPoolProps props = {};
  props.allocType = cudaMemAllocationTypePinned;
  props.location.type = cudaMemLocationTypeDevice;
  cudaMemPool_t pool;
  MUST(cudaMemPoolCreate(&pool, &props));
  MUST(cudaMemPoolSetAttribute(pool, cudaMemPoolReuseFollowEventDependencies, &follow));
  MUST(cudaMemPoolSetAttribute(pool, cudaMemPoolReuseAllowOpportunistic, &opportunistic));
  MUST(cudaMemPoolSetAttribute(pool, cudaMemPoolReuseAllowInternalDependencies, &internal));
  unsigned long long all = ~0ull;
  MUST(cudaMemPoolSetAttribute(pool, cudaMemPoolAttrReleaseThreshold, &all));
  return pool;
}

// 32 MiB: the pool has no other memory of that size after the first free.
constexpr std::size_t kBytes = std::size_t(32) << 20;

void by_event(int follow, int opportunistic, int internal) {
  std::printf("follow %d, opportunistic %d, internal %d\n", follow, opportunistic, internal);
  cudaMemPool_t pool = make_pool(follow, opportunistic, internal);
  cudaStream_t a, b;
  MUST(cudaStreamCreateWithFlags(&a, cudaStreamNonBlocking));
  MUST(cudaStreamCreateWithFlags(&b, cudaStreamNonBlocking));
  cudaEvent_t before, after;
  MUST(cudaEventCreateWithFlags(&before, cudaEventDisableTiming));
  MUST(cudaEventCreateWithFlags(&after, cudaEventDisableTiming));
  void *p, *q, *r;
  MUST(cudaMallocAsync(&p, kBytes, pool, a));
  MUST(cudaStreamSynchronize(a));
  {
    Gate gate(a);
    MUST(cudaEventRecord(before, a));
    MUST(cudaMemsetAsync(p, 0, 4, a));
    MUST(cudaFreeAsync(p, a));
    MUST(cudaEventRecord(after, a));
    MUST(cudaStreamWaitEvent(b, before, 0));
    MUST(cudaMallocAsync(&q, kBytes, pool, b));
    show_truth("reused after waiting for an event before the free", q == p);
    MUST(cudaStreamWaitEvent(b, after, 0));
    MUST(cudaMallocAsync(&r, kBytes, pool, b));
    show_truth("reused after waiting for an event behind the free", r == p);
    MUST(cudaFreeAsync(q, b));
    MUST(cudaFreeAsync(r, b));
  }
  MUST(cudaDeviceSynchronize());
  MUST(cudaMemPoolDestroy(pool));
}

void when_done(int follow, int opportunistic, int internal, bool synchronize) {
  std::printf("follow %d, opportunistic %d, internal %d, %s\n", follow, opportunistic, internal,
              synchronize ? "stream synchronised" : "found by query");
  cudaMemPool_t pool = make_pool(follow, opportunistic, internal);
  cudaStream_t a, b;
  MUST(cudaStreamCreateWithFlags(&a, cudaStreamNonBlocking));
  MUST(cudaStreamCreateWithFlags(&b, cudaStreamNonBlocking));
  void *p, *q;
  MUST(cudaMallocAsync(&p, kBytes, pool, a));
  MUST(cudaFreeAsync(p, a));
  if (synchronize) {
    MUST(cudaStreamSynchronize(a));
  } else {
    while (cudaStreamQuery(a) == cudaErrorNotReady) {
    }
  }
  MUST(cudaMallocAsync(&q, kBytes, pool, b));
  show_truth("reused when the free is done", q == p);
  MUST(cudaFreeAsync(q, b));
  MUST(cudaDeviceSynchronize());
  MUST(cudaMemPoolDestroy(pool));
}

}  // namespace

// When another stream may take memory whose free is pending: after it waits for an event behind the free, if the pool
// says so; when the free is done; and by a dependency that the allocator adds.
CASE(reuse_by_event) {
  prepare_gates();
  by_event(1, 1, 1);
  by_event(1, 0, 0);
  by_event(0, 1, 0);
  by_event(0, 0, 1);
  by_event(0, 0, 0);
  when_done(1, 1, 1, true);
  when_done(0, 1, 0, true);
  when_done(0, 0, 0, true);
  when_done(0, 1, 0, false);
  when_done(0, 0, 0, false);
}
}  // namespace reuse_by_event_

namespace internal_dependency_ {
namespace {

constexpr std::size_t kBytes = std::size_t(48) << 20;

void full(int internal) {
  std::printf("internal %d\n", internal);
  cudaMemPoolProps props = {};
  props.allocType = cudaMemAllocationTypePinned;
  props.location.type = cudaMemLocationTypeDevice;
  props.maxSize = std::size_t(64) << 20;
  cudaMemPool_t pool;
  MUST(cudaMemPoolCreate(&pool, &props));
  MUST(cudaMemPoolSetAttribute(pool, cudaMemPoolReuseAllowInternalDependencies, &internal));
  unsigned long long all = ~0ull;
  MUST(cudaMemPoolSetAttribute(pool, cudaMemPoolAttrReleaseThreshold, &all));
  cudaStream_t a, b;
  MUST(cudaStreamCreateWithFlags(&a, cudaStreamNonBlocking));
  MUST(cudaStreamCreateWithFlags(&b, cudaStreamNonBlocking));
  void *p, *q = nullptr;
  MUST(cudaMallocAsync(&p, kBytes, pool, a));
  MUST(cudaStreamSynchronize(a));
  Gate gate(a);
  std::atomic<bool> returned{false};
  std::thread opener([&] {
    for (int i = 0; i < 400 && !returned; ++i) std::this_thread::sleep_for(std::chrono::milliseconds(1));
    gate.open();
  });
  MUST(cudaFreeAsync(p, a));
  cudaError_t error = cudaMallocAsync(&q, kBytes, pool, b);
  bool early = !gate.is_open();
  bool is_busy = cudaStreamQuery(b) == cudaErrorNotReady;
  returned = true;
  std::printf("%s, %s\n", name_of(error), early ? "returned at once" : "waited");
  if (early) show_truth("the stream waits", is_busy);
  show_truth("reused", q == p);
  opener.join();
  cudaGetLastError();
  if (error == cudaSuccess) MUST(cudaFreeAsync(q, b));
  MUST(cudaDeviceSynchronize());
  MUST(cudaMemPoolDestroy(pool));
}

}  // namespace

// A pool that is full of memory whose free is pending: with internal dependencies the allocation takes it and its
// stream waits; without them it is refused.
CASE(internal_dependency) {
  prepare_gates();
  full(1);
  full(0);
}
}  // namespace internal_dependency_

__global__ void put(int *p, int v) { *p = v; }
__global__ void get(const int *p, int *out) { *out = *p; }

// Memory that one stream allocates, another uses after an event, and frees.
CASE(use_across_streams) {
  DeviceArray<int> out(1);
  cudaStream_t a, b;
  MUST(cudaStreamCreateWithFlags(&a, cudaStreamNonBlocking));
  MUST(cudaStreamCreateWithFlags(&b, cudaStreamNonBlocking));
  cudaEvent_t ready;
  MUST(cudaEventCreate(&ready));
  void *p;
  MUST(cudaMallocAsync(&p, 4, a));
  put<<<1, 1, 0, a>>>(static_cast<int *>(p), 77);
  MUST(cudaEventRecord(ready, a));
  MUST(cudaStreamWaitEvent(b, ready, 0));
  get<<<1, 1, 0, b>>>(static_cast<int *>(p), out.get());
  SHOW(cudaFreeAsync(p, b));
  SHOW(cudaDeviceSynchronize());
  show_value("out", out.read()[0]);
  MUST(cudaMallocAsync(&p, 4, a));
  SHOW(cudaStreamDestroy(a));
  SHOW(cudaFreeAsync(p, b));
  SHOW(cudaDeviceSynchronize());
}

namespace {

cudaMemPool_t pool;

void counters(const char *when) {
  unsigned long long reserved = 77, reserved_high = 77, used = 77, used_high = 77;
  MUST(cudaMemPoolGetAttribute(pool, cudaMemPoolAttrReservedMemCurrent, &reserved));
  MUST(cudaMemPoolGetAttribute(pool, cudaMemPoolAttrReservedMemHigh, &reserved_high));
  MUST(cudaMemPoolGetAttribute(pool, cudaMemPoolAttrUsedMemCurrent, &used));
  MUST(cudaMemPoolGetAttribute(pool, cudaMemPoolAttrUsedMemHigh, &used_high));
  std::printf("%s: reserved %llu KiB, highest %llu KiB, used %llu, highest %llu\n", when, reserved >> 10,
              reserved_high >> 10, used, used_high);
  std::fflush(stdout);
}

}  // namespace

// How a pool's reserve grows, when it is given back, and how the high marks follow.
CASE(reserved) {
  cudaMemPoolProps props = {};
  props.allocType = cudaMemAllocationTypePinned;
  props.location.type = cudaMemLocationTypeDevice;
  MUST(cudaMemPoolCreate(&pool, &props));
  cudaStream_t s;
  MUST(cudaStreamCreate(&s));
  cudaEvent_t event;
  MUST(cudaEventCreate(&event));
  void *a, *b, *c;
  counters("new");
  MUST(cudaMallocAsync(&a, 1, pool, s));
  counters("1 byte");
  MUST(cudaMallocAsync(&b, 1, pool, s));
  counters("1 byte more");
  MUST(cudaMallocAsync(&c, std::size_t(33) << 20, pool, s));
  counters("33 MiB more");
  MUST(cudaFreeAsync(c, s));
  counters("33 MiB freed");
  MUST(cudaStreamSynchronize(s));
  counters("synchronised");
  MUST(cudaFreeAsync(b, s));
  MUST(cudaFreeAsync(a, s));
  counters("all freed");
  MUST(cudaStreamSynchronize(s));
  counters("synchronised");
  unsigned long long zero = 0, threshold = std::size_t(64) << 20, got = 77;
  SHOW(cudaMemPoolSetAttribute(pool, cudaMemPoolAttrReservedMemHigh, &zero));
  SHOW(cudaMemPoolSetAttribute(pool, cudaMemPoolAttrUsedMemHigh, &zero));
  counters("marks reset");
  SHOW(cudaMemPoolSetAttribute(pool, cudaMemPoolAttrReleaseThreshold, &threshold));
  SHOW(cudaMemPoolGetAttribute(pool, cudaMemPoolAttrReleaseThreshold, &got));
  show_value("threshold", static_cast<long long>(got));
  MUST(cudaMallocAsync(&a, std::size_t(32) << 20, pool, s));
  MUST(cudaMallocAsync(&b, std::size_t(32) << 20, pool, s));
  MUST(cudaMallocAsync(&c, std::size_t(32) << 20, pool, s));
  counters("three of 32 MiB");
  MUST(cudaFreeAsync(a, s));
  MUST(cudaFreeAsync(b, s));
  MUST(cudaFreeAsync(c, s));
  MUST(cudaStreamSynchronize(s));
  counters("freed and synchronised");
  SHOW(cudaMemPoolTrimTo(pool, std::size_t(40) << 20));
  counters("trimmed to 40 MiB");
  SHOW(cudaMemPoolTrimTo(pool, std::size_t(32) << 20));
  counters("trimmed to 32 MiB");
  SHOW(cudaMemPoolTrimTo(pool, 0));
  counters("trimmed to 0");
  MUST(cudaMallocAsync(&a, std::size_t(32) << 20, pool, s));
  SHOW(cudaMemPoolTrimTo(pool, 0));
  counters("trimmed while 32 MiB are used");
  threshold = 0;
  MUST(cudaMemPoolSetAttribute(pool, cudaMemPoolAttrReleaseThreshold, &threshold));
  MUST(cudaFreeAsync(a, s));
  MUST(cudaEventRecord(event, s));
  MUST(cudaEventSynchronize(event));
  counters("threshold 0, freed, event synchronised");
  MUST(cudaMallocAsync(&a, std::size_t(32) << 20, pool, s));
  MUST(cudaFreeAsync(a, s));
  MUST(cudaDeviceSynchronize());
  counters("freed, device synchronised");
  MUST(cudaMallocAsync(&a, std::size_t(32) << 20, pool, s));
  MUST(cudaFreeAsync(a, s));
  while (cudaStreamQuery(s) == cudaErrorNotReady) {
  }
  counters("freed, stream queried");
  MUST(cudaDeviceSynchronize());
  MUST(cudaMallocAsync(&a, 100, pool, s));
  MUST(cudaStreamSynchronize(s));
  counters("100 bytes");
  SHOW(cudaFree(a));
  // Only the reserve: the used bytes do not count cudaFree on hardware.
  MUST(cudaMemPoolGetAttribute(pool, cudaMemPoolAttrReservedMemCurrent, &got));
  show_value("reserved after cudaFree", static_cast<long long>(got));
}
