// SPDX-License-Identifier: Apache-2.0
// cudaMemPoolTrimTo: gives back what is not used, keeps what is and what it is told to keep, what is refused, captures.
#include "../../capturing.h"

static cudaMemPoolProps device_props() {
  cudaMemPoolProps props = {};
  props.allocType = cudaMemAllocationTypePinned;
  props.location.type = cudaMemLocationTypeDevice;
  return props;
}
static unsigned long long get(cudaMemPool_t pool, cudaMemPoolAttr attribute) {
  unsigned long long value = 0;
  MUST(cudaMemPoolGetAttribute(pool, attribute, &value));
  return value;
}

CASES() {
  cudaStream_t stream;
  MUST(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking));
  const auto props = device_props();
  cudaMemPool_t pool, standard;
  MUST(cudaMemPoolCreate(&pool, &props));
  MUST(cudaDeviceGetDefaultMemPool(&standard, 0));
  SHOW(cudaMemPoolTrimTo(pool, 0));
  unsigned long long keep_all = ~0ull;
  MUST(cudaMemPoolSetAttribute(pool, cudaMemPoolAttrReleaseThreshold, &keep_all));
  constexpr std::size_t kBytes = std::size_t(64) << 20;
  void *p, *q;
  MUST(cudaMallocFromPoolAsync(&p, kBytes, pool, stream));
  MUST(cudaMallocFromPoolAsync(&q, kBytes, pool, stream));
  MUST(cudaStreamSynchronize(stream));
  SHOW(cudaMemPoolTrimTo(pool, 0));
  show_truth("what is used stays", get(pool, cudaMemPoolAttrReservedMemCurrent) >= 2 * kBytes);
  MUST(cudaFreeAsync(q, stream));
  MUST(cudaStreamSynchronize(stream));
  show_truth("kept by the threshold", get(pool, cudaMemPoolAttrReservedMemCurrent) >= 2 * kBytes);
  SHOW(cudaMemPoolTrimTo(pool, 2 * kBytes));
  show_truth("kept by the argument", get(pool, cudaMemPoolAttrReservedMemCurrent) >= 2 * kBytes);
  SHOW(cudaMemPoolTrimTo(pool, std::size_t(1) << 40));
  show_truth("kept by a large argument", get(pool, cudaMemPoolAttrReservedMemCurrent) >= 2 * kBytes);
  SHOW(cudaMemPoolTrimTo(pool, 0));
  unsigned long long reserved = get(pool, cudaMemPoolAttrReservedMemCurrent);
  show_truth("given back down to what is used", reserved >= kBytes && reserved < 2 * kBytes);
  MUST(cudaFreeAsync(p, stream));
  MUST(cudaStreamSynchronize(stream));
  SHOW(cudaMemPoolTrimTo(pool, 1));
  show_truth("kept for one byte", get(pool, cudaMemPoolAttrReservedMemCurrent) > 0);
  SHOW(cudaMemPoolTrimTo(pool, 0));
  show_value("reserved", static_cast<long long>(get(pool, cudaMemPoolAttrReservedMemCurrent)));
  SHOW(cudaMallocFromPoolAsync(&p, 64, pool, stream));
  SHOW(cudaFreeAsync(p, stream));
  SHOW(cudaStreamSynchronize(stream));
  SHOW(cudaMemPoolTrimTo(standard, 0));
  std::printf("refused\n");
  SHOW(cudaMemPoolTrimTo(nullptr, 0));
  show_last_error("after refused calls");
  show_captured("a pool", [&](cudaStream_t) { return cudaMemPoolTrimTo(pool, 0); });
}
