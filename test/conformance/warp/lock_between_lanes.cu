// SPDX-License-Identifier: Apache-2.0
// Threads of one warp take a lock in turn: each thread makes progress of its own.
#include "../transcript.h"

__device__ int lock_word = 0;

__global__ void kernel(int *counter, int *order) {
  bool done = false;
  while (!done) {
    if (atomicCAS(&lock_word, 0, 1) == 0) {
      __threadfence();
      int n = *static_cast<volatile int *>(counter);
      order[n] = 1;
      *static_cast<volatile int *>(counter) = n + 1;
      __threadfence();
      atomicExch(&lock_word, 0);
      done = true;
    }
  }
}

__global__ void spin(int *counter) {
  while (atomicCAS(&lock_word, 0, 1) != 0) {
  }
  __threadfence();
  *static_cast<volatile int *>(counter) += 1;
  __threadfence();
  atomicExch(&lock_word, 0);
}

int main() {
  DeviceArray<int> counter(1), order(512);
  kernel<<<4, 64>>>(counter, order);
  SHOW(cudaDeviceSynchronize());
  show_value("counter", counter.read()[0]);
  int marked = 0;
  for (int o : order.read()) marked += o;
  show_value("marked", marked);
  spin<<<2, 32>>>(counter);
  SHOW(cudaDeviceSynchronize());
  show_value("counter", counter.read()[0]);
}
