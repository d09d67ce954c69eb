// SPDX-License-Identifier: Apache-2.0
// Grids of many blocks, and who each thread is.
#include "../cases.h"

__global__ void mark(int *hits, unsigned long long *sum) {
  unsigned block = blockIdx.x + gridDim.x * (blockIdx.y + gridDim.y * blockIdx.z);
  unsigned thread = threadIdx.x + blockDim.x * (threadIdx.y + blockDim.y * threadIdx.z);
  unsigned per_block = blockDim.x * blockDim.y * blockDim.z;
  unsigned index = block * per_block + thread;
  hits[index] += 1;
  unsigned long long id = threadIdx.x + 7u * threadIdx.y + 31u * threadIdx.z + 101u * blockIdx.x + 211u * blockIdx.y +
                          307u * blockIdx.z + 3u * warpSize;
  atomicAdd(sum, id);
}

void run(dim3 grid, dim3 block) {
  unsigned n = grid.x * grid.y * grid.z * block.x * block.y * block.z;
  DeviceArray<int> hits(n);
  DeviceArray<unsigned long long> sum(1);
  mark<<<grid, block>>>(hits, sum);
  cudaError_t e = cudaDeviceSynchronize();
  int wrong = 0;
  for (int h : hits.read()) wrong += h != 1;
  std::printf("grid %u %u %u block %u %u %u: %s, wrong %d, sum %llu\n", grid.x, grid.y, grid.z, block.x, block.y,
              block.z, name_of(e), wrong, sum.read()[0]);
}

// Each thread of each block runs once and knows who it is, in one, two and three dimensions.
CASE(indices) {
  run(1, 1);
  run(1, 32);
  run(3, 33);
  run(7, 1000);
  run(1000, 1);
  run(dim3(3, 5), dim3(16, 16));
  run(dim3(2, 3, 4), dim3(5, 6, 7));
  run(dim3(1, 1, 70), dim3(1, 1, 64));
  run(dim3(1, 1000), dim3(1, 1024));
  run(70000, 1);
  run(dim3(3, 1, 2), dim3(33, 3, 2));
}

__global__ void count(unsigned long long *n) {
  if (threadIdx.x == 0) atomicAdd(n, 1ull);
}

__global__ void next(int *value, int expected, int *wrong) {
  if (*value != expected) atomicAdd(wrong, 1);
  __syncthreads();
  if (threadIdx.x == 0) *value = expected + 1;
}

// Many blocks, more than run at once, and long chains of launches.
CASE(big_grids) {
  DeviceArray<unsigned long long> n(1);
  count<<<300000, 32>>>(n);
  SHOW(cudaDeviceSynchronize());
  show_value("blocks", static_cast<long long>(n.read()[0]));
  count<<<dim3(1000, 100, 2), 1>>>(n);
  SHOW(cudaDeviceSynchronize());
  show_value("blocks", static_cast<long long>(n.read()[0]));
  DeviceArray<int> value(1), wrong(1);
  for (int i = 0; i < 5000; ++i) next<<<1, 64>>>(value, i, wrong);
  SHOW(cudaDeviceSynchronize());
  show_value("value", value.read()[0]);
  show_value("wrong", wrong.read()[0]);
}

__global__ void add(int *p, int n) { atomicAdd(p, n); }

// Host threads launching at the same time, into streams of their own and into one.
CASE(from_threads) {
  DeviceArray<int> sums(9);
  cudaStream_t common;
  MUST(cudaStreamCreate(&common));
  std::vector<std::thread> threads;
  for (int t = 0; t < 8; ++t)
    threads.emplace_back([&, t] {
      cudaStream_t mine;
      MUST(cudaStreamCreateWithFlags(&mine, cudaStreamNonBlocking));
      for (int i = 0; i < 200; ++i) {
        add<<<1, 32, 0, mine>>>(sums + t, 1);
        add<<<2, 16, 0, common>>>(sums + 8, 1);
      }
      MUST(cudaStreamSynchronize(mine));
      MUST(cudaStreamDestroy(mine));
    });
  for (auto &t : threads) t.join();
  SHOW(cudaDeviceSynchronize());
  show_row("sums", sums.read());
}

__global__ void chain(int *flags, int *out, int step) {
  int block = blockIdx.x, next = block + step;
  if (threadIdx.x == 0) {
    int value = 0;
    if (next >= 0 && next < int(gridDim.x)) {
      while ((value = atomicAdd(&flags[next], 0)) == 0) {
      }
    }
    out[block] = value + block;
    __threadfence();
    atomicExch(&flags[block], value + 1);
  }
}

__global__ void chain_volatile(volatile int *flags, int *out) {
  int block = blockIdx.x;
  __shared__ int carried;
  if (threadIdx.x == 0) {
    carried = 0;
    if (block + 1 < int(gridDim.x)) {
      while (flags[block + 1] == 0) {
      }
      carried = flags[block + 1];
    }
  }
  __syncthreads();
  atomicAdd(&out[block], carried);
  __syncthreads();
  if (threadIdx.x == 0) {
    __threadfence();
    flags[block] = carried + 1;
  }
}

// All blocks arrive before any continues: a barrier written with atomics, several times.
__global__ void barrier(unsigned *count, int *values, int rounds) {
  for (int round = 0; round < rounds; ++round) {
    if (threadIdx.x == 0) {
      values[blockIdx.x] += values[(blockIdx.x + 1) % gridDim.x + gridDim.x * (round % 2)] >= 0;
      __threadfence();
      atomicAdd(count, 1);
      while (atomicAdd(count, 0) < gridDim.x * (round + 1)) {
      }
    }
    __syncthreads();
  }
}

// Blocks that wait for each other in an ordinary launch: each for the next one, for the one before, for all.
CASE(waiting_blocks) {
  const int blocks = 64;
  DeviceArray<int> flags(blocks), out(2 * blocks);
  DeviceArray<unsigned> count(1);
  int *f = flags, *p = out;
  auto again = [&] {
    MUST(cudaMemset(f, 0, blocks * 4));
    MUST(cudaMemset(p, 0, 2 * blocks * 4));
    MUST(cudaMemset(count.get(), 0, 4));
    MUST(cudaDeviceSynchronize());
  };
  auto sum = [&] {
    long long total = 0;
    for (int value : out.read()) total += value;
    return total;
  };
  chain<<<blocks, 32>>>(f, p, -1);
  SHOW(cudaDeviceSynchronize());
  show_value("each for the one before", sum());
  again();
  chain<<<blocks, 32>>>(f, p, 1);
  SHOW(cudaDeviceSynchronize());
  show_value("each for the next", sum());
  again();
  chain_volatile<<<blocks, 64>>>(f, p);
  SHOW(cudaDeviceSynchronize());
  show_value("each for the next, with a barrier", sum());
  again();
  barrier<<<blocks, 32>>>(count.get(), p, 10);
  SHOW(cudaDeviceSynchronize());
  show_value("all for all", sum());
}
