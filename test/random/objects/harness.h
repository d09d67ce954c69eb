// SPDX-License-Identifier: Apache-2.0
// Compares what a kernel stores for each thread with what the host computes for it.
#pragma once
#include <cstdio>
#include <cstdlib>
#include <vector>

template <class Body, class Launch>
bool check(unsigned seed, unsigned blocks, unsigned threads, Body body, Launch launch) {
  const unsigned count = blocks * threads;
  unsigned* out = nullptr;
  cudaMalloc(&out, count * sizeof(unsigned));
  launch(out);
  std::vector<unsigned> found(count);
  const cudaError_t error =
      cudaMemcpy(found.data(), out, count * sizeof(unsigned), cudaMemcpyDeviceToHost);
  cudaFree(out);
  if (error != cudaSuccess) {
    std::printf("seed %u: %s\n", seed, cudaGetErrorString(error));
    std::exit(1);
  }
  for (unsigned t = 0; t < count; ++t) {
    const unsigned right = body(t);
    if (found[t] == right) continue;
    std::printf("seed %u: thread %u has %u, expected %u\n", seed, t, found[t], right);
    return false;
  }
  return true;
}
