// SPDX-License-Identifier: Apache-2.0
// Two buffers, but one event for both: chunk i + 2 overwrites what chunk i still reads.
// expect: race/race
#include "case.h"

int main() {
  Streams<2> s;
  Device buffer(8192), out(65536);
  Event filled;
  for (int i = 0; i < 4; ++i) {
    char* half = buffer + i % 2 * 4096;
    cudaMemsetAsync(half, i, 4096, s[0]);
    cudaEventRecord(filled, s[0]);
    cudaStreamWaitEvent(s[1], filled);
    cudaMemcpyAsync(out + i * 4096, half, 4096, cudaMemcpyDeviceToDevice, s[1]);
  }
  return finish();
}
