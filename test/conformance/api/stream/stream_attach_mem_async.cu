// SPDX-License-Identifier: Apache-2.0
// cudaStreamAttachMemAsync: which memory, lengths, flags and streams are refused.
#include "../../transcript.h"

CASES() {
  cudaStream_t stream;
  MUST(cudaStreamCreate(&stream));
  char *managed, *device, *pinned;
  MUST(cudaMallocManaged(&managed, 8192));
  MUST(cudaMalloc(&device, 8192));
  MUST(cudaMallocHost(&pinned, 8192));
  for (unsigned flags : {cudaMemAttachGlobal, cudaMemAttachHost, cudaMemAttachSingle}) {
    std::printf("flags %u\n", flags);
    SHOW(cudaStreamAttachMemAsync(stream, managed, 0, flags));
    SHOW(cudaStreamAttachMemAsync(stream, managed, 8192, flags));
    SHOW(cudaStreamAttachMemAsync(nullptr, managed, 0, flags));
    SHOW(cudaStreamAttachMemAsync(cudaStreamLegacy, managed, 0, flags));
    SHOW(cudaStreamAttachMemAsync(cudaStreamPerThread, managed, 0, flags));
    SHOW(cudaStreamAttachMemAsync(stream, managed, 4096, flags));
    SHOW(cudaStreamAttachMemAsync(stream, managed, 8193, flags));
    SHOW(cudaStreamAttachMemAsync(stream, managed + 16, 0, flags));
    SHOW(cudaStreamAttachMemAsync(stream, device, 0, flags));
    SHOW(cudaStreamAttachMemAsync(stream, pinned, 0, flags));
    SHOW(cudaStreamAttachMemAsync(stream, nullptr, 0, flags));
  }
  SHOW(cudaStreamAttachMemAsync(stream, managed, 0, cudaMemAttachGlobal | cudaMemAttachHost));
  SHOW(cudaStreamAttachMemAsync(stream, managed, 0, 8));
  SHOW(cudaStreamAttachMemAsync(stream, managed));
  SHOW(cudaStreamSynchronize(stream));
  managed[0] = 1;
  SHOW(cudaStreamAttachMemAsync(stream, managed, 0, cudaMemAttachGlobal));
  SHOW(cudaStreamDestroy(stream));
  SHOW(cudaDeviceSynchronize());
}
