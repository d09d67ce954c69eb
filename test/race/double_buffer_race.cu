// SPDX-License-Identifier: Apache-2.0
// expect: race/race
// Two buffers, but one event for both: chunk i + 2 overwrites what chunk i still reads.
// FIXED: the producer waits until the half has been read.
#include "case.h"

int main() {
  Streams<2> s;
  Device buffer(8192), out(65536);
#if FIXED
  Event filled, read[2];
#else
  Event filled;
#endif
  for (int i = 0; i < 4; ++i) {
    char* half = buffer + i % 2 * 4096;
#if FIXED
    cudaStreamWaitEvent(s[0], read[i % 2]);
#endif
    cudaMemsetAsync(half, i, 4096, s[0]);
    cudaEventRecord(filled, s[0]);
    cudaStreamWaitEvent(s[1], filled);
    cudaMemcpyAsync(out + i * 4096, half, 4096, cudaMemcpyDeviceToDevice, s[1]);
#if FIXED
    cudaEventRecord(read[i % 2], s[1]);
#endif
  }
  return finish();
}
