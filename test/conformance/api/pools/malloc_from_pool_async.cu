// SPDX-License-Identifier: Apache-2.0
// cudaMallocFromPoolAsync: takes from the pool that is named, up to its maximum, zero bytes, what is refused, captures.
#include "../../capturing.h"
#include "../../gate.h"

static cudaMemPoolProps device_props() {
  cudaMemPoolProps props = {};
  props.allocType = cudaMemAllocationTypePinned;
  props.location.type = cudaMemLocationTypeDevice;
  return props;
}
static long long used(cudaMemPool_t pool) {
  unsigned long long bytes = 77;
  MUST(cudaMemPoolGetAttribute(pool, cudaMemPoolAttrUsedMemCurrent, &bytes));
  return static_cast<long long>(bytes);
}

CASES() {
  prepare_gates();
  cudaStream_t stream;
  MUST(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking));
  auto props = device_props();
  cudaMemPool_t a, b, standard, small;
  MUST(cudaMemPoolCreate(&a, &props));
  MUST(cudaMemPoolCreate(&b, &props));
  MUST(cudaDeviceGetDefaultMemPool(&standard, 0));
  props.maxSize = std::size_t(64) << 20;
  MUST(cudaMemPoolCreate(&small, &props));
  int *p, *q;
  SHOW(cudaMallocFromPoolAsync(&p, 1000, a, stream));
  show_row("used", {static_cast<int>(used(a)), static_cast<int>(used(b)), static_cast<int>(used(standard))});
  SHOW(cudaMallocFromPoolAsync(&q, 500, b, stream));
  show_row("used", {static_cast<int>(used(a)), static_cast<int>(used(b)), static_cast<int>(used(standard))});
  SHOW(cudaMemsetAsync(p, 1, 1000, stream));
  SHOW(cudaMemcpyAsync(q, p, 500, cudaMemcpyDeviceToDevice, stream));
  SHOW(cudaStreamSynchronize(stream));
  int value = 0;
  MUST(cudaMemcpy(&value, q, 4, cudaMemcpyDeviceToHost));
  show_value("value", value);
  SHOW(cudaFreeAsync(p, stream));
  SHOW(cudaFreeAsync(q, stream));
  SHOW(cudaStreamSynchronize(stream));
  show_row("used", {static_cast<int>(used(a)), static_cast<int>(used(b))});
  SHOW(cudaMallocFromPoolAsync(&p, 64, standard, stream));
  SHOW(cudaFreeAsync(p, stream));
  SHOW(cudaMallocFromPoolAsync(&p, 64, a, nullptr));
  SHOW(cudaMallocFromPoolAsync(&p, 64, a, cudaStreamPerThread));
  SHOW(cudaMallocFromPoolAsync(&p, 0, a, stream));
  show_truth("no bytes: null", p == nullptr);
  std::printf("refused\n");
  SHOW(cudaMallocFromPoolAsync(static_cast<void **>(nullptr), 64, a, stream));
  SHOW(cudaMallocFromPoolAsync(&p, 64, static_cast<cudaMemPool_t>(nullptr), stream));
  SHOW(cudaMallocFromPoolAsync(&p, std::size_t(1) << 60, a, stream));
  SHOW(cudaMallocFromPoolAsync(&p, std::size_t(65) << 20, small, stream));
  SHOW(cudaMallocFromPoolAsync(&p, std::size_t(48) << 20, small, stream));
  SHOW(cudaMallocFromPoolAsync(&q, std::size_t(48) << 20, small, stream));
  show_last_error("after refused calls");
  show_while_busy("busy", stream, [&] { return cudaMallocFromPoolAsync(&p, 64, a, stream); });
  show_captured("64 bytes", [&](cudaStream_t s) { return cudaMallocFromPoolAsync(&p, 64, a, s); });
}
