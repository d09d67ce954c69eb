// SPDX-License-Identifier: Apache-2.0
// Tiles of several warps.
#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>

#include <string>

#include "../transcript.h"

namespace cg = cooperative_groups;

__global__ void kernel(int *out) {
  __shared__ cg::block_tile_memory<256> memory;
  auto block = cg::this_thread_block(memory);
  auto tile = cg::tiled_partition<64>(block);
  int t = block.thread_rank(), *mine = out + 8 * t;
  mine[0] = tile.size() * 1000 + tile.thread_rank();
  mine[1] = tile.meta_group_rank() * 100 + tile.meta_group_size();
  mine[2] = tile.shfl(t, 35);
  mine[3] = tile.any(t == 100) + 2 * tile.all(t < 128);
  mine[4] = cg::reduce(tile, t, cg::plus<int>());
  mine[5] = cg::reduce(tile, t * 7 % 65, cg::less<int>());
  auto warp = cg::tiled_partition<32>(tile);
  mine[6] = warp.meta_group_rank() * 100 + warp.meta_group_size();
  tile.sync();
  auto half = cg::tiled_partition<128>(block);
  mine[7] = cg::reduce(half, 1 << (t % 31), cg::bit_or<int>());
}

int main() {
  DeviceArray<int> out(8 * 256);
  kernel<<<1, 256>>>(out);
  SHOW(cudaDeviceSynchronize());
  auto v = out.read();
  for (int t = 0; t < 256; t += 5)
    show_row(("thread " + std::to_string(t)).c_str(), std::vector<int>(v.begin() + 8 * t, v.begin() + 8 * t + 8));
}
