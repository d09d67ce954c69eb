// SPDX-License-Identifier: Apache-2.0
// A kernel that waits for one in another stream does not keep it from starting.
#include "../transcript.h"

__global__ void wait_for(volatile int *flag, int *seen) {
  while (*flag == 0) {
  }
  *seen = *flag;
}
__global__ void raise(volatile int *flag) { *flag = 42; }

int main() {
  DeviceArray<int> flag(1), seen(1);
  cudaStream_t a, b;
  MUST(cudaStreamCreateWithFlags(&a, cudaStreamNonBlocking));
  MUST(cudaStreamCreateWithFlags(&b, cudaStreamNonBlocking));
  // Both kernels are loaded before one of them holds the device.
  raise<<<1, 1, 0, b>>>(flag);
  wait_for<<<1, 1, 0, a>>>(flag, seen);
  MUST(cudaDeviceSynchronize());
  MUST(cudaMemset(flag, 0, sizeof(int)));
  MUST(cudaMemset(seen, 0, sizeof(int)));
  MUST(cudaDeviceSynchronize());
  wait_for<<<1, 1, 0, a>>>(flag, seen);
  raise<<<1, 1, 0, b>>>(flag);
  SHOW(cudaStreamSynchronize(b));
  SHOW(cudaStreamSynchronize(a));
  show_value("seen", seen.read()[0]);
}
