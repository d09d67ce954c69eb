// SPDX-License-Identifier: Apache-2.0
// Streams of two devices.
#include "cases.h"

// devices: 2
// expect: race/race
// A copy between devices, and the event on the wrong device's stream.
// FIXED: the event is recorded on the stream that copies.
CASE(peer_copy_race) {
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

// A stream is destroyed with work pending, a stream of another device is made in its place, and the host waits for the first device.
// devices: 2
CASE(timeline_of_other_device_norace) {
  char* x;
  cudaStream_t gone, here, other;
  cudaStreamCreateWithFlags(&other, cudaStreamNonBlocking);
  for (int i = 0; i < 20; ++i) {
    cudaSetDevice(0);
    cudaMalloc(&x, 4096);
    cudaStreamCreateWithFlags(&gone, cudaStreamNonBlocking);
    cudaMemsetAsync(x, 1, 4096, gone);
    cudaStreamDestroy(gone);
    let_everything_end();
    cudaSetDevice(1);
    cudaStreamCreateWithFlags(&here, cudaStreamNonBlocking);
    char* y;
    cudaMalloc(&y, 4096);
    cudaMemsetAsync(y, 1, 4096, here);
    cudaSetDevice(0);
    cudaDeviceSynchronize();
    cudaMemcpyAsync(x, y + 4000, 1, cudaMemcpyDefault, here);
    cudaMemsetAsync(x + 1, 2, 4095, other);
    cudaSetDevice(1);
    cudaDeviceSynchronize();
    cudaStreamDestroy(here);
    cudaFree(y);
    cudaFree(x);
  }
  cudaStreamDestroy(other);
  return finish();
}
