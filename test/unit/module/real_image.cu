// SPDX-License-Identifier: Apache-2.0
// Device code for real_image_test: needs no header.
#define __global__ __attribute__((global))
#define __device__ __attribute__((device))
#define __shared__ __attribute__((shared))
#define __constant__ __attribute__((constant))

#include <__clang_cuda_builtin_vars.h>

extern "C" {
__device__ int counter = 5;
__constant__ int factor = 3;

// Every thread adds what its mirror image wrote, through shared memory.
__global__ void mirror(int* out, int offset) {
  __shared__ int values[256];
  const int t = threadIdx.x;
  values[t] = t * factor + offset;
  __nvvm_bar_sync(0);
  out[blockIdx.x * blockDim.x + t] = values[blockDim.x - 1 - t];
  if (t == 0) __nvvm_atom_add_gen_i(&counter, 1);
}

// A divergent loop round a barrier, threads that exit early, and a ballot of those that made as many rounds.
__global__ void uneven(unsigned* out) {
  const int t = threadIdx.x;
  if (t % 5 == 4) return;
  for (int i = 0; i < t % 3; ++i) __nvvm_bar_sync(0);
  unsigned mask = 0;
  for (int lane = 0; lane < 32; ++lane) {
    if ((t / 32 * 32 + lane) % 3 == t % 3) mask |= 1u << lane;
  }
  out[t] = __nvvm_vote_ballot_sync(mask, t % 2);
}

__global__ void stop() { __builtin_trap(); }

// A function's address, and a variable that only device code knows, are the same for all kernels.
__device__ int (*operation)(int);
static __device__ int calls = 0;

__device__ __attribute__((noinline)) int twice(int x) {
  calls += 1;
  return 2 * x;
}
__device__ __attribute__((noinline)) int thrice(int x) {
  calls += 100;
  return 3 * x;
}

__global__ void choose(int which) { operation = which == 2 ? twice : thrice; }

__global__ void apply(int* out, int x) {
  out[0] = operation(x);
  out[1] = calls;
  out[2] = operation == thrice;
}

// Neighbours on a ring of `size` cells that begins at `first`.
__global__ void ring(int* out, const int* cells, int first, int size) {
  const int x = first + threadIdx.x;
  out[threadIdx.x] = cells[(x + size - 1) % size] + 3 * cells[(x + size + 1) % size] +
                     5 * cells[(unsigned)(x + 7) % (unsigned)size];
}

// What `steps` rounds make of a board without edges, as large as the block.
__device__ int at(const int* cells, int x, int y) {
  return cells[(x + blockDim.x) % blockDim.x + (y + blockDim.y) % blockDim.y * blockDim.x];
}
__global__ void board(int* cells, int steps) {
  __shared__ int now[256];
  const int x = threadIdx.x, y = threadIdx.y, here = x + blockDim.x * y;
  now[here] = cells[here];
  __nvvm_bar_sync(0);
  for (int i = 0; i < steps; ++i) {
    const int sum = at(now, x - 1, y - 1) + at(now, x, y - 1) + at(now, x + 1, y - 1) +
                    at(now, x - 1, y) + at(now, x + 1, y) + at(now, x - 1, y + 1) +
                    at(now, x, y + 1) + at(now, x + 1, y + 1);
    const int next = sum & 1 ? now[here] : sum * 3;
    __nvvm_bar_sync(0);
    now[here] = next;
    __nvvm_bar_sync(0);
  }
  cells[here] = now[here];
}

__global__ void unknown(int* out) { asm("frobnicate %0;" : "=r"(*out)); }
}

// Sums in memory; a matrix by itself and by its transpose. Some threads return early.
extern "C" __global__ void products(int* out, const int* in, int n, int rounds) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x >= n || y >= n || x * 3 == y + 20) return;
  int sum = 0;
  for (int k = 0; k < rounds; ++k) sum = sum * 3 + in[y * n + k] * in[x * n + k];
  for (int k = 0; k < rounds; ++k) out[y * n + x] += in[y * n + k] * in[k * n + x];
  out[y * n + x] -= sum;
}
