// SPDX-License-Identifier: Apache-2.0
// cudaMemDiscardAndPrefetchBatchAsync: where the memory is said to be afterwards, use of it, what is refused, captures.
#include "../../capturing.h"

static __global__ void put(int *p, int v) { *p = v; }
static int last_prefetch(const void *p, std::size_t bytes) {
  int where = 77;
  MUST(cudaMemRangeGetAttribute(&where, 4, cudaMemRangeAttributeLastPrefetchLocation, p, bytes));
  return where;
}

CASES() {
  cudaStream_t stream;
  MUST(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking));
  constexpr std::size_t kBytes = std::size_t(4) << 20;
  int *p[3];
  std::size_t sizes[3] = {kBytes, kBytes, kBytes};
  for (int i = 0; i < 3; ++i) {
    MUST(cudaMallocManaged(&p[i], kBytes));
    p[i][0] = i + 1;
  }
  cudaMemLocation places[2] = {};
  places[0].type = cudaMemLocationTypeDevice;
  places[1].type = cudaMemLocationTypeHost;
  std::size_t first[2] = {0, 1};
  SHOW(cudaMemDiscardAndPrefetchBatchAsync(p, sizes, 2, places, first, 2, 0, stream));
  put<<<1, 1, 0, stream>>>(p[0], 10);
  SHOW(cudaStreamSynchronize(stream));
  p[1][0] = 20;
  show_row("values", {p[0][0], p[1][0], p[2][0]});
  show_row("last prefetches", {last_prefetch(p[0], kBytes), last_prefetch(p[1], kBytes), last_prefetch(p[2], kBytes)});
  SHOW(cudaMemDiscardAndPrefetchBatchAsync(p, sizes, 2, places[1], 0, stream));
  SHOW(cudaMemDiscardAndPrefetchBatchAsync(p, sizes, 2, places, first, 2, 0, cudaStreamPerThread));
  std::printf("refused\n");
  SHOW(cudaMemDiscardAndPrefetchBatchAsync(p, sizes, 2, places, first, 2, 0, nullptr));
  SHOW(cudaMemDiscardAndPrefetchBatchAsync(p, sizes, 2, places, first, 2, 1, stream));
  SHOW(cudaMemDiscardAndPrefetchBatchAsync(p, sizes, 0, places, first, 1, 0, stream));
  SHOW(cudaMemDiscardAndPrefetchBatchAsync(p, sizes, 2, places, first, 0, 0, stream));
  std::size_t late[2] = {1, 2}, falling[2] = {0, 0}, beyond[2] = {0, 3};
  SHOW(cudaMemDiscardAndPrefetchBatchAsync(p, sizes, 3, places, late, 2, 0, stream));
  SHOW(cudaMemDiscardAndPrefetchBatchAsync(p, sizes, 3, places, falling, 2, 0, stream));
  SHOW(cudaMemDiscardAndPrefetchBatchAsync(p, sizes, 3, places, beyond, 2, 0, stream));
  places[1].type = cudaMemLocationTypeDevice;
  places[1].id = 1000;
  SHOW(cudaMemDiscardAndPrefetchBatchAsync(p, sizes, 2, places, first, 2, 0, stream));
  sizes[1] = 0;
  SHOW(cudaMemDiscardAndPrefetchBatchAsync(p, sizes, 2, places, first, 1, 0, stream));
  show_last_error("after refused calls");
  sizes[1] = kBytes;
  show_captured("a batch", [&](cudaStream_t s) {
    return cudaMemDiscardAndPrefetchBatchAsync(p, sizes, 2, places, first, 1, 0, s);
  });
}
