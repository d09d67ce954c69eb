// SPDX-License-Identifier: Apache-2.0
// tools: init
// expect: init/uninitialised init/uninitialised
// says: reads 4 bytes at
// says: in block (3,0,0), thread (255,0,0)
// says: byte 4092 of 4096 bytes of device memory, allocated at
// says: which nothing has written since the allocation
// says: kernel count(int*) changes
// says: of 64 bytes of stream-ordered memory
// fixed tools:
// Kernels read what was written and what was not; FIXED: all of it was.
#include "case.h"

struct Padded {
  char tag;  // three bytes that nobody writes follow
  int value;
};

__global__ void fill(int* out, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = i;
}
__global__ void add(int* out, const int* in, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] += in[i];
}
__global__ void count(int* counter) { atomicAdd(counter, 1); }
__global__ void tag(Padded* all) {
  all[threadIdx.x].tag = 'a';
  all[threadIdx.x].value = 1;
}
__global__ void values(int* out, const Padded* all) { out[threadIdx.x] = all[threadIdx.x].value; }
/// Blocks write for each other, one after the other.
__global__ void relay(int* all, int* turn) {
  if (threadIdx.x != 0) return;
  while (atomicAdd(turn, 0) != int(blockIdx.x)) __nanosleep(100);
  all[blockIdx.x + 1] = all[blockIdx.x] + 1;
  __threadfence();
  atomicAdd(turn, 1);
}

int main() {
  int *x, *y, *copied, *late, *turn;
  Padded *padded, *moved;
  cudaStream_t s;
  cudaStreamCreate(&s);
  cudaMalloc(&x, 4096);
  cudaMalloc(&y, 4096);
  cudaMalloc(&copied, 4096);
  cudaMalloc(&padded, 64 * sizeof(Padded));
  cudaMalloc(&moved, 64 * sizeof(Padded));
  cudaMalloc(&turn, sizeof(int));
  cudaMemset(turn, 0, sizeof(int));
  fill<<<4, 256>>>(x, FIXED ? 1024 : 1023);  // the last is left out
  fill<<<4, 256>>>(y, 1024);
  add<<<4, 256>>>(y, x, 1024);
  cudaMemcpy(copied, x, 4096, cudaMemcpyDeviceToDevice);  // copied, what is not written, too
  add<<<1, 256>>>(y, copied, 256);
  add<<<4, 256>>>(y, copied, 1024);
  tag<<<1, 64>>>(padded);
  cudaMemcpy(moved, padded, 64 * sizeof(Padded), cudaMemcpyDefault);  // padding is copied
  values<<<1, 64>>>(y, moved);
  relay<<<8, 32>>>(x, turn);
  for (int round = 0; round < 2; ++round) {
    cudaMallocAsync(&late, 64, s);
    if (FIXED || round == 0) cudaMemsetAsync(late, 0, 64, s);
    count<<<1, 32, 0, s>>>(late);  // the second time memory that was written before
    cudaFreeAsync(late, s);
  }
  cudaDeviceSynchronize();
  cudaStreamDestroy(s);
  for (void* each : {(void*)x, (void*)y, (void*)copied, (void*)padded, (void*)moved, (void*)turn})
    cudaFree(each);
  return finish();
}
