// SPDX-License-Identifier: Apache-2.0
// What a block keeps across barriers of the grid: shared memory, registers, local arrays; and in what it may stand.
#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>

#include "../transcript.h"

namespace cg = cooperative_groups;

__global__ void keeps(int *data, int *out, int rounds) {
  __shared__ int shared[64];
  extern __shared__ int dynamic[];
  auto grid = cg::this_grid();
  int mine = grid.thread_rank(), local[4] = {1, 2, 3, 4};
  shared[threadIdx.x] = mine;
  dynamic[threadIdx.x] = 2 * mine;
  for (int r = 0; r < rounds; ++r) {
    data[mine] = mine + r;
    grid.sync();
    local[r & 3] += data[(mine + 64) % grid.size()];
    shared[threadIdx.x] += local[r & 3];
    grid.sync();
  }
  __syncthreads();
  int sum = shared[63 - threadIdx.x] + dynamic[threadIdx.x];
  for (int v : local) sum += v;
  out[mine] = sum;
}
// In a condition that is the same for the grid; and a block barrier between.
__global__ void conditional(int *data, int *out, int *steps) {
  auto grid = cg::this_grid();
  auto block = cg::this_thread_block();
  int n = 0;
  while (*(volatile int *)steps > 0) {
    grid.sync();
    if (block.thread_rank() % 2 == 0) atomicAdd(data + n, 1);
    block.sync();
    if (grid.thread_rank() == 0) --*steps;
    if (++n % 2 == 0) grid.sync();
    grid.sync();
  }
  out[grid.thread_rank()] = n;
}
__global__ void sum_of(const int *in, int n, int *partial, int *out) {
  auto grid = cg::this_grid();
  auto block = cg::this_thread_block();
  auto warp = cg::tiled_partition<32>(block);
  __shared__ int warps[8];
  int sum = 0;
  for (int i = grid.thread_rank(); i < n; i += grid.size()) sum += in[i];
  sum = cg::reduce(warp, sum, cg::plus<int>());
  if (warp.thread_rank() == 0) warps[warp.meta_group_rank()] = sum;
  block.sync();
  if (block.thread_rank() == 0) {
    int all = 0;
    for (int w = 0; w < int(warp.meta_group_size()); ++w) all += warps[w];
    partial[blockIdx.x] = all;
  }
  cg::sync(grid);
  if (grid.thread_rank() == 0) {
    int all = 0;
    for (unsigned b = 0; b < gridDim.x; ++b) all += partial[b];
    *out = all;
  }
}
__global__ void halves(int *data, int *out) {
  auto grid = cg::this_grid();
  int mine = grid.thread_rank();
  data[mine] = mine * 3;
  auto token = grid.barrier_arrive();
  int private_work = mine * mine % 7;
  grid.barrier_wait(std::move(token));
  out[mine] = data[grid.size() - 1 - mine] + private_work;
}
__device__ __noinline__ void meet(int depth, int *count) {
  if (depth == 0) return;
  cg::this_grid().sync();
  if (cg::this_grid().thread_rank() == 0) ++*count;
  meet(depth - 1, count);
}
__global__ void in_functions(int *count, int *out) {
  meet(5, count);
  cg::this_grid().sync();
  out[cg::this_grid().thread_rank()] = *count;
}
__global__ void extents(int *out) {
  auto grid = cg::this_grid();
  atomicAdd(out, 1);
  grid.sync();
  if (grid.thread_rank() == 0) {
    out[1] = *(volatile int *)out;
    out[2] = grid.group_dim().x * 100 + grid.group_dim().y * 10 + grid.group_dim().z;
    out[3] = grid.num_threads();
  }
  grid.sync();
  if (grid.block_rank() == grid.num_blocks() - 1 && threadIdx.x + threadIdx.y == 0) out[4] = out[1] + grid.block_index().y;
}

int checksum(const std::vector<int> &values) {
  unsigned sum = 0;
  for (int v : values) sum = sum * 31 + v;
  return int(sum & 0x7fffffff);
}

int main() {
  DeviceArray<int> data(1024), out(1024), small(8);
  int *d = data, *o = out, *s = small, rounds = 10, n = 512;
  {
    void *args[] = {&d, &o, &rounds};
    SHOW(cudaLaunchCooperativeKernel((void *)keeps, 12, 64, args, 64 * sizeof(int), 0));
    SHOW(cudaDeviceSynchronize());
    show_value("keeps", checksum(out.read()));
  }
  {
    int steps = 7;
    MUST(cudaMemcpy(s, &steps, 4, cudaMemcpyHostToDevice));
    MUST(cudaMemset(d, 0, 4096));
    void *args[] = {&d, &o, &s};
    SHOW(cudaLaunchCooperativeKernel((void *)conditional, 8, 32, args, 0, 0));
    SHOW(cudaDeviceSynchronize());
    auto v = data.read();
    show_row("conditional", std::vector<int>(v.begin(), v.begin() + 8));
    show_value("steps", out.read()[255]);
  }
  {
    std::vector<int> in(1024);
    for (int i = 0; i < 1024; ++i) in[i] = i % 10;
    MUST(cudaMemcpy(d, in.data(), 4096, cudaMemcpyHostToDevice));
    n = 1000;
    void *args[] = {&d, &n, &o, &s};
    SHOW(cudaLaunchCooperativeKernel((void *)sum_of, 4, 128, args, 0, 0));
    SHOW(cudaDeviceSynchronize());
    show_value("sum", small.read()[0]);
  }
  {
    void *args[] = {&d, &o};
    SHOW(cudaLaunchCooperativeKernel((void *)halves, 8, 64, args, 0, 0));
    SHOW(cudaDeviceSynchronize());
    auto v = out.read();
    v.resize(512);
    show_value("halves", checksum(v));
  }
  {
    MUST(cudaMemset(s, 0, 32));
    void *args[] = {&s, &o};
    SHOW(cudaLaunchCooperativeKernel((void *)in_functions, 6, 33, args, 0, 0));
    SHOW(cudaDeviceSynchronize());
    show_row("in functions", {out.read()[0], out.read()[197]});
  }
  {
    MUST(cudaMemset(s, 0, 32));
    void *args[] = {&s};
    SHOW(cudaLaunchCooperativeKernel((void *)extents, dim3(3, 2, 2), dim3(5, 3), args, 0, 0));
    SHOW(cudaDeviceSynchronize());
    show_row("extents", small.read());
  }
}
