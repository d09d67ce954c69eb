// SPDX-License-Identifier: Apache-2.0
// A kernel writes a vector of four words to an address that is only aligned for one.
#include "fault.h"

__global__ void kernel(float *p) { *reinterpret_cast<float4 *>(p + 1) = make_float4(1, 2, 3, 4); }

int main() {
  DeviceArray<float> out(16);
  kernel<<<1, 1>>>(out);
  show_aftermath();
}
