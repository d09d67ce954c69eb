// SPDX-License-Identifier: Apache-2.0
// Threads that have returned do not hold up a barrier.
#include "../transcript.h"

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

int main() {
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
