// SPDX-License-Identifier: Apache-2.0
// Copies and fills of every small size and offset leave their neighbours alone.
#include "../transcript.h"

int main() {
  constexpr int kBytes = 128;
  DeviceArray<unsigned char> a(kBytes), b(kBytes);
  std::vector<unsigned char> pattern(kBytes);
  for (int i = 0; i < kBytes; ++i) pattern[i] = static_cast<unsigned char>(i * 7 + 3);
  MUST(cudaMemcpy(a, pattern.data(), kBytes, cudaMemcpyHostToDevice));
  int wrong = 0;
  for (int offset = 0; offset < 9; ++offset)
    for (int size = 0; size < 40; ++size) {
      MUST(cudaMemset(b, 0, kBytes));
      MUST(cudaMemcpy(b + offset, a + 2 * offset + 1, size, cudaMemcpyDeviceToDevice));
      MUST(cudaMemset(b + 64 + offset, 0xa5, size));
      auto got = b.read();
      for (int i = 0; i < kBytes; ++i) {
        int expected = 0;
        if (i >= offset && i < offset + size) expected = pattern[2 * offset + 1 + i - offset];
        if (i >= 64 + offset && i < 64 + offset + size) expected = 0xa5;
        wrong += got[i] != expected;
      }
    }
  show_value("wrong bytes", wrong);
  SHOW(cudaMemset(a, 0x1ff, 4));
  show_value("low byte of the value", a.read()[3]);
}
