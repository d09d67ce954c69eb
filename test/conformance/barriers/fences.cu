// SPDX-License-Identifier: Apache-2.0
// Order without a barrier of the block.
#include "../cases.h"

__device__ unsigned finished = 0;

__global__ void last_block_sums(const int *in, int *partial, int *result) {
  __shared__ int s;
  __shared__ bool last;
  if (threadIdx.x == 0) s = 0;
  __syncthreads();
  atomicAdd(&s, in[blockIdx.x * blockDim.x + threadIdx.x]);
  __syncthreads();
  if (threadIdx.x == 0) {
    partial[blockIdx.x] = s;
    __threadfence();
    last = atomicInc(&finished, gridDim.x - 1) == gridDim.x - 1;
  }
  __syncthreads();
  if (last && threadIdx.x == 0) {
    int total = 0;
    for (int i = 0; i < gridDim.x; ++i) total += static_cast<volatile int *>(partial)[i];
    *result = total;
  }
}

__global__ void producer_consumer(volatile int *data, volatile int *flag, int *out) {
  // Two warps of one block: one waits for the other by polling.
  if (threadIdx.x < 32) {
    data[threadIdx.x] = threadIdx.x * 5;
    __threadfence();
    __syncwarp();
    if (threadIdx.x == 0) *flag = 1;
  } else {
    while (*flag == 0) {
    }
    __threadfence();
    out[threadIdx.x - 32] = data[threadIdx.x - 32];
  }
}

// Blocks that pass data through global memory: the last block sums up, a ticket orders them.
CASE(fences_and_flags) {
  std::vector<int> ones(128 * 100, 1);
  DeviceArray<int> in(ones), partial(100), result(1);
  for (int i = 0; i < 3; ++i) {
    MUST(cudaMemset(result, 0, 4));
    last_block_sums<<<100, 128>>>(in, partial, result);
    SHOW(cudaDeviceSynchronize());
    show_value("total", result.read()[0]);
  }
  DeviceArray<int> data(32), flag(1), out(32);
  producer_consumer<<<1, 64>>>(data, flag, out);
  SHOW(cudaDeviceSynchronize());
  show_row("out", out.read());
}

__global__ void full(int *out) {
  __shared__ int s[128];
  int t = threadIdx.x, base = t & ~31, lane = t & 31;
  s[t] = t;
  __syncwarp();
  int v = s[base + 31 - lane];
  __syncwarp();
  s[t] = v * 2;
  __syncwarp();
  for (int d = 16; d; d /= 2) {
    if (lane < d) s[t] += s[t + d];
    __syncwarp();
  }
  out[t] = s[base] + v;
}

__global__ void part(int *out) {
  __shared__ int s[32];
  int lane = threadIdx.x;
  s[lane] = -1;
  __syncwarp();
  if (lane < 16) {
    s[lane] = lane * 10;
    __syncwarp(0x0000ffff);
    out[lane] = s[15 - lane];
  } else {
    s[lane] = lane;
    __syncwarp(0xffff0000);
    out[lane] = s[31 - (lane - 16)];
  }
}

// Barriers of a warp: shared memory without a block barrier, by full and partial masks.
CASE(warp_barriers) {
  DeviceArray<int> out(128);
  full<<<1, 128>>>(out);
  SHOW(cudaDeviceSynchronize());
  show_row("full", out.read());
  part<<<1, 32>>>(out);
  SHOW(cudaDeviceSynchronize());
  auto v = out.read();
  v.resize(32);
  show_row("part", v);
}
