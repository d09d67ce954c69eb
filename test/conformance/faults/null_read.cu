// SPDX-License-Identifier: Apache-2.0
// A kernel reads through a null pointer.
#include "fault.h"

__global__ void kernel(const int *p, int *out) { *out = *p; }

int main() {
  DeviceArray<int> out(1);
  kernel<<<1, 1>>>(nullptr, out);
  show_aftermath();
}
