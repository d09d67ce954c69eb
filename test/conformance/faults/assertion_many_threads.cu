// SPDX-License-Identifier: Apache-2.0
// All threads of a block fail the same assert: how many report it is the device's affair, the error is one.
#undef NDEBUG
#include <cassert>

#include <unistd.h>

#include "fault.h"

__global__ void kernel(int value) { assert(value == 1); }

int main() {
  MUST(cudaFree(nullptr));
  close(2);
  kernel<<<2, 64>>>(2);
  show_aftermath();
}
