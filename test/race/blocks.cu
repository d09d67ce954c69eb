// SPDX-License-Identifier: Apache-2.0
// Blocks of one grid.
#include "cases.h"

__global__ void shift_to_end(const int* __restrict__ in, int* __restrict__ end) {
  const int t = blockIdx.x * blockDim.x + threadIdx.x;
  end[-1 - t] = in[1022 - t];
}

// tools: block
// expect: block/write after read
// A pointer to the end of the memory that a kernel writes to is none into the allocation behind it.
CASE(given_end_race) {
  Device one(1 << 12);
  Device other(1 << 12);
  int* const data = reinterpret_cast<int*>(static_cast<char*>(one));
  cudaMemset(one, 0, 1 << 12);
  shift_to_end<<<1, 64>>>(data, data + 1024);
  cudaDeviceSynchronize();
  return 0;
}

__global__ void shift(const int* __restrict__ in, int* __restrict__ out) {
  const int t = blockIdx.x * blockDim.x + threadIdx.x;
  out[t] = in[t + 1];
}

// tools: block
// expect: block/write after read
// Memory that a kernel takes for what it only reads, and for what it writes: what is read there counts.
CASE(given_twice_race) {
  Device one(1 << 12);
  Device other(1 << 12);
  int* const data = reinterpret_cast<int*>(static_cast<char*>(one));
  cudaMemset(one, 0, 1 << 12);
  shift<<<1, 64>>>(data, reinterpret_cast<int*>(static_cast<char*>(other)));
  shift<<<1, 64>>>(data, data);
  cudaDeviceSynchronize();
  return 0;
}

__global__ void raise_flags(int* flags, const int* values) {
  const int value = values[threadIdx.x];
  flags[threadIdx.x] = value;
}

// Blocks that run at the same time write the same values: what one of them has said that it is about to write may not be in
// memory yet when the other one comes.
// tools: block
CASE(same_value_norace) {
  Device x(4096), y(4096);
  cudaMemset(x, 1, 4096);
  for (int i = 0; i < 2000; ++i) {
    cudaMemset(y, 0, 4096);
    raise_flags<<<16, 64>>>(reinterpret_cast<int*>(static_cast<char*>(y)),
                            reinterpret_cast<int*>(static_cast<char*>(x)));
  }
  return finish();
}
