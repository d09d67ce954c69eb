// SPDX-License-Identifier: Apache-2.0
// What each group says of itself: kind, sizes, ranks, dimensions, static and dynamic; conversions between groups;
// invoke_one with results.
#include <cooperative_groups.h>

#include <string>

#include "../transcript.h"

namespace cg = cooperative_groups;

__device__ int flat(dim3 d) { return d.x + 100 * d.y + 10000 * d.z; }

template <class Group>
__device__ int twice_sum(const Group &group, int x) {
  return cg::thread_rank(group) * 1000 + cg::group_size(group) + x;
}

__global__ void kernel(int *out) {
  auto grid = cg::this_grid();
  auto block = cg::this_thread_block();
  const int t = grid.thread_rank();
  int *mine = out + 48 * t;
  *mine++ = grid.size(), *mine++ = grid.num_threads(), *mine++ = grid.num_blocks(), *mine++ = grid.block_rank();
  *mine++ = flat(grid.group_dim()), *mine++ = flat(grid.dim_blocks()), *mine++ = flat(grid.block_index());
  *mine++ = flat(grid.dim_threads()), *mine++ = flat(grid.thread_index());
  *mine++ = flat(block.group_index()), *mine++ = flat(block.thread_index()), *mine++ = flat(block.group_dim());
  *mine++ = flat(block.dim_threads()), *mine++ = block.size(), *mine++ = block.get_type(), *mine++ = block.thread_rank();
  auto tile = cg::tiled_partition<8>(block);
  *mine++ = tile.size(), *mine++ = tile.num_threads(), *mine++ = tile.thread_rank();
  *mine++ = tile.meta_group_rank() + 100 * tile.meta_group_size();
  cg::thread_block_tile<8> plain = tile;
  *mine++ = plain.meta_group_rank() + 100 * plain.meta_group_size();
  auto nested = cg::tiled_partition<4>(cg::tiled_partition<16>(block));
  *mine++ = nested.meta_group_rank() + 100 * nested.meta_group_size();
  *mine++ = decltype(tile)::size() + decltype(tile)::thread_rank() * 100;
  *mine++ = decltype(tile)::meta_group_rank() + 100 * decltype(tile)::meta_group_size();
  cg::coalesced_group active = cg::coalesced_threads();
  *mine++ = active.get_type(), *mine++ = active.meta_group_rank() + 100 * active.meta_group_size();
  cg::thread_group any = tile;
  *mine++ = any.size() + 100 * any.thread_rank(), *mine++ = any.get_type();
  cg::thread_group whole = block;
  *mine++ = whole.size() + 100 * whole.thread_rank(), *mine++ = whole.get_type();
  cg::thread_group one = cg::this_thread();
  *mine++ = one.size() + 100 * one.thread_rank();
  *mine++ = twice_sum(tile, 1), *mine++ = twice_sum(block, 2), *mine++ = twice_sum(grid, 3), *mine++ = one.size() + 4;
  *mine++ = cg::invoke_one_broadcast(tile, [&](int x) { return x + 7; }, 35);
  *mine++ = cg::invoke_one_broadcast(active, [] { return 11; });
  __shared__ int count;
  if (block.thread_rank() == 0) count = 0;
  block.sync();
  cg::invoke_one(tile, [] { atomicAdd(&count, 1); });
  cg::invoke_one(block, [](int x) { atomicAdd(&count, x); }, 100);
  cg::sync(block);
  *mine++ = count;
  auto token = block.barrier_arrive();
  block.barrier_wait(static_cast<cg::thread_block::arrival_token &&>(token));
  *mine++ = tile.shfl_xor(t, 3), *mine++ = tile.shfl(make_double2(t, -t), 5).y;
}

int main() {
  DeviceArray<int> out(48 * 128);
  kernel<<<dim3(1, 2), dim3(16, 2, 2)>>>(out);
  SHOW(cudaDeviceSynchronize());
  const auto v = out.read();
  for (int t = 0; t < 128; t += 3)
    show_row(("thread " + std::to_string(t)).c_str(), std::vector<int>(v.begin() + 48 * t, v.begin() + 48 * t + 44));
}
