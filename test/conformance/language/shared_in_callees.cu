// SPDX-License-Identifier: Apache-2.0
// Shared variables of functions that the compiler may not inline: one for each block, however it is reached.
#include "../transcript.h"

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

int main() {
  DeviceArray<int> out(1);
  MUST(cudaMemset(out, 0, sizeof(int)));
  several_blocks<<<64, 32>>>(out);
  SHOW(cudaDeviceSynchronize());
  int wrong = -1;
  MUST(cudaMemcpy(&wrong, out, sizeof wrong, cudaMemcpyDeviceToHost));
  std::printf("threads that saw another block's variables: %d\n", wrong);
  return 0;
}
