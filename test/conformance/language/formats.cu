// SPDX-License-Identifier: Apache-2.0
// printf of kernels: conversions, flags, widths.
#include "../transcript.h"

__global__ void kernel(const int *nothing) {
  printf("%d %i %u %o %x %X %c %s %%\n", -5, 7, 9u, 8, 255, 255, 'z', "text");
  printf("%5d|%-5d|%05d|%+d|% d|%#x|%#o\n", 42, 42, 42, 42, 42, 42, 42);
  printf("%f %e %g %E %G %a %.3f %10.2f %-10.2f| %+f\n", 1.5, 12345.678, 0.0001, 1e-10, 1e20, 1.0, 3.14159, 2.5, 2.5, 1.0);
  printf("%f %g %f %f\n", 1.0f / 3, float(1e10), INFINITY, -INFINITY);
  printf("%p %s\n", (const void *)nothing, (const char *)nullptr == nullptr ? "null" : "");
}

int main() {
  kernel<<<1, 1>>>(nullptr);
  SHOW(cudaDeviceSynchronize());
}
