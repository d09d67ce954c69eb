// SPDX-License-Identifier: Apache-2.0
// flags: --expt-relaxed-constexpr
// What device code may use of the C and C++ libraries: memcpy, memset, strings by hand, std::min and its friends.
#include "../transcript.h"

#include <algorithm>
#include <cmath>
#include <limits>

__global__ void kernel(int *out, const char *text, unsigned char *bytes) {
  int k = 0;
  char buffer[32];
  memset(buffer, 'z', sizeof buffer);
  memcpy(buffer + 3, text, 5);
  out[k++] = buffer[2] * 10000 + buffer[3] * 100 + buffer[7] - buffer[8];
  memcpy(bytes, buffer, 32);
  memset(bytes + 16, 0, 7);
  out[k++] = std::abs(-5) + std::abs(-2);
  out[k++] = int(std::sqrt(2.25f) * 100 + std::floor(2.75) + std::fabs(-1.5f) * 10);
  out[k++] = std::numeric_limits<int>::max() == 0x7fffffff;
  out[k++] = int(std::isnan(std::numeric_limits<float>::quiet_NaN())) + 2 * int(std::isinf(INFINITY));
  out[k++] = max(3, 4) + min(7u, 2u) + int(max(2.5f, 1.0f)) + int(min(5ll, 6ll));
  out[k++] = int(powf(2.0f, 10.0f) + 0.5f) + int(fmaf(2.0f, 3.0f, 4.0f)) + int(exp2f(3.0f));
  out[k++] = abs(-7) + int(fabs(-8.0)) + int(labs(-9l)) + int(llabs(-10ll));
  out[k++] = int(pow(3.0, 4) + 0.5) + int(sqrt(81.0)) + int(fmod(17.0, 5.0));
  out[k++] = clock64() - clock64() <= 0;
}

int main() {
  DeviceArray<int> out(16);
  DeviceArray<char> text(std::vector<char>{'h', 'e', 'l', 'l', 'o'});
  DeviceArray<unsigned char> bytes(32);
  kernel<<<1, 1>>>(out, text, bytes);
  SHOW(cudaDeviceSynchronize());
  show_row("out", out.read());
  auto b = bytes.read();
  for (unsigned char c : b) std::printf("%c", c ? c : '.');
  std::printf("\n");
}
