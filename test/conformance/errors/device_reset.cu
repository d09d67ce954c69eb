// SPDX-License-Identifier: Apache-2.0
// cudaDeviceReset destroys everything of the device; the program goes on with a new context.
#include "../transcript.h"

__device__ int variable = 5;
__global__ void read(int *out) { *out = variable; }
__global__ void write(int v) { variable = v; }

int main() {
  int *p, *q;
  cudaStream_t stream;
  MUST(cudaMalloc(&p, 64));
  MUST(cudaStreamCreate(&stream));
  write<<<1, 1>>>(9);
  MUST(cudaDeviceSynchronize());
  SHOW(cudaMemset(nullptr, 0, 1));
  SHOW(cudaDeviceReset());
  show_last_error("across a reset");
  SHOW(cudaFree(p));
  SHOW(cudaMalloc(&q, 64));
  read<<<1, 1>>>(q);
  show_last_error("after a launch");
  int value = -1;
  SHOW(cudaMemcpy(&value, q, 4, cudaMemcpyDeviceToHost));
  show_value("variable is initialised again", value);
  SHOW(cudaDeviceReset());
  SHOW(cudaDeviceReset());
  SHOW(cudaDeviceSynchronize());
}
