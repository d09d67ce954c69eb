// SPDX-License-Identifier: Apache-2.0
// A kernel writes to an address that nothing is mapped at.
#include "fault.h"

__global__ void kernel(int *p) { p[threadIdx.x] = 1; }

int main() {
  MUST(cudaFree(nullptr));
  kernel<<<4, 64>>>(reinterpret_cast<int *>(std::uintptr_t(1) << 45));
  show_aftermath();
}
