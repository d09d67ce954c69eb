// SPDX-License-Identifier: Apache-2.0
// How a pool's reserve grows, when it is given back, and how the high marks follow.
#include "../transcript.h"

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

int main() {
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
