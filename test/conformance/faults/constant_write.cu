// SPDX-License-Identifier: Apache-2.0
// A kernel writes to constant memory through a pointer that forgot it.
#include "fault.h"

__constant__ int table[4] = {1, 2, 3, 4};
__global__ void kernel() {
  volatile int *p = const_cast<int *>(table);
  p[1] = 9;
}

int main() {
  MUST(cudaFree(nullptr));
  kernel<<<1, 1>>>();
  show_aftermath();
}
