// SPDX-License-Identifier: Apache-2.0
// Resetting the device after a fault.
#include "fault.h"

__global__ void fail(int *p) { *p = 1; }
__global__ void put(int *p, int value) { *p = value; }

int main() {
  MUST(cudaFree(nullptr));
  fail<<<1, 1>>>(nullptr);
  SHOW(cudaDeviceSynchronize());
  SHOW(cudaDeviceReset());
  show_last_error("after the reset");
  show_last_error("asked again");
}
