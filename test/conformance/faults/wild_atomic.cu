// SPDX-License-Identifier: Apache-2.0
// An atomic operation on an address that nothing is mapped at.
#include "fault.h"

__global__ void kernel(int *p) { atomicAdd(p, 1); }

int main() {
  MUST(cudaFree(nullptr));
  kernel<<<1, 32>>>(reinterpret_cast<int *>(std::uintptr_t(1) << 45));
  show_aftermath();
}
