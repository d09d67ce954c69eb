// SPDX-License-Identifier: Apache-2.0
// A kernel writes through a null pointer.
#include "fault.h"

__global__ void kernel(int *p) { *p = 1; }

int main() {
  MUST(cudaFree(nullptr));
  kernel<<<1, 1>>>(nullptr);
  show_aftermath();
}
