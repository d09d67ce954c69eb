// SPDX-License-Identifier: Apache-2.0
// flags: -rdc=true
// How deep kernels nest.
#include "../transcript.h"

__device__ int deepest, first_error, error_at, tails;

__global__ void down(int depth) {
  atomicMax(&deepest, depth);
  if (depth == 40) return;
  down<<<1, 1>>>(depth + 1);
  cudaError_t error = cudaGetLastError();
  if (error != cudaSuccess) {
    first_error = error;
    error_at = depth;
  }
}
__global__ void down_forget(int depth) {
  atomicMax(&deepest, depth);
  if (depth == 40) return;
  down_forget<<<1, 1, 0, cudaStreamFireAndForget>>>(depth + 1);
  cudaError_t error = cudaGetLastError();
  if (error != cudaSuccess) {
    first_error = error;
    error_at = depth;
  }
}
// A tail launch takes its parent's place.
__global__ void tail(int n) {
  ++tails;
  if (n > 0) tail<<<1, 1, 0, cudaStreamTailLaunch>>>(n - 1);
  cudaError_t error = cudaGetLastError();
  if (error != cudaSuccess) {
    first_error = error;
    error_at = n;
  }
}
void report(const char *what) {
  int d, e, a, zero = 0;
  show("end", cudaDeviceSynchronize());
  MUST(cudaMemcpyFromSymbol(&d, deepest, sizeof d));
  MUST(cudaMemcpyFromSymbol(&e, first_error, sizeof e));
  MUST(cudaMemcpyFromSymbol(&a, error_at, sizeof a));
  std::printf("%s: deepest %d, error %s at %d\n", what, d, cudaGetErrorName(cudaError_t(e)), a);
  MUST(cudaMemcpyToSymbol(deepest, &zero, sizeof zero));
  MUST(cudaMemcpyToSymbol(first_error, &zero, sizeof zero));
  MUST(cudaMemcpyToSymbol(error_at, &zero, sizeof zero));
}
int main() {
  down<<<1, 1>>>(0);
  report("NULL stream");
  down_forget<<<1, 1>>>(0);
  report("fire and forget");
  tail<<<1, 1>>>(1000);
  report("tail");
  int n;
  MUST(cudaMemcpyFromSymbol(&n, tails, sizeof n));
  show_value("tails", n);
}
