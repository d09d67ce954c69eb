// SPDX-License-Identifier: Apache-2.0
// Groups of threads, their members and their partitions.
#include "../cases.h"

#include <cooperative_groups.h>
#include <string>
#include <cooperative_groups/reduce.h>
#include <cooperative_groups/memcpy_async.h>

namespace cg = cooperative_groups;

__device__ int flat(dim3 d) { return d.x + 100 * d.y + 10000 * d.z; }

template <class Group>
__device__ int twice_sum(const Group &group, int x) {
  return cg::thread_rank(group) * 1000 + cg::group_size(group) + x;
}

__global__ void kinds(int *out) {
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

// What each group says of itself: kind, sizes, ranks, dimensions, static and dynamic; conversions between groups;
// invoke_one with results.
CASE(kinds) {
  DeviceArray<int> out(48 * 128);
  kinds<<<dim3(1, 2), dim3(16, 2, 2)>>>(out);
  SHOW(cudaDeviceSynchronize());
  const auto v = out.read();
  for (int t = 0; t < 128; t += 3)
    show_row(("thread " + std::to_string(t)).c_str(), std::vector<int>(v.begin() + 48 * t, v.begin() + 48 * t + 44));
}

__global__ void tiles(int *out) {
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

// Cooperative groups: blocks, tiles, coalesced threads.
CASE(tiles) {
  DeviceArray<int> out(12 * 64);
  tiles<<<1, 64>>>(out);
  SHOW(cudaDeviceSynchronize());
  auto v = out.read();
  for (int t = 0; t < 64; ++t) show_row("thread", std::vector<int>(v.begin() + 12 * t, v.begin() + 12 * t + 12));
}

__global__ void block_tiles(int *out) {
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

// Tiles of several warps.
CASE(block_tiles) {
  DeviceArray<int> out(8 * 256);
  block_tiles<<<1, 256>>>(out);
  SHOW(cudaDeviceSynchronize());
  auto v = out.read();
  for (int t = 0; t < 256; t += 5)
    show_row(("thread " + std::to_string(t)).c_str(), std::vector<int>(v.begin() + 8 * t, v.begin() + 8 * t + 8));
}

__device__ int sum_by_shuffles(cg::thread_group group, int value, int *room) {
  int rank = group.thread_rank();
  for (int i = group.size() / 2; i > 0; i /= 2) {
    room[rank] = value;
    group.sync();
    if (rank < i) value += room[rank + i];
    group.sync();
  }
  return value;
}

__global__ void partitions(int *out, const int *in) {
  __shared__ int room[96];
  auto block = cg::this_thread_block();
  int t = block.thread_rank(), *mine = out + 32 * t;
  mine[0] = cg::thread_rank(block) + 1000 * cg::group_size(block);
  mine[1] = block.dim_threads().x * 100 + block.num_threads();
  cg::thread_group dynamic = cg::tiled_partition(block, 16);
  mine[2] = sum_by_shuffles(dynamic, t, room + t / 16 * 16);
  mine[3] = dynamic.size() * 100 + dynamic.thread_rank();
  cg::thread_group halves = cg::tiled_partition(dynamic, 4);
  mine[4] = halves.size() * 100 + halves.thread_rank();
  auto warp = cg::tiled_partition<32>(block);
  cg::coalesced_group odd = cg::binary_partition(warp, t % 3 == 1);
  mine[5] = odd.size() * 100 + odd.thread_rank();
  mine[6] = odd.meta_group_rank() * 100 + odd.meta_group_size();
  auto label = cg::labeled_partition(warp, t * t % 7);
  mine[7] = label.size() * 100 + label.thread_rank();
  mine[8] = label.meta_group_rank() * 100 + label.meta_group_size();
  mine[9] = label.shfl(t, label.size() - 1);
  mine[10] = label.shfl_down(t, 1);
  mine[11] = label.shfl_up(t, 2);
  mine[12] = int(label.ballot(t % 2));
  mine[13] = int(label.match_any(t / 8));
  int agree = 7;
  mine[14] = int(label.match_all(t / 64, agree)) * 10 + agree;
  if (t % 4 != 2) {
    cg::coalesced_group active = cg::coalesced_threads();
    cg::coalesced_group parts = cg::tiled_partition(active, 4);
    mine[15] = parts.size() * 100 + parts.thread_rank();
    mine[16] = parts.meta_group_rank() * 100 + parts.meta_group_size();
    mine[17] = active.any(t == 5) * 2 + active.all(t != 6);
    auto two = cg::binary_partition(active, t < 9);
    mine[18] = two.size() * 100 + two.thread_rank();
    mine[19] = two.meta_group_rank() * 100 + two.meta_group_size();
  }
  auto small = cg::tiled_partition<4>(warp);
  mine[20] = small.meta_group_rank() * 100 + small.meta_group_size();
  cg::thread_block_tile<4> any_parent = small;
  mine[21] = any_parent.size() * 100 + any_parent.thread_rank();
  struct Large {
    double a;
    int b, c;
  };
  Large large{t * 0.5, t, -t};
  Large other = small.shfl(large, 2);
  mine[22] = int(other.a * 2) + other.b * 1000 + other.c * 100000;
  mine[23] = small.shfl_xor(t, 3) * 100 + small.shfl_up(t, 1);
  int counted = 0;
  cg::invoke_one(block, [&] { atomicAdd(&out[32 * 96], 1); });
  counted = cg::invoke_one_broadcast(small, [](int x) { return x * 2; }, t - t % 4);
  mine[24] = counted;
  mine[25] = cg::this_thread().size() * 10 + int(cg::this_thread().thread_rank());
  auto token = block.barrier_arrive();
  block.barrier_wait(std::move(token));
  cg::memcpy_async(block, room, in, sizeof(int) * 96);
  cg::wait(block);
  mine[26] = room[95 - t];
  cg::wait(block);
  block.sync();
  cg::memcpy_async(warp, room + t / 32 * 32, 30, in + t / 32 * 32 + 1, 31);
  cg::wait_prior<0>(warp);
  mine[27] = room[t];
  mine[28] = warp.any(t == 40) + 2 * warp.all(t < 64) + 4 * int(warp.ballot(t % 16 == 0) % 1000003);
  mine[29] = small.num_threads() * 100 + small.thread_rank();
}

// Ranks, sizes and members of every kind of partition; collectives of partial groups; invoke_one.
CASE(partitions) {
  std::vector<int> in(97);
  for (int i = 0; i < 97; ++i) in[i] = i * i;
  DeviceArray<int> out(32 * 96 + 1), from(in);
  MUST(cudaMemset(out, 0, (32 * 96 + 1) * 4));
  partitions<<<1, dim3(12, 8)>>>(out, from);
  SHOW(cudaDeviceSynchronize());
  auto v = out.read();
  for (int t = 0; t < 96; ++t)
    show_row(("thread " + std::to_string(t)).c_str(), std::vector<int>(v.begin() + 32 * t, v.begin() + 32 * t + 30));
  show_row("invoked", {v[32 * 96]});
}
