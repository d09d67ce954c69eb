// SPDX-License-Identifier: Apache-2.0
// A pool that is full of memory whose free is pending: with internal dependencies the allocation takes it and its
// stream waits; without them it is refused.
#include "../gate.h"

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

int main() {
  prepare_gates();
  full(1);
  full(0);
}
