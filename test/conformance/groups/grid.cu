// SPDX-License-Identifier: Apache-2.0
// Groups of all threads of a grid.
#include "../cases.h"

#include <cooperative_groups.h>

namespace cg = cooperative_groups;

__global__ void kernel(int *data, int *out, int rounds) {
  auto grid = cg::this_grid();
  int i = grid.thread_rank(), n = grid.size();
  for (int r = 0; r < rounds; ++r) {
    int next = data[(i + 1) % n];
    grid.sync();
    data[i] = next + 1;
    grid.sync();
  }
  if (i == 0) *out = grid.is_valid() * 1000 + int(grid.num_blocks());
}

// A barrier for the whole grid in a cooperative launch.
CASE(grid) {
  std::vector<int> in(8 * 64);
  for (int i = 0; i < 512; ++i) in[i] = i;
  DeviceArray<int> data(in), out(1);
  int *d = data, *o = out, rounds = 10;
  void *args[] = {&d, &o, &rounds};
  SHOW(cudaLaunchCooperativeKernel((void *)kernel, 8, 64, args, 0, 0));
  SHOW(cudaDeviceSynchronize());
  int wrong = 0;
  auto v = data.read();
  for (int i = 0; i < 512; ++i) wrong += v[i] != (i + 10) % 512 + 10;
  show_row("wrong, out", {wrong, out.read()[0]});
}

__global__ void put(int *where, int value) { *where = value; }

// Cooperative launches: by attribute and by call, and one that is too large to run at once.
CASE(cooperative_launch) {
  DeviceArray<int> word(1);
  cudaLaunchConfig_t config = {};
  config.gridDim = 1;
  config.blockDim = 1;
  cudaLaunchAttribute attribute = {};
  attribute.id = cudaLaunchAttributeCooperative;
  attribute.val.cooperative = 1;
  config.attrs = &attribute;
  config.numAttrs = 1;
  SHOW(cudaLaunchKernelEx(&config, put, word.get(), 5));
  SHOW(cudaDeviceSynchronize());
  show_value("word", word.read()[0]);
  int *where = word;
  int value = 15;
  void *args[] = {&where, &value};
  SHOW(cudaLaunchCooperativeKernel((const void *)put, 1, 1, args, 0, 0));
  SHOW(cudaLaunchCooperativeKernel((const void *)put, 1000000, 1024, args, 0, 0));
  SHOW(cudaDeviceSynchronize());
  show_value("word", word.read()[0]);
}

__global__ void phases(int *sums, int *out, int rounds) {
  extern __shared__ int mine[];
  auto grid = cg::this_grid();
  int t = threadIdx.x + blockDim.x * threadIdx.y, n = blockDim.x * blockDim.y;
  mine[t] = int(grid.thread_rank());
  for (int r = 0; r < rounds; ++r) {
    __syncthreads();
    if (t == 0) {
      int sum = 0;
      for (int i = 0; i < n; ++i) sum += mine[i];
      sums[grid.block_rank()] = sum;
    }
    grid.sync();
    mine[t] += sums[(grid.block_rank() + 1) % grid.num_blocks()] % 1001;
    auto token = grid.barrier_arrive();
    mine[t] ^= 1;
    grid.barrier_wait(std::move(token));
  }
  out[grid.thread_rank()] = mine[t];
  if (grid.thread_rank() == 0)
    out[grid.size()] = int(grid.dim_blocks().x * 10000 + grid.dim_blocks().y * 100 + grid.num_threads());
}

// Each block passes a token to the one before it: the last starts.
__global__ void chain(volatile int *flags, int *out) {
  int b = blockIdx.x, n = gridDim.x;
  if (threadIdx.x == 0) {
    if (b == n - 1) flags[b] = 1;
    while (flags[b] == 0) {
    }
    __threadfence();
    out[b] = flags[b] * 10 + b;
    if (b > 0) flags[b - 1] = flags[b] + 1;
  }
}

__global__ void validity(int *out) { *out = cg::this_grid().is_valid(); }

// Blocks of a cooperative launch wait for each other: by the grid's barrier in a grid of two dimensions, by flags in
// memory, with shared memory that stays; and a grid barrier in an ordinary launch.
CASE(waiting_blocks) {
  const int blocks = 8, threads = 32;
  DeviceArray<int> sums(blocks), out(blocks * threads + 1), flags(blocks);
  MUST(cudaMemset(flags, 0, blocks * sizeof(int)));
  int *s = sums, *o = out, *f = flags, rounds = 5;
  void *args[] = {&s, &o, &rounds};
  SHOW(cudaLaunchCooperativeKernel((void *)phases, dim3(4, 2), dim3(16, 2), args, threads * sizeof(int), 0));
  SHOW(cudaDeviceSynchronize());
  show_row("phases", out.read());
  void *chain_args[] = {&f, &o};
  SHOW(cudaLaunchCooperativeKernel((void *)chain, blocks, 32, chain_args, 0, 0));
  SHOW(cudaDeviceSynchronize());
  auto v = out.read();
  show_row("chain", std::vector<int>(v.begin(), v.begin() + blocks));
  validity<<<1, 1>>>(o);
  SHOW(cudaDeviceSynchronize());
  show_row("valid in an ordinary launch", {out.read()[0]});
  void *valid_args[] = {&o};
  SHOW(cudaLaunchCooperativeKernel((void *)validity, 1, 1, valid_args, 0, 0));
  SHOW(cudaDeviceSynchronize());
  show_row("valid in a cooperative one", {out.read()[0]});
}
