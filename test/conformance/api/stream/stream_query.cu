// SPDX-License-Identifier: Apache-2.0
// cudaStreamQuery: idle, busy, default streams; NotReady is never the last error.
#include "../../gate.h"

CASES() {
  prepare_gates();
  cudaStream_t blocking, free_stream;
  MUST(cudaStreamCreate(&blocking));
  MUST(cudaStreamCreateWithFlags(&free_stream, cudaStreamNonBlocking));
  for (cudaStream_t s : {blocking, free_stream, cudaStream_t(nullptr), cudaStreamLegacy, cudaStreamPerThread})
    SHOW(cudaStreamQuery(s));
  for (cudaStream_t busy : {blocking, free_stream, cudaStream_t(nullptr), cudaStreamPerThread}) {
    std::printf("one is busy\n");
    Gate gate(busy);
    for (cudaStream_t s : {blocking, free_stream, cudaStream_t(nullptr), cudaStreamPerThread})
      SHOW(cudaStreamQuery(s));
    gate.open();
    MUST(cudaDeviceSynchronize());
  }
  show_last_error("after queries");
}
