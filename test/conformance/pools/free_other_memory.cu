// SPDX-License-Identifier: Apache-2.0
// cudaFreeAsync of memory that is no device memory.
#include "../transcript.h"

int main() {
  void *pinned, *managed;
  cudaStream_t s;
  MUST(cudaStreamCreate(&s));
  MUST(cudaMallocHost(&pinned, 64));
  MUST(cudaMallocManaged(&managed, 64));
  SHOW(cudaFreeAsync(pinned, s));
  SHOW(cudaStreamSynchronize(s));
  SHOW(cudaFreeAsync(managed, s));
  SHOW(cudaStreamSynchronize(s));
}
