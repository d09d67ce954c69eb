// SPDX-License-Identifier: Apache-2.0
// flags: -rdc=true
// More launches than may be pending at once.
#include "../transcript.h"

__device__ int ran, refused, first_refused, code;
__device__ volatile int open_gate;

__global__ void held() {
  while (open_gate == 0) {
  }
}
__global__ void child() { atomicAdd(&ran, 1); }
__global__ void many(int n) {
  held<<<1, 1>>>();
  for (int i = 0; i < n; ++i) {
    child<<<1, 1>>>();
    cudaError_t error = cudaGetLastError();
    if (error != cudaSuccess) {
      if (refused++ == 0) first_refused = i;
      code = error;
    }
  }
  open_gate = 1;
}
__global__ void tails(int n) {
  for (int i = 0; i < n; ++i) {
    child<<<1, 1, 0, cudaStreamTailLaunch>>>();
    cudaError_t error = cudaGetLastError();
    if (error != cudaSuccess) {
      if (refused++ == 0) first_refused = i;
      code = error;
    }
  }
}
// The refused ones are not lost for good: room comes back.
__global__ void again(int n) {
  if (n == 0) return;
  child<<<1, 100>>>();
  again<<<1, 1, 0, cudaStreamTailLaunch>>>(n - 1);
}
void report(const char *what) {
  int r, f, i, c, zero = 0;
  show("end", cudaDeviceSynchronize());
  MUST(cudaMemcpyFromSymbol(&r, ran, sizeof r));
  MUST(cudaMemcpyFromSymbol(&f, refused, sizeof f));
  MUST(cudaMemcpyFromSymbol(&i, first_refused, sizeof i));
  MUST(cudaMemcpyFromSymbol(&c, code, sizeof c));
  std::printf("%s: ran %d, refused %d, first %d, %s\n", what, r, f, i, cudaGetErrorName(cudaError_t(c)));
  MUST(cudaMemcpyToSymbol(ran, &zero, sizeof zero));
  MUST(cudaMemcpyToSymbol(refused, &zero, sizeof zero));
  MUST(cudaMemcpyToSymbol(first_refused, &zero, sizeof zero));
  MUST(cudaMemcpyToSymbol(code, &zero, sizeof zero));
  MUST(cudaMemcpyToSymbol(open_gate, &zero, sizeof zero));
}
int main() {
  many<<<1, 1>>>(100);
  report("100 behind a gate");
  many<<<1, 1>>>(3000);
  report("3000 behind a gate");
  tails<<<1, 1>>>(3000);
  report("3000 tails");
  again<<<1, 1>>>(3000);
  report("3000 one after the other");
  SHOW(cudaDeviceSetLimit(cudaLimitDevRuntimePendingLaunchCount, 20000));
  many<<<1, 1>>>(3000);
  report("3000 behind a gate, limit 20000");
}
