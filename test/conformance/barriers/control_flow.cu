// SPDX-License-Identifier: Apache-2.0
// Barriers below branches and loops, and threads that have left.
#include "../cases.h"

__global__ void kernel(int *out, int n) {
  int i = threadIdx.x;
  int *mine = out + 8 * i;
  mine[0] = __syncthreads_count(i % 3 == 0);
  mine[1] = __syncthreads_and(i < n);
  mine[2] = __syncthreads_or(i == n - 1);
  mine[3] = __syncthreads_count(i & 1 ? -5 : 0);
  mine[4] = __syncthreads_and(0x100);
  mine[5] = __syncthreads_or(0);
  if (i >= n / 2 && n > 1) return;
  mine[6] = __syncthreads_count(1);
  mine[7] = __syncthreads_and(i < n / 2 || n == 1);
}

// Barriers that count, and, or.
CASE(counting) {
  for (int n : {1, 20, 32, 33, 64, 500}) {
    DeviceArray<int> out(8 * n);
    kernel<<<1, n>>>(out, n);
    cudaError_t e = cudaDeviceSynchronize();
    auto v = out.read();
    int differ = 0;
    for (int i = 0; i < n; ++i)
      for (int k = 0; k < 6; ++k) differ += v[8 * i + k] != v[k];
    std::printf("block %d: %s, count %d, and %d, or %d, count %d, and %d, or %d; half: count %d, and %d; differ %d\n", n,
                name_of(e), v[0], v[1] != 0, v[2] != 0, v[3], v[4] != 0, v[5] != 0, v[6], v[7] != 0, differ);
  }
}

__global__ void same_barrier_two_places(int *out) {
  __shared__ int s[64];
  s[threadIdx.x] = 0;
  __syncthreads();
  // Halves of each warp wait at different calls; together they are the whole block.
  if (threadIdx.x % 2) {
    s[threadIdx.x] = 1;
    __syncthreads();
  } else {
    s[threadIdx.x] = 2;
    __syncthreads();
  }
  int total = 0;
  for (int i = 0; i < 64; ++i) total += s[i];
  out[threadIdx.x] = total;
}

__global__ void different_trip_counts(int *out) {
  __shared__ int arrivals;
  if (threadIdx.x == 0) arrivals = 0;
  __syncthreads();
  // Whole warps leave after different numbers of rounds and return.
  int rounds = threadIdx.x / 32 + 1;
  for (int i = 0; i < rounds; ++i) {
    atomicAdd(&arrivals, 1);
    __syncthreads();
  }
  out[threadIdx.x] = 1;
  if (threadIdx.x == blockDim.x - 1) out[0] = arrivals;
}

// Barriers that all living threads reach, but not along one path: since Volta each thread counts for itself.
CASE(divergent_but_legal) {
  DeviceArray<int> out(128);
  same_barrier_two_places<<<1, 64>>>(out);
  SHOW(cudaDeviceSynchronize());
  auto v = out.read();
  show_row("totals", {v[0], v[1], v[63]});
  different_trip_counts<<<1, 128>>>(out);
  SHOW(cudaDeviceSynchronize());
  show_value("arrivals", out.read()[0]);
}

__global__ void leave_early(int *out, int stay) {
  __shared__ int s[128];
  s[threadIdx.x] = -1;
  __syncthreads();
  if (threadIdx.x >= stay) return;
  s[threadIdx.x] = threadIdx.x;
  __syncthreads();
  out[threadIdx.x] = s[stay - 1 - threadIdx.x];
}

__global__ void leave_one_by_one(int *out) {
  __shared__ int count;
  if (threadIdx.x == 0) count = 0;
  __syncthreads();
  for (int round = 0; round < 96; ++round) {
    int seen = count;
    __syncthreads();
    if (threadIdx.x == 95 - round && round > 0) {
      out[threadIdx.x] = seen;
      return;
    }
    atomicAdd(&count, 1);
    __syncthreads();
  }
  out[threadIdx.x] = count;
}

__global__ void whole_warps_leave(int *out) {
  __shared__ int s[256];
  int warp = threadIdx.x / 32;
  if (warp % 2) return;
  s[threadIdx.x] = threadIdx.x * 3;
  __syncthreads();
  out[threadIdx.x] = s[(threadIdx.x + 64) % 256];
}

// Threads that have returned do not hold up a barrier.
CASE(early_exit) {
  for (int stay : {1, 5, 32, 33, 64, 100, 128}) {
    DeviceArray<int> out(128);
    leave_early<<<1, 128>>>(out, stay);
    cudaError_t e = cudaDeviceSynchronize();
    int wrong = 0;
    auto values = out.read();
    for (int i = 0; i < stay; ++i) wrong += values[i] != stay - 1 - i;
    for (int i = stay; i < 128; ++i) wrong += values[i] != 0;
    std::printf("%d stay: %s, wrong %d\n", stay, name_of(e), wrong);
  }
  DeviceArray<int> out(256);
  leave_one_by_one<<<1, 96>>>(out);
  SHOW(cudaDeviceSynchronize());
  auto values = out.read();
  values.resize(96);
  show_row("counts", values);
  whole_warps_leave<<<1, 256>>>(out);
  SHOW(cudaDeviceSynchronize());
  values = out.read();
  show_row("warps", {values[0], values[31], values[64], values[100], values[255 - 32]});
}

__device__ __noinline__ int neighbour(int *s, int value) {
  s[threadIdx.x] = value;
  __syncthreads();
  int result = s[(threadIdx.x + 1) % blockDim.x];
  __syncthreads();
  return result;
}

__device__ int descend(int *s, int depth, int value) {
  if (depth == 0) return value;
  return descend(s, depth - 1, neighbour(s, value) + depth);
}

__global__ void loops(int *out, int rounds, int mode) {
  __shared__ int s[128];
  int value = threadIdx.x;
  for (int r = 0; r < rounds; ++r) {
    s[threadIdx.x] = value;
    __syncthreads();
    // Each thread runs a different number of steps between two barriers.
    for (int i = 0; i < int(threadIdx.x % 7); ++i) {
      if ((value + i) % 3 == 0) continue;
      if (value > 100000) break;
      value += s[(threadIdx.x + i) % blockDim.x] & 15;
    }
    __syncthreads();
    if (mode == 1 && r == rounds / 2) break;
    switch (mode + r % 2) {
      case 0:
        value = neighbour(s, value);
        break;
      case 2:
        s[threadIdx.x] = value ^ 1;
        __syncthreads();
        value = s[blockDim.x - 1 - threadIdx.x];
        break;
      default:
        value += 1;
    }
    __syncthreads();
  }
  out[threadIdx.x] = value;
}

__global__ void recursion(int *out, int depth) {
  __shared__ int s[64];
  out[threadIdx.x] = descend(s, depth, threadIdx.x);
}

__global__ void condition_from_shared(int *out) {
  __shared__ int go_on;
  __shared__ int total;
  if (threadIdx.x == 0) {
    go_on = 1;
    total = 0;
  }
  __syncthreads();
  int mine = threadIdx.x, rounds = 0;
  while (go_on) {
    __syncthreads();
    if (threadIdx.x == 0) go_on = 0;
    __syncthreads();
    if (mine > 0) {
      mine -= 3;
      atomicAdd(&total, 1);
      if (mine > 0) go_on = 1;
    }
    ++rounds;
    __syncthreads();
  }
  out[threadIdx.x] = rounds * 10000 + total;
}

__global__ void two_barriers_in_branches(int *out, int which) {
  __shared__ int s[96];
  s[threadIdx.x] = threadIdx.x;
  if (which) {
    s[threadIdx.x] += 1000;
    __syncthreads();
  } else {
    s[threadIdx.x] += 2000;
    __syncthreads();
  }
  out[threadIdx.x] = s[95 - threadIdx.x];
}

// Barriers in loops, branches and functions that the whole block takes alike; work in between that it does not.
CASE(in_control_flow) {
  DeviceArray<int> out(128);
  for (int mode = 0; mode < 3; ++mode) {
    loops<<<1, 128>>>(out, 9, mode);
    SHOW(cudaDeviceSynchronize());
    show_row("loops", out.read());
  }
  recursion<<<1, 64>>>(out, 10);
  SHOW(cudaDeviceSynchronize());
  auto values = out.read();
  values.resize(64);
  show_row("recursion", values);
  condition_from_shared<<<1, 100>>>(out);
  SHOW(cudaDeviceSynchronize());
  values = out.read();
  show_row("condition", {values[0], values[50], values[99]});
  for (int which : {0, 1}) {
    two_barriers_in_branches<<<1, 96>>>(out, which);
    SHOW(cudaDeviceSynchronize());
    values = out.read();
    show_row("branches", {values[0], values[40], values[95]});
  }
}
