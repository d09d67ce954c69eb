// SPDX-License-Identifier: Apache-2.0
// Barriers that all living threads reach, but not along one path: since Volta each thread counts for itself.
#include "../transcript.h"

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

int main() {
  DeviceArray<int> out(128);
  same_barrier_two_places<<<1, 64>>>(out);
  SHOW(cudaDeviceSynchronize());
  auto v = out.read();
  show_row("totals", {v[0], v[1], v[63]});
  different_trip_counts<<<1, 128>>>(out);
  SHOW(cudaDeviceSynchronize());
  show_value("arrivals", out.read()[0]);
}
