// SPDX-License-Identifier: Apache-2.0
// What lanes print after a warp operation comes in their order, in blocks of whole warps and in others.
#include "../transcript.h"

__global__ void in_turn(int round) {
  const int lane = static_cast<int>(threadIdx.x);
  const unsigned all = __activemask();
  const int next = __shfl_xor_sync(all, lane, 1);
  std::printf("%d: %d hears %d\n", round, lane, next);
  __syncwarp(all);
  if (lane % 3 == 0) std::printf("%d: %d is a third\n", round, lane);
}

int main() {
  in_turn<<<1, 20>>>(1);
  SHOW(cudaDeviceSynchronize());
  in_turn<<<1, 32>>>(2);
  SHOW(cudaDeviceSynchronize());
}
