// SPDX-License-Identifier: Apache-2.0
// Blocks that wait for each other in an ordinary launch: each for the next one, for the one before, for all.
#include "../transcript.h"

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
// All arrive, all go on: a barrier by hand, several times.
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

int main() {
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
