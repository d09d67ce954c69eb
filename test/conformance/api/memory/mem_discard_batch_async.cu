// SPDX-License-Identifier: Apache-2.0
// cudaMemDiscardBatchAsync: memory that can be written again afterwards, neighbours are left alone, what is refused.
#include "../../capturing.h"

static __global__ void put(int *p, int v) { *p = v; }

CASES() {
  cudaStream_t stream;
  MUST(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking));
  constexpr std::size_t kBytes = std::size_t(4) << 20;
  int *p[3];
  for (int i = 0; i < 3; ++i) {
    MUST(cudaMallocManaged(&p[i], kBytes));
    p[i][0] = i + 1;
  }
  void *ranges[2] = {p[0], p[1]};
  std::size_t sizes[2] = {kBytes, kBytes};
  SHOW(cudaMemDiscardBatchAsync(ranges, sizes, 2, 0, stream));
  SHOW(cudaStreamSynchronize(stream));
  show_value("what was not discarded", p[2][0]);
  put<<<1, 1, 0, stream>>>(p[0], 10);
  SHOW(cudaStreamSynchronize(stream));
  p[1][0] = 20;
  show_row("written again", {p[0][0], p[1][0]});
  SHOW(cudaMemDiscardBatchAsync(ranges, sizes, 1, 0, stream));
  SHOW(cudaStreamSynchronize(stream));
  show_value("the other range", p[1][0]);
  SHOW(cudaMemDiscardBatchAsync(ranges, sizes, 2, 0, cudaStreamPerThread));
  std::printf("refused\n");
  SHOW(cudaMemDiscardBatchAsync(ranges, sizes, 2, 0, nullptr));
  SHOW(cudaMemDiscardBatchAsync(ranges, sizes, 2, 0, cudaStreamLegacy));
  SHOW(cudaMemDiscardBatchAsync(ranges, sizes, 2, 1, stream));
  SHOW(cudaMemDiscardBatchAsync(ranges, sizes, 0, 0, stream));
  SHOW(cudaMemDiscardBatchAsync(nullptr, sizes, 2, 0, stream));
  SHOW(cudaMemDiscardBatchAsync(ranges, nullptr, 2, 0, stream));
  void *plain;
  MUST(cudaMalloc(&plain, kBytes));
  ranges[1] = plain;
  SHOW(cudaMemDiscardBatchAsync(ranges, sizes, 2, 0, stream));
  ranges[1] = nullptr;
  SHOW(cudaMemDiscardBatchAsync(ranges, sizes, 2, 0, stream));
  ranges[1] = p[1];
  sizes[1] = 0;
  SHOW(cudaMemDiscardBatchAsync(ranges, sizes, 2, 0, stream));
  sizes[1] = kBytes + 1;
  SHOW(cudaMemDiscardBatchAsync(ranges, sizes, 2, 0, stream));
  show_last_error("after refused calls");
  sizes[1] = kBytes;
  show_captured("a batch", [&](cudaStream_t s) { return cudaMemDiscardBatchAsync(ranges, sizes, 2, 0, s); });
}
