// SPDX-License-Identifier: Apache-2.0
// Ranks, sizes and members of every kind of partition; collectives of partial groups; invoke_one.
#include <cooperative_groups.h>
#include <cooperative_groups/memcpy_async.h>

#include <string>

#include "../transcript.h"

namespace cg = cooperative_groups;

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

__global__ void kernel(int *out, const int *in) {
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

int main() {
  std::vector<int> in(97);
  for (int i = 0; i < 97; ++i) in[i] = i * i;
  DeviceArray<int> out(32 * 96 + 1), from(in);
  MUST(cudaMemset(out, 0, (32 * 96 + 1) * 4));
  kernel<<<1, dim3(12, 8)>>>(out, from);
  SHOW(cudaDeviceSynchronize());
  auto v = out.read();
  for (int t = 0; t < 96; ++t)
    show_row(("thread " + std::to_string(t)).c_str(), std::vector<int>(v.begin() + 32 * t, v.begin() + 32 * t + 30));
  show_row("invoked", {v[32 * 96]});
}
