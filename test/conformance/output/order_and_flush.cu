// SPDX-License-Identifier: Apache-2.0
// When printed text appears: with each synchronisation; what one thread prints stays in order.
#include "../transcript.h"

__global__ void say(int what) { printf("kernel says %d\n", what); }
__global__ void lines(int n) {
  for (int i = 0; i < n; ++i) printf("thread %d line %d\n", int(threadIdx.x), i);
}

int main() {
  cudaStream_t s;
  MUST(cudaStreamCreate(&s));
  say<<<1, 1, 0, s>>>(1);
  MUST(cudaStreamSynchronize(s));
  std::printf("host after stream synchronisation\n");
  std::fflush(stdout);
  say<<<1, 1, 0, s>>>(2);
  MUST(cudaDeviceSynchronize());
  std::printf("host after device synchronisation\n");
  std::fflush(stdout);
  say<<<1, 1>>>(3);
  say<<<1, 1>>>(4);
  cudaEvent_t event;
  MUST(cudaEventCreate(&event));
  MUST(cudaEventRecord(event));
  MUST(cudaEventSynchronize(event));
  MUST(cudaDeviceSynchronize());
  lines<<<1, 1>>>(5);
  MUST(cudaDeviceSynchronize());
  say<<<1, 1>>>(5);
  MUST(cudaDeviceReset());
  std::printf("host after reset\n");
}
