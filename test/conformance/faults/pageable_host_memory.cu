// SPDX-License-Identifier: Apache-2.0
// A kernel writes to memory of the host that was never registered. A device that can reach it says so.
#include "fault.h"

__global__ void kernel(int *p) { *p = 1; }

int main() {
  int can = 0;
  MUST(cudaDeviceGetAttribute(&can, cudaDevAttrPageableMemoryAccess, 0));
  show_value("pageable memory access", can);
  std::vector<int> host(16384);
  kernel<<<1, 1>>>(host.data());
  show_aftermath();
}
