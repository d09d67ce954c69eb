// SPDX-License-Identifier: Apache-2.0
// What riffle check has to see of a collective. Arguments: clean, early (a buffer is written while it is read) or late (one is
// read while it is written).
#include <nccl.h>
#include <cstdio>
#include <cstring>
__global__ void produce(float* v) { v[blockIdx.x * blockDim.x + threadIdx.x] = 1; }
__global__ void consume(const float* v, float* w) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  w[i] = v[i];
}
int main(int, char** a) {
  const int n = 1 << 14;
  const bool early = std::strcmp(a[1], "early") == 0, late = std::strcmp(a[1], "late") == 0;
  ncclComm_t comms[2];
  cudaStream_t s[2], other;
  float* send[2];
  float* recv[2];
  float* w;
  ncclCommInitAll(comms, 2, nullptr);
  for (int d = 0; d < 2; d++) {
    cudaSetDevice(d);
    cudaStreamCreateWithFlags(&s[d], cudaStreamNonBlocking);
    cudaMalloc(&send[d], n * 4);
    cudaMalloc(&recv[d], n * 4);
  }
  cudaStreamCreateWithFlags(&other, cudaStreamNonBlocking);
  cudaMalloc(&w, n * 4);
  cudaEvent_t e;
  cudaEventCreate(&e);
  cudaSetDevice(0);
  produce<<<n / 256, 256, 0, s[0]>>>(send[0]);
  cudaSetDevice(1);
  produce<<<n / 256, 256, 0, other>>>(send[1]);
  if (!early) {
    cudaEventRecord(e, other);
    cudaStreamWaitEvent(s[1], e);
  }
  ncclGroupStart();
  for (int d = 0; d < 2; d++)
    ncclAllReduce(send[d], recv[d], n, ncclFloat, ncclSum, comms[d], s[d]);
  ncclGroupEnd();
  if (!late) {
    cudaEventRecord(e, s[1]);
    cudaStreamWaitEvent(other, e);
  }
  consume<<<n / 256, 256, 0, other>>>(recv[1], w);
  cudaSetDevice(0);
  produce<<<n / 256, 256, 0, s[0]>>>(send[0]);  // rank 1 has read it
  for (int d = 0; d < 2; d++) {
    cudaSetDevice(d);
    cudaDeviceSynchronize();
  }
  for (int d = 0; d < 2; d++) {
    ncclCommDestroy(comms[d]);
    cudaStreamDestroy(s[d]);
    cudaFree(send[d]);
    cudaFree(recv[d]);
  }
  cudaStreamDestroy(other);
  cudaEventDestroy(e);
  cudaFree(w);
}
