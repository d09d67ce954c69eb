// SPDX-License-Identifier: Apache-2.0
// Kernels whose blocks wait for each other.
#include "../cases.h"

#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>
#include <vector>

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

// What a block keeps across barriers of the grid: shared memory, registers, local arrays; and in what it may stand.
CASE(phases) {
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

constexpr int kBlocks = 300;
constexpr int kThreads = 128;
constexpr int kColumns = 64;
constexpr unsigned kPartial = 1U << 30, kWhole = 2U << 30, kValue = kPartial - 1;

// A warp looks at 32 blocks at a time.
__global__ void by_warp(const unsigned *in, unsigned *out, volatile unsigned *status) {
  __shared__ unsigned before;
  const int tile = blockIdx.x;
  if (threadIdx.x == 0) status[tile] = in[tile] | (tile == 0 ? kWhole : kPartial);
  if (threadIdx.x < 32) {
    unsigned sum = 0;
    for (int last = tile - 1; last >= 0; last -= 32) {
      const int at = last - int(threadIdx.x);
      unsigned word = kWhole;
      if (at >= 0) word = status[at];
      while (__any_sync(~0U, word == 0)) {
        if (at >= 0) word = status[at];
      }
      const unsigned whole = __ballot_sync(~0U, (word & kWhole) != 0);
      const int end = whole == 0 ? 31 : __ffs(whole) - 1;
      unsigned part = int(threadIdx.x) <= end && at >= 0 ? word & kValue : 0;
      for (int step = 16; step > 0; step /= 2) part += __shfl_xor_sync(~0U, part, step);
      sum += part;
      if (whole != 0) break;
    }
    if (threadIdx.x == 0) {
      if (tile > 0) status[tile] = (sum + in[tile]) | kWhole;
      before = sum;
    }
  }
  __syncthreads();
  if (threadIdx.x == 32) out[tile] = before;
}

// Each thread goes back along a column of its own; blocks draw their numbers.
__global__ void by_thread(const unsigned *in, unsigned *out, volatile unsigned *status, int *ticket) {
  __shared__ int drawn;
  if (threadIdx.x == 0) drawn = atomicAdd(ticket, 1);
  __syncthreads();
  const int tile = drawn;
  if (threadIdx.x < kColumns) {
    const unsigned own = in[tile] + threadIdx.x;
    status[tile * kColumns + threadIdx.x] = own | kPartial;
    unsigned sum = 0;
    for (int at = tile - 1; at >= 0; --at) {
      unsigned word;
      do {
        __threadfence_block();
        word = status[at * kColumns + threadIdx.x];
      } while (word == 0);
      sum += word & kValue;
      if ((word & kWhole) != 0) break;
    }
    status[tile * kColumns + threadIdx.x] = (sum + own) | kWhole;
    if (threadIdx.x == 7) out[tile] = sum;
  }
}

// The first block comes last.
__global__ void from_the_end(unsigned *out, volatile unsigned *status) {
  if (threadIdx.x != 0) return;
  if (blockIdx.x + 1 < gridDim.x) {
    while (status[blockIdx.x + 1] == 0) {
    }
  }
  const unsigned next = blockIdx.x + 1 < gridDim.x ? status[blockIdx.x + 1] : 0;
  out[blockIdx.x] = next;
  __threadfence();
  status[blockIdx.x] = next + 1;
}

// Threads of a warp, one after the other.
__global__ void in_a_chain(unsigned *out, volatile unsigned *status) {
  const int me = blockIdx.x * blockDim.x + threadIdx.x;
  if (threadIdx.x > 0) {
    while (status[me - 1] == 0) {
    }
    status[me] = status[me - 1] + 1;
  } else {
    status[me] = 1;
  }
  if (threadIdx.x == blockDim.x - 1) out[blockIdx.x] = status[me];
}

// The first warp waits for the last one, by another parameter.
__global__ void by_another_parameter(unsigned *out, volatile unsigned *status, volatile unsigned *same) {
  if (threadIdx.x == 0) {
    while (status[blockIdx.x] == 0) {
    }
    out[blockIdx.x] = status[blockIdx.x];
  }
  if (threadIdx.x == blockDim.x - 1) same[blockIdx.x] = blockIdx.x + 5;
}

// Of the first thread of the block alone, which is not the one that writes.
__global__ void beside(unsigned *out, volatile unsigned *status) {
  if (threadIdx.x == 0) {
    while (status[blockIdx.x * 2] == 0) {
    }
    out[blockIdx.x] = status[blockIdx.x * 2];
  } else if (threadIdx.x == 1) {
    status[blockIdx.x * 2] = blockIdx.x + 9;
  }
}

// Blocks that wait for words of status that other blocks write, as a scan in one pass does; and threads that wait for threads of
// their own block, which must not be held up by those beside them.
CASE(look_back) {
  DeviceArray<unsigned> in(kBlocks), out(kBlocks), status(kBlocks * kThreads);
  DeviceArray<int> ticket(1);
  std::vector<unsigned> values(kBlocks);
  for (int i = 0; i < kBlocks; ++i) values[i] = (i * 7919) % 1000;
  MUST(cudaMemcpy(in, values.data(), kBlocks * sizeof(unsigned), cudaMemcpyHostToDevice));
  const auto show = [&](const char *name, auto launch) {
    for (int round = 0; round < 3; ++round) {
      MUST(cudaMemset(status, 0, kBlocks * kThreads * sizeof(unsigned)));
      MUST(cudaMemset(ticket, 0, sizeof(int)));
      launch();
      MUST(cudaDeviceSynchronize());
    }
    unsigned hash = 0;
    for (unsigned value : out.read()) hash = hash * 31 + value;
    show_value(name, hash);
  };
  show("by warp", [&] { by_warp<<<kBlocks, kThreads>>>(in, out, status); });
  show("by thread", [&] { by_thread<<<kBlocks, kThreads>>>(in, out, status, ticket); });
  show("from the end", [&] { from_the_end<<<kBlocks, 32>>>(out, status); });
  show("in a chain", [&] { in_a_chain<<<kBlocks, 64>>>(out, status); });
  show("by another parameter",
       [&] { by_another_parameter<<<kBlocks, kThreads>>>(out, status, status); });
  show("beside", [&] { beside<<<kBlocks, kThreads>>>(out, status); });
}

__global__ void exchange(volatile int *mine, volatile int *other, int rounds, int *out) {
  auto grid = cg::this_grid();
  for (int r = 1; r <= rounds; ++r) {
    grid.sync();
    if (grid.thread_rank() == 0) {
      *mine = r;
      __threadfence();
      while (*other < r) {
      }
    }
    grid.sync();
    atomicAdd(out, 1);
  }
}

__global__ void for_host(volatile int *flag, int *out) {
  auto grid = cg::this_grid();
  grid.sync();
  if (grid.thread_rank() == grid.size() - 1) {
    flag[1] = 1;
    __threadfence_system();
    while (flag[0] == 0) {
    }
  }
  grid.sync();
  atomicAdd(out, 1);
}

// Cooperative kernels in two streams that wait for each other, and one that waits for the host.
CASE(two_at_once) {
  DeviceArray<int> flags(2), out(3);
  int *a = flags.get(), *b = a + 1, *o = out.get(), *o2 = o + 1, *o3 = o + 2, rounds = 50;
  cudaStream_t s, t;
  MUST(cudaStreamCreateWithFlags(&s, cudaStreamNonBlocking));
  MUST(cudaStreamCreateWithFlags(&t, cudaStreamNonBlocking));
  void *args[] = {&a, &b, &rounds, &o}, *args2[] = {&b, &a, &rounds, &o2};
  SHOW(cudaLaunchCooperativeKernel((void *)exchange, 4, 32, args, 0, s));
  SHOW(cudaLaunchCooperativeKernel((void *)exchange, 5, 64, args2, 0, t));
  SHOW(cudaDeviceSynchronize());
  show_row("out", out.read());
  volatile int *host;
  MUST(cudaHostAlloc((void **)&host, 8, cudaHostAllocMapped));
  host[0] = host[1] = 0;
  void *args3[] = {&host, &o3};
  SHOW(cudaLaunchCooperativeKernel((void *)for_host, 6, 32, args3, 0, s));
  while (host[1] == 0) {
  }
  host[0] = 1;
  SHOW(cudaDeviceSynchronize());
  show_row("out", out.read());
}
