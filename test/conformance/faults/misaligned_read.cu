// SPDX-License-Identifier: Apache-2.0
// A kernel reads a word from an odd address.
#include "fault.h"

__global__ void kernel(const char *p, int *out) { *out = *reinterpret_cast<const volatile int *>(p + 1); }

int main() {
  DeviceArray<int> out(4);
  kernel<<<1, 1>>>(reinterpret_cast<char *>(out.get()), out);
  show_aftermath();
}
