// SPDX-License-Identifier: Apache-2.0
// flags: -rdc=true
// A trap in a child's child.
#include "../transcript.h"

__global__ void trap() { __trap(); }
__global__ void middle() { trap<<<1, 1, 0, cudaStreamTailLaunch>>>(); }
__global__ void parent() { middle<<<1, 1, 0, cudaStreamFireAndForget>>>(); }

int main() {
  parent<<<1, 1>>>();
  SHOW(cudaDeviceSynchronize());
  SHOW(cudaGetLastError());
}
