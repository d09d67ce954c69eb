// SPDX-License-Identifier: Apache-2.0
// cudaMemPrefetchBatchAsync: ranges to several places, contents, what is refused, captures.
#include "../../capturing.h"

static int last_prefetch(const void *p, std::size_t bytes) {
  int where = 77;
  MUST(cudaMemRangeGetAttribute(&where, 4, cudaMemRangeAttributeLastPrefetchLocation, p, bytes));
  return where;
}

CASES() {
  cudaStream_t stream;
  MUST(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking));
  constexpr std::size_t kBytes = 1 << 20;
  int *p[3];
  std::size_t sizes[3] = {kBytes, kBytes, kBytes};
  for (int i = 0; i < 3; ++i) {
    MUST(cudaMallocManaged(&p[i], kBytes));
    p[i][0] = i + 1;
  }
  cudaMemLocation places[2] = {};
  places[0].type = cudaMemLocationTypeDevice;
  places[1].type = cudaMemLocationTypeHost;
  std::size_t first[2] = {0, 2};
  SHOW(cudaMemPrefetchBatchAsync(p, sizes, 3, places, first, 2, 0, stream));
  SHOW(cudaStreamSynchronize(stream));
  show_row("last prefetches", {last_prefetch(p[0], kBytes), last_prefetch(p[1], kBytes), last_prefetch(p[2], kBytes)});
  show_row("values", {p[0][0], p[1][0], p[2][0]});
  std::printf("one place for all\n");
  SHOW(cudaMemPrefetchBatchAsync(p, sizes, 3, places[1], 0, stream));
  SHOW(cudaStreamSynchronize(stream));
  show_row("last prefetches", {last_prefetch(p[0], kBytes), last_prefetch(p[1], kBytes), last_prefetch(p[2], kBytes)});
  SHOW(cudaMemPrefetchBatchAsync(p, sizes, 3, places, first, 2, 0, cudaStreamPerThread));
  std::printf("refused\n");
  SHOW(cudaMemPrefetchBatchAsync(p, sizes, 3, places, first, 2, 0, nullptr));
  SHOW(cudaMemPrefetchBatchAsync(p, sizes, 3, places, first, 2, 0, cudaStreamLegacy));
  SHOW(cudaMemPrefetchBatchAsync(p, sizes, 3, places, first, 2, 1, stream));
  SHOW(cudaMemPrefetchBatchAsync(p, sizes, 0, places, first, 1, 0, stream));
  SHOW(cudaMemPrefetchBatchAsync(p, sizes, 3, places, first, 0, 0, stream));
  std::size_t late[2] = {1, 2}, falling[2] = {0, 0}, beyond[2] = {0, 3};
  SHOW(cudaMemPrefetchBatchAsync(p, sizes, 3, places, late, 2, 0, stream));
  SHOW(cudaMemPrefetchBatchAsync(p, sizes, 3, places, falling, 2, 0, stream));
  SHOW(cudaMemPrefetchBatchAsync(p, sizes, 3, places, beyond, 2, 0, stream));
  places[1].type = cudaMemLocationTypeDevice;
  places[1].id = 1000;
  SHOW(cudaMemPrefetchBatchAsync(p, sizes, 3, places, first, 2, 0, stream));
  places[1].type = cudaMemLocationTypeInvalid;
  SHOW(cudaMemPrefetchBatchAsync(p, sizes, 3, places, first, 2, 0, stream));
  places[1].type = cudaMemLocationTypeHostNuma;
  SHOW(cudaMemPrefetchBatchAsync(p, sizes, 3, places, first, 2, 0, stream));
  sizes[2] = 0;
  SHOW(cudaMemPrefetchBatchAsync(p, sizes, 3, places, first, 1, 0, stream));
  sizes[2] = kBytes + 1;
  SHOW(cudaMemPrefetchBatchAsync(p, sizes, 3, places, first, 1, 0, stream));
  show_last_error("after refused calls");
  sizes[2] = kBytes;
  show_captured("a batch", [&](cudaStream_t s) {
    return cudaMemPrefetchBatchAsync(p, sizes, 3, places, first, 1, 0, s);
  });
}
