// SPDX-License-Identifier: Apache-2.0
// expect: block/read after write block/write after write sync/divergent barrier
// says: kernel turn_round(int*, int const*): 192 of 2500 blocks were checked; --tool block,sync checks all
// says: kernel share_edges(int*): 64 of 500 blocks were checked
// says: in block (499,0,0)
// fixed says: kernel hand_on(int*, int*): 64 of 500 blocks were checked
// fixed says: kernel work_for_long(int volatile*, int*): 2 of 2 blocks were checked, 1 of them in part
// Without --tool: what goes wrong in blocks is found in those that are looked at, and the report says how many these are.
// Grids of which riffle check looks at some blocks: what goes wrong in the middle of a grid, at its end, in a graph, and where blocks
// tell each other something. FIXED: with the barrier, and the order.
#include <cstdlib>

#include "case.h"

constexpr int kThreads = 128, kBlocks = 500;

__global__ void turn_round(int* out, const int* in) {
  __shared__ int tile[kThreads];
  tile[threadIdx.x] = in[blockIdx.x * kThreads + threadIdx.x];
#if FIXED
  __syncthreads();
#endif
  out[blockIdx.x * kThreads + threadIdx.x] = tile[kThreads - 1 - threadIdx.x];
}

/// Neighbouring blocks share an element.
__global__ void share_edges(int* out) {
  const int first = blockIdx.x * (kThreads - (FIXED ? 0 : 1));
  out[first + threadIdx.x] = int(blockIdx.x);
}

/// The last block has a barrier that half of it does not come to.
__global__ void wait_at_the_end(int* out) {
  const bool is_last = blockIdx.x == gridDim.x - 1;
  if (is_last && (FIXED || threadIdx.x < kThreads / 2)) __syncthreads();
  if (threadIdx.x == 0) out[blockIdx.x] = 1;
}

/// Each block hands something to the next one, which may be one that nobody looks at.
__global__ void hand_on(int* values, int* ready) {
  if (threadIdx.x != 0) return;
  if (blockIdx.x != 0)
    while (atomicAdd(&ready[blockIdx.x - 1], 0) == 0) {
    }
  values[blockIdx.x + 1] = values[blockIdx.x] + 1;
  __threadfence();
  atomicExch(&ready[blockIdx.x], 1);
}

/// So many accesses that not all of them are looked at, and then a flag.
__global__ void work_for_long(volatile int* flag, int* values) {
  __shared__ int sums[kThreads];
  if (blockIdx.x == 1) {
    if (threadIdx.x == 0)
      while (*flag == 0) {
      }
    __syncthreads();
    values[threadIdx.x] += 1;
    return;
  }
  for (int i = 0; i < 20000; ++i) {
    sums[threadIdx.x] = i + values[threadIdx.x];
    __syncthreads();
    values[threadIdx.x] = sums[kThreads - 1 - threadIdx.x] & 1;
    __syncthreads();
  }
  __threadfence();
  if (threadIdx.x == 0) *flag = 1;
}

int main() {
  constexpr size_t kBytes = sizeof(int) * kThreads * kBlocks;
  Streams<1> s;
  Device x(kBytes), y(kBytes);
  cudaMemsetAsync(x, 0, kBytes, s[0]);
  cudaMemsetAsync(y, 0, kBytes, s[0]);
  int* const a = reinterpret_cast<int*>(static_cast<char*>(x));
  int* const b = reinterpret_cast<int*>(static_cast<char*>(y));
  for (int i = 0; i < 5; ++i) turn_round<<<kBlocks, kThreads, 0, s[0]>>>(a, b);
  share_edges<<<kBlocks, kThreads, 0, s[0]>>>(a);
  wait_at_the_end<<<kBlocks, kThreads, 0, s[0]>>>(a);
  cudaMemsetAsync(x, 0, kBytes, s[0]);
  cudaMemsetAsync(y, 0, kBytes, s[0]);
  hand_on<<<kBlocks, 32, 0, s[0]>>>(a, b);
  cudaMemsetAsync(x, 0, kBytes, s[0]);
  work_for_long<<<2, kThreads, 0, s[0]>>>(a, b);
  return finish();
}
