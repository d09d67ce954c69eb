// SPDX-License-Identifier: Apache-2.0
// printf in kernels: conversions, flags, widths, lengths, and what it returns.
#include "../transcript.h"

__global__ void kernel(const char *text, float f, int n, long long big, void *null) {
  printf("plain\n");
  printf("%d %i %u %x %X %o %c %%\n", n, -n, unsigned(-1), 0xbeef, 0xbeef, 8, 'q');
  printf("[%5d] [%-5d] [%05d] [%+d] [% d] [%.3d] [%#x] [%#o]\n", n, n, n, n, n, n, 255, 8);
  printf("%lld %llu %llx %ld %hd\n", big, (unsigned long long)big, big, (long)big, short(n));
  printf("%f %e %g %G %.2f [%10.3f] [%-10.1f] %a\n", f, f, f, 1e-10, f, f, f, 1.0);
  printf("%s [%10s] [%-10s] [%.2s]\n", text, "right", "left", "cut");
  printf("%f %f %f\n", INFINITY, -INFINITY, 0.0);
  printf("%p\n", null);
}

__global__ void returns(int *out) {
  out[0] = printf("none\n");
  out[1] = printf("%d\n", 1);
  out[2] = printf("%d %d %f %s\n", 1, 2, 3.0, "four");
  out[3] = printf("");
  out[4] = printf("%%\n");
}

int main() {
  DeviceArray<char> text(std::vector<char>{'h', 'i', 0});
  kernel<<<1, 1>>>(text, 1234.5678f, 42, -1234567890123ll, nullptr);
  SHOW(cudaDeviceSynchronize());
  DeviceArray<int> out(5);
  returns<<<1, 1>>>(out);
  SHOW(cudaDeviceSynchronize());
  show_row("returned", out.read());
}
