// SPDX-License-Identifier: Apache-2.0
// flags: -rdc=true
// Streams and events of one thread used by others: of its block, and what host streams are in a kernel.
#include "../transcript.h"

__global__ void add(int *out, int n) { atomicAdd(out, n); }

__global__ void in_block(int *out) {
  __shared__ cudaStream_t stream;
  __shared__ cudaEvent_t event;
  if (threadIdx.x == 0) {
    cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking);
    cudaEventCreateWithFlags(&event, cudaEventDisableTiming);
  }
  __syncthreads();
  add<<<1, 1, 0, stream>>>(out, threadIdx.x + 1);
  __syncthreads();
  if (threadIdx.x == 5) {
    printf("%s\n", cudaGetErrorName(cudaEventRecord(event, stream)));
    printf("%s\n", cudaGetErrorName(cudaStreamWaitEvent(0, event, 0)));
    printf("%s\n", cudaGetErrorName(cudaStreamDestroy(stream)));
    printf("%s\n", cudaGetErrorName(cudaEventDestroy(event)));
    printf("%s\n", cudaGetErrorName(cudaGetLastError()));
  }
}
__global__ void not_destroyed(int *out) {
  cudaStream_t stream;
  cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking);
  add<<<1, 1, 0, stream>>>(out, 1000);
}

int main() {
  DeviceArray<int> out(4);
  in_block<<<1, 40>>>(out.get());
  SHOW(cudaDeviceSynchronize());
  not_destroyed<<<20, 1>>>(out.get() + 1);
  SHOW(cudaDeviceSynchronize());
  show_row("out", out.read());
}
