// SPDX-License-Identifier: Apache-2.0
// The same warp operation on both sides of a branch: which lanes meet there is the result.
#include "../transcript.h"

__global__ void sides(unsigned *out) {
  unsigned lane = threadIdx.x % 32;
  unsigned met;
  if (lane & 1) {
    met = __activemask();
  } else {
    met = __activemask();
  }
  out[threadIdx.x] = met;
}

int main() {
  DeviceArray<unsigned> out(32);
  sides<<<1, 32>>>(out);
  SHOW(cudaDeviceSynchronize());
  show_hex_row("met", out.read());
}
