// SPDX-License-Identifier: Apache-2.0
// devices: 2
// expect: race/race
// A copy between devices, and the event on the wrong device's stream.
// FIXED: the event is recorded on the stream that copies.
#include "case.h"

int main() {
  cudaStream_t s[2];
  char* x[2];
  for (int i = 0; i < 2; ++i) {
    cudaSetDevice(i);
    cudaStreamCreateWithFlags(&s[i], cudaStreamNonBlocking);
    cudaMalloc(&x[i], 4096);
  }
#if FIXED
  cudaSetDevice(0);
#endif
  cudaEvent_t done;
  cudaEventCreate(&done);
#if !FIXED
  cudaSetDevice(0);
#endif
  cudaMemsetAsync(x[0], 1, 4096, s[0]);
  cudaMemcpyPeerAsync(x[1], 1, x[0], 0, 4096, s[0]);
#if FIXED
  cudaEventRecord(done, s[0]);
#endif
  cudaSetDevice(1);
#if !FIXED
  cudaEventRecord(done, s[1]);
#endif
  cudaStreamWaitEvent(s[1], done);
  cudaMemsetAsync(x[1], 2, 4096, s[1]);
  for (int i = 0; i < 2; ++i) {
    cudaSetDevice(i);
    cudaDeviceSynchronize();
    cudaFree(x[i]);
    cudaStreamDestroy(s[i]);
  }
  cudaEventDestroy(done);
  return finish();
}
