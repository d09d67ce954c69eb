// SPDX-License-Identifier: Apache-2.0
// flags: -rdc=true
// A fault of a child ends the context as one of its parent does; what waits behind it does not run.
#include "../transcript.h"

__global__ void bad(int *p) { *p = 1; }
__global__ void good(int *p) { *p = 2; }
__global__ void parent(int *out) {
  bad<<<1, 1>>>((int *)16);
  good<<<1, 1>>>(out);
  good<<<1, 1, 0, cudaStreamTailLaunch>>>(out);
}

int main() {
  int *pinned;
  MUST(cudaMallocHost(&pinned, 4));
  *pinned = 0;
  parent<<<1, 1>>>(pinned);
  show_last_error("launch");
  good<<<1, 1>>>(pinned);
  SHOW(cudaDeviceSynchronize());
  show_value("after", *pinned);
  SHOW(cudaDeviceSynchronize());
  parent<<<1, 1>>>(pinned);
  show_last_error("launch");
}
