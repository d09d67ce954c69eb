// SPDX-License-Identifier: Apache-2.0
// tools: block,sync
// fixed tools: all
// expect: block/read after write block/read after write block/read after write block/read after write block/read after write block/write after read block/write after read block/write after read block/write after read block/write after read block/write after read block/write after write block/write after write block/write after write block/write after write sync/divergent barrier sync/divergent barrier sync/missing lanes sync/missing lanes sync/caller not in mask
// says: bytes of shared memory, tile
// says: bytes of shared memory, s
// says: kernel tile(int*) writes, stream
// says: in block (0,0,0), thread (32,0,0)
// says: why: threads of different warps run in any order, and no barrier of the block separates the two
// says: why: lanes of a warp run in any order, and there is no __syncwarp() or other warp operation
// says: why: blocks of a grid run in any order
// says: fix: __syncthreads() between
// says: use an atomic operation such as atomicAdd
// says: counted(int*) changes atomically
// says: 24 of the block's 64 threads have exited without reaching this barrier
// says: 32 of the block's 64 threads wait somewhere else
// says: the mask 0xffffffff names lanes that do not take part: 0xfff00000
// says: the mask 0x0000ffff does not name the calling thread
// says: names lanes that do not take part: 0xaaaaaaaa; no thread can continue
// Threads of one grid that touch the same bytes; FIXED: with what orders them.
#include "case.h"

constexpr int kThreads = 64;

// Read before the other threads have written.
__global__ void tile(int* out) {
  __shared__ int loaded[kThreads];
  const int t = threadIdx.x;
  loaded[t] = t;
#if FIXED
  __syncthreads();
#endif
  out[t] = loaded[kThreads - 1 - t];
}

// The next round's tile is written while others still read this one.
__global__ void rounds(int* out, const int* in) {
  __shared__ int tile[kThreads];
  const int t = threadIdx.x;
  int sum = 0;
  for (int round = 0; round < 4; ++round) {
    tile[t] = in[t] + round;
    __syncthreads();
    for (int i = 0; i < kThreads; i += 7) sum += tile[(t + i) % kThreads];
#if FIXED
    __syncthreads();
#endif
  }
  out[t] = sum;
}

// Every thread reads the first element; its writer waits for the lanes of its own warp alone.
__global__ void handed_round(int* out, const int* in) {
  __shared__ int sums[kThreads / 32];
  const int t = threadIdx.x;
  if (t % 32 == 0) sums[t / 32] = in[t] + 1;
  __syncthreads();
  const int first = sums[0];
#if FIXED
  __syncthreads();
#endif
  const int sum = __reduce_add_sync(~0U, first + t);
  if (t % 32 == 0) sums[t / 32] = sum;
  __syncthreads();
  out[t] = sums[t / 32];
}

// Lanes of a warp that are believed to go in step.
__global__ void last_warp(int* out, const int* in) {
  __shared__ volatile int part[kThreads];
  const int t = threadIdx.x;
  part[t] = in[t];
  __syncthreads();
  if (t < 16) {
    part[t] += part[t + 16];
#if FIXED
    __syncwarp(0xffff);
    const int other = part[t + 8];
    __syncwarp(0xffff);
    part[t] += other;
    __syncwarp(0xffff);
#else
    part[t] += part[t + 8];
#endif
  }
  if (t == 0) *out = part[0];
}

// Half of the threads add what the other half has; in the next turn half of those.
__global__ void tree(int* out) {
  __shared__ int part[kThreads];
  const int t = threadIdx.x;
  part[t] = t;
  __syncthreads();
  for (int width = blockDim.x / 2; width > 0; width /= 2) {
    if (t < width) part[t] += part[t + width];
#if FIXED
    __syncthreads();
#endif
  }
  if (t == 0) *out = part[0];
}

// The same by threads that differ in y too, of which several have one place.
__global__ void tree_of_rows(int* out) {
  __shared__ int part[kThreads];
  const int t = threadIdx.x + (FIXED ? blockDim.x * threadIdx.y : 0);
  part[t] = t;
  for (int width = kThreads / 2; width > 0; width /= 2) {
    __syncthreads();
    if (t < width) part[t] += part[t + width];
  }
  if (t == 0) *out = part[0];
}

// Every thread counts.
__global__ void histogram(int* out, const int* in) {
  extern __shared__ int s[];  // a name that could be a mangled type
  int* const bins = s;
  if (threadIdx.x < 16) bins[threadIdx.x] = 0;
  __syncthreads();
#if FIXED
  atomicAdd(&bins[in[threadIdx.x] % 16], 1);
#else
  ++bins[in[threadIdx.x] % 16];
#endif
  __syncthreads();
  if (threadIdx.x < 16) out[threadIdx.x] = bins[threadIdx.x];
}

// One atomic, one plain.
__global__ void counted(int* out) {
  __shared__ int count;
  if (threadIdx.x == 0) count = 0;
  __syncthreads();
  atomicAdd(&count, 1);
#if FIXED
  __syncthreads();
#endif
  if (threadIdx.x == 0) *out = count;
}

// Neighbours in bytes of one word are no race; the same byte is.
__global__ void bytes(char* out) {
  __shared__ char letters[kThreads];
  letters[threadIdx.x / (FIXED ? 1 : 2)] = 'a' + threadIdx.x % 26;
  __syncthreads();
  out[threadIdx.x] = letters[threadIdx.x / 2];
}

// Two blocks, one element.
__global__ void edges(int* out) {
  const int i = blockIdx.x * (FIXED ? 32 : 31) + threadIdx.x;
  out[i] = int(blockIdx.x) + 100;
}

// Rows that are longer than from one to the next.
__global__ void rows(int* out, int pitch) {
  out[threadIdx.y * pitch + threadIdx.x] = int(threadIdx.y) + 200;
}

// Each thread has elements of its own, in strides of the grid; or of one thread less.
__global__ void strides(int* out, int count, int step) {
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < count; i += step)
    out[i] += int(threadIdx.x);
}

// The block that ends last adds what the others have left.
__device__ unsigned ended;
__global__ void last_block(int* out, volatile int* parts) {
  __shared__ bool is_last;
  const int t = threadIdx.x;
  if (t == 0) {
    parts[blockIdx.x] = blockIdx.x;
    __threadfence();
    is_last = atomicInc(&ended, gridDim.x - 1) == gridDim.x - 1;
  }
  __syncthreads();
  if (!is_last) return;
  if (t == 0) {
    int sum = 0;
    for (unsigned i = 0; i < gridDim.x; ++i) sum += parts[i];
    *out = sum;
  }
}
// The same by plain memory, and all threads of the block.
__global__ void last_block_by_all(int* out, int* parts) {
  __shared__ bool is_last;
  const int t = threadIdx.x;
  parts[blockIdx.x * blockDim.x + t] = t;
  __threadfence();
#if FIXED
  __syncthreads();
  if (t == 0) is_last = atomicInc(&ended, gridDim.x - 1) == gridDim.x - 1;
#else
  if (t == 0) is_last = blockIdx.x == gridDim.x - 1;
#endif
  __syncthreads();
  if (is_last) out[t] = parts[((blockIdx.x + 1) % gridDim.x) * blockDim.x + t];
}

// Never a race: all write the same, lanes tell each other by shuffles, one element each, a flag behind a fence.
__global__ void harmless(int* out, int* flag) {
  __shared__ int found;
  __shared__ int tile[kThreads];
  const int t = threadIdx.x;
  if (t == 0) found = 0;
  __syncthreads();
  if (t % 3 == 0) found = 1;
  *flag = 1;
  tile[t] = t;
  const int sum = __shfl_down_sync(~0U, t, 1);
  out[t] = sum + tile[t ^ 1];
  __syncthreads();
  out[t] += found;
}

inline void touch(int* out, int* in) {
  tile<<<1, kThreads>>>(out);
  rounds<<<1, kThreads>>>(out, in);
  handed_round<<<1, kThreads>>>(out, in);
  last_warp<<<1, kThreads>>>(out, in);
  tree<<<1, kThreads>>>(out);
  tree_of_rows<<<1, dim3(16, 4)>>>(out);
  histogram<<<1, kThreads, 16 * sizeof(int)>>>(out, in);
  counted<<<1, kThreads>>>(out);
  bytes<<<1, kThreads>>>(reinterpret_cast<char*>(out));
  edges<<<4, 32>>>(out);
  rows<<<1, dim3(32, 2)>>>(out, FIXED ? 32 : 31);
  strides<<<2, 32>>>(out, 256, FIXED ? 64 : 63);
  last_block<<<8, 32>>>(out, in + 128);
  last_block_by_all<<<4, 32>>>(out, in + 128);
  harmless<<<1, kThreads>>>(out, in + 256);
}

// Barriers that not all threads of a block come to, and masks of lanes that do not come; FIXED: that do.

__global__ void returns_early(int* out, int n) {
  const int i = threadIdx.x;
  if (i >= n) return;
  out[i] = i;
  __syncthreads();
  out[i] += 1;
}
__global__ void two_lines(int* out) {
  if (FIXED || threadIdx.x < 32) {
    __syncthreads();
    out[threadIdx.x] = 1;
  } else {
    out[threadIdx.x] = 2;
    __syncthreads();
  }
}
__global__ void lanes_that_left(int* out, int n) {
  const int i = threadIdx.x;
  if (i >= n) return;
  out[i] = __shfl_down_sync(~0U, i, 1);
}
__global__ void not_the_caller(int* out) {
  out[threadIdx.x] = __ballot_sync(FIXED ? ~0U : 0xffffU, threadIdx.x % 2);
}
__global__ void odd_and_even(int* out) {
  const unsigned mask = threadIdx.x % 2 == 0 ? 0x55555555U : 0xaaaaaaaaU;
  if (threadIdx.x % 2 == 0) out[threadIdx.x] = __reduce_add_sync(FIXED ? mask : ~0U, 1);
  if (FIXED || threadIdx.x % 2 != 0) __syncthreads();
}

inline void wait_for_others(int* out) {
  returns_early<<<1, 64>>>(out, FIXED ? 64 : 40);
  two_lines<<<1, 64>>>(out);
  lanes_that_left<<<1, 32>>>(out, FIXED ? 32 : 20);
  not_the_caller<<<1, 32>>>(out);
  cudaDeviceSynchronize();
  odd_and_even<<<1, 32>>>(out);  // not FIXED, nobody can go on
}

int main() {
  Device memory(1 << 16);
  int* const out = reinterpret_cast<int*>(static_cast<char*>(memory));
  cudaMemset(memory, 0, 1 << 16);
  touch(out, out + 4096);
  wait_for_others(out);
  if (FIXED) return finish();
  cudaDeviceSynchronize();
  return 0;
}
