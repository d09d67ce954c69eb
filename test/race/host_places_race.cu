// SPDX-License-Identifier: Apache-2.0
// tools: race
// expect: race/race
// says: race: copy and host access on 1 byte of pinned memory
#define FIXED false
#include "host_places.h"

int main() {
  Streams<1> streams;
  Device device(4096);
  cudaMemset(device, 0, 4096);
  cudaDeviceSynchronize();
  in_the_allocator(streams[0], device);
  return finish();
}
