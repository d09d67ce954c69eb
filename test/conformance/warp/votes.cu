// SPDX-License-Identifier: Apache-2.0
// Votes, ballots, matches, in full warps, partial warps and parts of warps.
#include "../transcript.h"

__global__ void full(unsigned *out) {
  unsigned lane = threadIdx.x % 32, all = 0xffffffffu, *mine = out + 12 * threadIdx.x;
  mine[0] = __ballot_sync(all, lane % 3 == 0);
  mine[1] = __all_sync(all, lane < 32) != 0;
  mine[2] = __all_sync(all, lane < 31) != 0;
  mine[3] = __any_sync(all, lane == 17) != 0;
  mine[4] = __any_sync(all, lane == 40) != 0;
  mine[5] = __match_any_sync(all, lane / 5);
  int pred = -1;
  mine[6] = __match_all_sync(all, 7, &pred);
  mine[7] = pred != 0;
  mine[8] = __match_all_sync(all, lane / 16, &pred);
  mine[9] = pred != 0;
  mine[10] = __match_any_sync(all, double(lane % 4) * 0.5);
  mine[11] = __activemask();
}

__global__ void part(unsigned *out) {
  unsigned lane = threadIdx.x % 32;
  unsigned *mine = out + 4 * threadIdx.x;
  unsigned mask = __ballot_sync(0xffffffffu, lane & 1);
  if (lane & 1) {
    mine[0] = __ballot_sync(mask, lane > 10);
    mine[1] = __all_sync(mask, lane & 1) != 0;
    mine[2] = __shfl_sync(mask, lane, 31);
    mine[3] = __match_any_sync(mask, lane / 8);
  } else {
    mine[0] = __ballot_sync(~mask, lane > 10);
    mine[1] = __any_sync(~mask, lane == 1) != 0;
    mine[2] = __shfl_sync(~mask, lane, 30);
    mine[3] = __match_any_sync(~mask, lane / 16);
  }
}

int main() {
  DeviceArray<unsigned> out(12 * 64);
  full<<<1, 64>>>(out);
  SHOW(cudaDeviceSynchronize());
  auto v = out.read();
  for (int t : {0, 1, 7, 31, 32, 40, 63})
    show_hex_row("full", std::vector<unsigned>(v.begin() + 12 * t, v.begin() + 12 * t + 12));
  part<<<1, 64>>>(out);
  SHOW(cudaDeviceSynchronize());
  v = out.read();
  for (int t = 0; t < 64; ++t) show_hex_row("part", std::vector<unsigned>(v.begin() + 4 * t, v.begin() + 4 * t + 4));
}
