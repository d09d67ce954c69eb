// SPDX-License-Identifier: Apache-2.0
// When another stream may take memory whose free is pending: after it waits for an event behind the free, if the pool
// says so; when the free is done; and by a dependency that the allocator adds.
#include "../gate.h"

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

int main() {
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
