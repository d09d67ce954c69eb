// SPDX-License-Identifier: Apache-2.0
// Reductions across a warp in one instruction (compute capability 8.0).
#include "../transcript.h"

__global__ void kernel(unsigned *out) {
  unsigned lane = threadIdx.x % 32, all = 0xffffffffu, *mine = out + 12 * threadIdx.x;
  int s = int(lane * 37 % 32) - 16;
  mine[0] = __reduce_add_sync(all, lane);
  mine[1] = unsigned(__reduce_add_sync(all, s));
  mine[2] = __reduce_min_sync(all, lane + 5);
  mine[3] = unsigned(__reduce_min_sync(all, s));
  mine[4] = __reduce_max_sync(all, unsigned(s));
  mine[5] = unsigned(__reduce_max_sync(all, s));
  mine[6] = __reduce_and_sync(all, lane | 0xf0u);
  mine[7] = __reduce_or_sync(all, lane << 8);
  mine[8] = __reduce_xor_sync(all, lane * lane);
  if (lane % 4 == 1) {
    unsigned mask = 0x22222222u;
    mine[9] = __reduce_add_sync(mask, lane);
    mine[10] = unsigned(__reduce_max_sync(mask, -int(lane)));
    mine[11] = __reduce_or_sync(mask, 1u << lane);
  }
}

int main() {
  DeviceArray<unsigned> out(12 * 64);
  kernel<<<1, 64>>>(out);
  SHOW(cudaDeviceSynchronize());
  auto v = out.read();
  for (int t : {0, 1, 5, 31, 33, 63})
    show_hex_row("thread", std::vector<unsigned>(v.begin() + 12 * t, v.begin() + 12 * t + 12));
}
