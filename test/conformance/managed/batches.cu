// SPDX-License-Identifier: Apache-2.0
// Prefetching and discarding ranges of managed memory in batches.
#include "../transcript.h"

namespace {

void where(const char *what, const int *p, std::size_t bytes) {
  int value = 77, type = 77;
  MUST(cudaMemRangeGetAttribute(&value, sizeof value, cudaMemRangeAttributeLastPrefetchLocation, p, bytes));
  MUST(cudaMemRangeGetAttribute(&type, sizeof type, cudaMemRangeAttributeLastPrefetchLocationType, p, bytes));
  std::printf("%s: last prefetch to %d, type %d\n", what, value, type);
}

}  // namespace

int main() {
  constexpr std::size_t kBytes = std::size_t(4) << 20;
  int *a, *b, *plain;
  MUST(cudaMallocManaged(&a, kBytes));
  MUST(cudaMallocManaged(&b, kBytes));
  MUST(cudaMalloc(&plain, kBytes));
  std::memset(a, 1, kBytes);
  std::memset(b, 2, kBytes);
  cudaStream_t s;
  MUST(cudaStreamCreate(&s));
  cudaMemLocation device = {}, host = {}, bad = {};
  device.type = cudaMemLocationTypeDevice;
  host.type = cudaMemLocationTypeHost;
  bad.type = cudaMemLocationTypeDevice;
  bad.id = 1000;
  int *ptrs[2] = {a, b};
  std::size_t sizes[2] = {kBytes, kBytes}, indices[2] = {0, 1};
  cudaMemLocation locations[2] = {device, host};
  where("before", a, kBytes);
  SHOW(cudaMemPrefetchBatchAsync(ptrs, sizes, 2, locations, indices, 2, 0, s));
  MUST(cudaStreamSynchronize(s));
  where("a", a, kBytes);
  where("b", b, kBytes);
  show_value("a[5]", a[5]);
  show_value("b[5]", b[5]);
  std::size_t zero = 0;
  SHOW(cudaMemPrefetchBatchAsync(ptrs, sizes, 2, &device, &zero, 1, 0, s));
  SHOW(cudaMemPrefetchBatchAsync(ptrs, sizes, 2, &device, &zero, 1, 1, s));
  SHOW(cudaMemPrefetchBatchAsync(ptrs, sizes, 0, &device, &zero, 1, 0, s));
  SHOW(cudaMemPrefetchBatchAsync(ptrs, sizes, 2, &device, &zero, 0, 0, s));
  SHOW(cudaMemPrefetchBatchAsync(ptrs, sizes, 1, locations, indices, 2, 0, s));
  SHOW(cudaMemPrefetchBatchAsync(static_cast<int **>(nullptr), sizes, 2, &device, &zero, 1, 0, s));
  SHOW(cudaMemPrefetchBatchAsync(ptrs, nullptr, 2, &device, &zero, 1, 0, s));
  SHOW(cudaMemPrefetchBatchAsync(ptrs, sizes, 2, nullptr, &zero, 1, 0, s));
  SHOW(cudaMemPrefetchBatchAsync(ptrs, sizes, 2, &device, nullptr, 1, 0, s));
  SHOW(cudaMemPrefetchBatchAsync(ptrs, sizes, 2, &bad, &zero, 1, 0, s));
  std::size_t one = 1;
  SHOW(cudaMemPrefetchBatchAsync(ptrs, sizes, 2, &device, &one, 1, 0, s));
  indices[1] = 0;
  SHOW(cudaMemPrefetchBatchAsync(ptrs, sizes, 2, locations, indices, 2, 0, s));
  indices[1] = 2;
  SHOW(cudaMemPrefetchBatchAsync(ptrs, sizes, 2, locations, indices, 2, 0, s));
  SHOW(cudaMemPrefetchBatchAsync(ptrs, sizes, 2, &device, &zero, 1, 0, nullptr));
  ptrs[1] = plain;
  SHOW(cudaMemPrefetchBatchAsync(ptrs, sizes, 2, &device, &zero, 1, 0, s));
  SHOW(cudaMemDiscardBatchAsync(reinterpret_cast<void **>(ptrs), sizes, 2, 0, s));
  ptrs[1] = nullptr;
  SHOW(cudaMemPrefetchBatchAsync(ptrs, sizes, 2, &device, &zero, 1, 0, s));
  ptrs[1] = b;
  sizes[1] = 0;
  SHOW(cudaMemPrefetchBatchAsync(ptrs, sizes, 2, &device, &zero, 1, 0, s));
  SHOW(cudaMemDiscardBatchAsync(reinterpret_cast<void **>(ptrs), sizes, 2, 0, s));
  sizes[1] = kBytes;
  void **untyped = reinterpret_cast<void **>(ptrs);
  SHOW(cudaMemDiscardBatchAsync(untyped, sizes, 2, 0, s));
  SHOW(cudaMemDiscardBatchAsync(untyped, sizes, 2, 1, s));
  SHOW(cudaMemDiscardBatchAsync(untyped, sizes, 0, 0, s));
  SHOW(cudaMemDiscardBatchAsync(nullptr, sizes, 2, 0, s));
  SHOW(cudaMemDiscardBatchAsync(untyped, nullptr, 2, 0, s));
  SHOW(cudaMemDiscardBatchAsync(untyped, sizes, 2, 0, nullptr));
  SHOW(cudaMemDiscardAndPrefetchBatchAsync(ptrs, sizes, 2, &host, &zero, 1, 0, s));
  where("discarded to the host", a, kBytes);
  SHOW(cudaMemDiscardAndPrefetchBatchAsync(ptrs, sizes, 2, &bad, &zero, 1, 0, s));
  SHOW(cudaMemDiscardAndPrefetchBatchAsync(ptrs, sizes, 2, &device, &zero, 1, 1, s));
  SHOW(cudaDeviceSynchronize());
  a[5] = 9;
  show_value("a[5]", a[5]);
}
