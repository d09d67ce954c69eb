// SPDX-License-Identifier: Apache-2.0
// Cooperative groups: blocks, tiles, coalesced threads.
#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>

#include "../transcript.h"

namespace cg = cooperative_groups;

__global__ void kernel(int *out) {
  auto block = cg::this_thread_block();
  auto tile = cg::tiled_partition<8>(block);
  auto warp = cg::tiled_partition<32>(block);
  int t = block.thread_rank(), *mine = out + 12 * t;
  mine[0] = block.size();
  mine[1] = tile.thread_rank() + 100 * tile.meta_group_rank() + 10000 * tile.meta_group_size();
  mine[2] = tile.shfl(t, 3);
  mine[3] = tile.shfl_down(t, 2);
  mine[4] = int(tile.ballot(t % 2));
  mine[5] = tile.any(t == 5) + 2 * tile.all(t < 40);
  mine[6] = cg::reduce(tile, t, cg::plus<int>());
  mine[7] = cg::reduce(warp, t, cg::greater<int>());
  if (t % 3 == 0) {
    auto active = cg::coalesced_threads();
    mine[8] = active.size() * 100 + active.thread_rank();
    mine[9] = active.shfl(t, 0);
  }
  block.sync();
  mine[10] = block.group_index().x + block.thread_index().x;
  auto small = cg::tiled_partition<4>(tile);
  mine[11] = small.shfl_xor(t, 1);
}

int main() {
  DeviceArray<int> out(12 * 64);
  kernel<<<1, 64>>>(out);
  SHOW(cudaDeviceSynchronize());
  auto v = out.read();
  for (int t = 0; t < 64; ++t) show_row("thread", std::vector<int>(v.begin() + 12 * t, v.begin() + 12 * t + 12));
}
