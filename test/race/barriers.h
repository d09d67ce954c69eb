// SPDX-License-Identifier: Apache-2.0
// Barriers that not all threads of a block come to, and masks of lanes that do not come; FIXED: that do.
#pragma once

#include "case.h"

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
