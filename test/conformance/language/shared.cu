// SPDX-License-Identifier: Apache-2.0
// Shared variables.
#include "../cases.h"

#include <cstdio>

constexpr int kThreads = 64, kBlocks = 50;

/// Two buffers, one read and one written in turn.
__global__ void in_turn(unsigned* out, int rounds) {
  __shared__ unsigned a[kThreads], b[kThreads];
  unsigned* buffers[2] = {a, b};
  const int t = threadIdx.x;
  buffers[0][t] = blockIdx.x * 1000 + t;
  __syncthreads();
  for (int i = 0; i < rounds; ++i) {
    buffers[(i + 1) & 1][t] = buffers[i & 1][(t + 1) % kThreads] * 3 + blockIdx.x;
    __syncthreads();
  }
  out[blockIdx.x * kThreads + t] = buffers[rounds & 1][t];
}

/// A thread's choice, out of more than a few.
__global__ void of_many(unsigned* out) {
  __shared__ unsigned rows[10][kThreads];
  unsigned* starts[10] = {rows[9], rows[8], rows[7], rows[6], rows[5], rows[4], rows[3], rows[2], rows[1], rows[0]};
  const int t = threadIdx.x;
  for (int r = 0; r < 10; ++r) rows[r][t] = blockIdx.x * 100 + r * 7 + t;
  __syncthreads();
  out[blockIdx.x * kThreads + t] = starts[t % 10][kThreads - 1 - t];
}

struct View {
  unsigned* data;
  int size;
  unsigned salt;
};

struct Views {
  View views[3];
  const unsigned* first;
};

__device__ __noinline__ unsigned sum(const Views* all, int which, int from) {
  const View& view = all->views[which];
  unsigned total = view.salt + *all->first;
  for (int i = from; i < view.size; i += 8) total += view.data[i];
  return total;
}

/// Structs within structs, by address, in a function that is not inlined.
__global__ void of_structs(unsigned* out) {
  __shared__ unsigned a[kThreads], b[32];
  extern __shared__ unsigned more[];
  const Views all = {{{a, kThreads, 5}, {b, 32, 0}, {more, 16, 9}}, b + 3};
  const int t = threadIdx.x;
  a[t] = blockIdx.x + t;
  if (t < 32) b[t] = blockIdx.x * t;
  if (t < 16) more[t] = t * t + blockIdx.x;
  __syncthreads();
  out[blockIdx.x * kThreads + t] = sum(&all, t % 3, t & 7);
}

/// What was changed afterwards is a variable, no constant.
__global__ void changed(unsigned* out, int n) {
  __shared__ unsigned a[kThreads], b[kThreads], c[kThreads];
  unsigned* order[3] = {a, b, c};
  const int t = threadIdx.x;
  for (int i = 0; i < 3; ++i) order[i][t] = (i + 1) * 1000 + t + blockIdx.x;
  __syncthreads();
  for (int i = 0; i < n; ++i) {
    unsigned* const last = order[2];
    order[2] = order[1];
    order[1] = order[0];
    order[0] = last;
  }
  out[blockIdx.x * kThreads + t] = order[0][t] * 2 + order[1][kThreads - 1 - t];
}

// Addresses of shared variables in local arrays and structs, which compilers keep as constants: each block has variables of its own.
CASE(shared_addresses) {
  unsigned* out = nullptr;
  cudaMallocManaged(&out, kBlocks * kThreads * sizeof(unsigned));
  const auto print = [&](const char* name) {
    const cudaError_t error = cudaDeviceSynchronize();
    unsigned long long hash = 1469598103934665603ull;
    for (int i = 0; i < kBlocks * kThreads; ++i) hash = (hash ^ out[i]) * 1099511628211ull;
    std::printf("%s: %s, %u %u %u, %016llx\n", name, cudaGetErrorString(error), out[0], out[kThreads + 1],
                out[kBlocks * kThreads - 1], hash);
  };
  for (int rounds = 0; rounds < 4; ++rounds) {
    in_turn<<<kBlocks, kThreads>>>(out, rounds);
    print("in turn");
  }
  of_many<<<kBlocks, kThreads>>>(out);
  print("of many");
  of_structs<<<kBlocks, kThreads, 64>>>(out);
  print("of structs");
  for (int n = 0; n < 4; ++n) {
    changed<<<kBlocks, kThreads>>>(out, n);
    print("changed");
  }
}

__device__ __noinline__ int sum_of_block(int value) {
  __shared__ int part[32];
  const int t = static_cast<int>(threadIdx.x);
  part[t] = value;
  __syncthreads();
  for (int d = 16; d > 0; d /= 2) {
    if (t < d) part[t] += part[t + d];
    __syncthreads();
  }
  const int sum = part[0];
  __syncthreads();
  return sum;
}

__device__ __noinline__ int* board() {
  __shared__ int marks[32];
  return marks;
}

__global__ void several_blocks(int* out) {
  int* marks = board();
  const int t = static_cast<int>(threadIdx.x);
  const int b = static_cast<int>(blockIdx.x);
  marks[t] = b;
  long wrong = 0;
  for (int i = 0; i < 200; ++i) {
    const int sum = sum_of_block(b * 1000 + i);
    if (sum != 32 * (b * 1000 + i)) ++wrong;
    if (board()[31 - t] != b) ++wrong;
    __syncthreads();
  }
  if (wrong != 0) atomicAdd(out, 1);
}

// Shared variables of functions that the compiler may not inline: one for each block, however it is reached.
CASE(shared_in_callees) {
  DeviceArray<int> out(1);
  MUST(cudaMemset(out, 0, sizeof(int)));
  several_blocks<<<64, 32>>>(out);
  SHOW(cudaDeviceSynchronize());
  int wrong = -1;
  MUST(cudaMemcpy(&wrong, out, sizeof wrong, cudaMemcpyDeviceToHost));
  std::printf("threads that saw another block's variables: %d\n", wrong);
}

__global__ void merged(const unsigned *first, const unsigned *second, unsigned *out, unsigned n) {
  extern __shared__ unsigned both[];
  unsigned *const one = both, *const other = both + n + 2;
  const unsigned t = threadIdx.x;
  one[t + 1] = first[t];
  other[t + 1] = second[t];
  if (t == 0) {
    one[0] = other[0] = 0;
    one[n + 1] = other[n + 1] = 0xffffffff;
  }
  __syncthreads();
  // The merge path's cross with diagonal t, by halves: `behind[~k]` is the other row's element in front of `behind` by k + 1.
  unsigned *const behind = other + t + 2;
  unsigned offset = t >> 1, k = offset + 1;
  while (true) {
    offset = (offset + 1) >> 1;
    if (one[k] > behind[~k]) {
      if (one[k - 1] <= behind[~k + 1]) break;
      k -= offset;
    } else {
      k += offset;
    }
  }
  const unsigned l = t + 2 - k;
  out[t] = one[k] > other[l] ? other[l] : one[k];
}

__global__ void backwards(float *out, unsigned back) {
  __shared__ float row[96];
  const unsigned t = threadIdx.x;
  for (unsigned i = t; i < 96; i += blockDim.x) row[i] = static_cast<float>(i);
  __syncthreads();
  const float *const middle = row + 64;
  out[t] = middle[t - back] + middle[~t] * 100 + (middle + t)[0u - back] * 10000;
}

// Unsigned indices of shared memory that fall below zero: addresses there have 32 bits, and wrap.
CASE(shared_index_wraps) {
  std::vector<unsigned> first, second;
  for (unsigned i = 0; i < 64; ++i) {
    first.push_back(i * 5 + 3);
    second.push_back(i * i / 3 + 1);
  }
  DeviceArray<unsigned> one(first), other(second), out(64);
  merged<<<1, 64, 2 * 66 * sizeof(unsigned)>>>(one.get(), other.get(), out.get(), 64);
  std::vector<int> row;
  for (const unsigned value : out.read()) row.push_back(static_cast<int>(value));
  show_row("merged", row);
  DeviceArray<float> numbers(32);
  backwards<<<1, 32>>>(numbers.get(), 20);
  row.clear();
  for (const float value : numbers.read()) row.push_back(static_cast<int>(value));
  show_row("backwards", row);
  SHOW(cudaDeviceSynchronize());
}
