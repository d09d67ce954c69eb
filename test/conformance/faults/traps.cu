// SPDX-License-Identifier: Apache-2.0
// Kernels that end themselves.
#include "../cases.h"
#include "fault.h"

#include <cassert>
#include <unistd.h>

__global__ void trap(int n) {
  if (threadIdx.x == n) __trap();
}

// A kernel that gives up by __trap().
CASE(trap) {
  MUST(cudaFree(nullptr));
  trap<<<1, 32>>>(32);
  SHOW(cudaDeviceSynchronize());
  trap<<<1, 32>>>(31);
  show_aftermath();
}

#undef NDEBUG
__global__ void assertion_many_threads(int value) { assert(value == 1); }

// All threads of a block fail the same assert: how many report it is the device's affair, the error is one.
CASE(assertion_many_threads) {
  MUST(cudaFree(nullptr));
  close(2);
  assertion_many_threads<<<2, 64>>>(2);
  show_aftermath();
}

__device__ __noinline__ int deeper(volatile int *p, int n) {
  volatile int local[64];
  local[n & 63] = n;
  if (*p == 12345) return 0;
  int result = deeper(p, n + 1) + local[(n + 1) & 63];
  *p = result;
  return result;
}

__global__ void endless_recursion(int *p) { *p = deeper(p, 1); }

// A device function that calls itself until the stack is full.
CASE(endless_recursion) {
  DeviceArray<int> word(1);
  endless_recursion<<<1, 1>>>(word);
  show_aftermath();
}
