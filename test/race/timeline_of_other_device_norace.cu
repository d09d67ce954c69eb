// SPDX-License-Identifier: Apache-2.0
// A stream is destroyed with work pending, a stream of another device is made in its place, and the host waits for the first device.
// devices: 2
#include "case.h"

int main() {
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
